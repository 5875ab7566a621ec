/**
 * Calls that commit in an order which is fixed before they run: in batches with reservations
 * (Aria), behind ordered locks (Calvin), and ahead of their turn on placeholders (BOHM) or piece by
 * piece (PWV). The tables for that are in {@code batch} and {@code order}; it may use the {@code
 * gate} and what is below it.
 */
package org.thetisdb.server.deterministic;
