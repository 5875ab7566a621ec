/**
 * One transaction at a site: the call, what it has read and written, the snapshot it reads, and the
 * context through which its procedure sees the database; as one call by itself, or as a statement
 * of an interactive transaction. It may use the {@code state} of the site and what is below that,
 * and knows nothing of how calls wait, run or commit.
 */
package org.thetisdb.server.txn;
