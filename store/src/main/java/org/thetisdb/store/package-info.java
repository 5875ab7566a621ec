/**
 * Rows with versions: the contract, a reference on the heap, and stores that stand in front of
 * others. The engine that ships is in {@link org.thetisdb.store.slab}.
 */
package org.thetisdb.store;
