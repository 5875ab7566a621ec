package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.txn.Transaction;

/**
 * What stages share.
 *
 * @param sessions what sessions have seen of this site
 * @param executables finds what calls run
 * @param planned what is known of the rows of a plan
 * @param ends what is to be done with a call that has run
 * @param longStatements what caller-runs threads leave to the event loop's own thread
 * @param stolen hears of runs that take too long
 */
record CallParts(
    SessionVectors sessions,
    Executables executables,
    PlannedRows planned,
    RunCompletion ends,
    LongStatements longStatements,
    Consumer<Transaction> stolen) {}
