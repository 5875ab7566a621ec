package org.thetisdb.server.interactive;

import org.thetisdb.server.gate.AwaitedParts;

/**
 * Interactive transactions, as far as single calls meet them.
 *
 * @param open those that have not ended
 * @param control ends them, and sets their savepoints
 * @param deadlocks opens cycles of those that wait for each other's rows
 * @param awaited hears of those that wait for transactions over several sites
 */
public record Interactive(
    OpenTransactions open, TransactionControl control, Deadlocks deadlocks, AwaitedParts awaited) {}
