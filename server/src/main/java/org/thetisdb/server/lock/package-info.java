/**
 * Locks on rows and ranges, one table for each policy: {@link org.thetisdb.server.lock.LockTable}
 * queues those that wait, {@link org.thetisdb.server.lock.NoWaitLocks} refuses, {@link
 * org.thetisdb.server.lock.OrderedLocks} grants in a given order. What is read until a decision is
 * in {@link org.thetisdb.server.lock.ReadLocks} beside the first two. Nobody blocks a thread.
 */
package org.thetisdb.server.lock;
