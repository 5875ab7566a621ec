/** Rows with versions: the contract, an on-heap reference, and the engine on Chronicle Map. */
package org.thetisdb.server.store;
