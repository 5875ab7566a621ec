/**
 * Transactions in batches: reservations in place of locks (Aria: Lu et al., VLDB 2020; thesis,
 * chapter 5). What an engine does with them is in {@code deterministic}.
 */
package org.thetisdb.server.batch;
