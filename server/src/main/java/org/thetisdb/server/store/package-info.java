/**
 * Rows with versions: the contract, an on-heap reference, and the engine on Chronicle Map. The
 * engine in slabs is in the package below, {@link org.thetisdb.server.store.slab}.
 */
package org.thetisdb.server.store;
