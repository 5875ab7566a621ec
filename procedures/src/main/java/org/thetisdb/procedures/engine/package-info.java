/**
 * The procedures that stand for a storage engine of a jar: its partitions, their logs and their
 * snapshots are rows, so all that holds for rows holds for them.
 */
package org.thetisdb.procedures.engine;
