/**
 * The memory under an engine in slabs: addresses off the heap, slabs of cells of one size, long
 * rows in several of them, and the file that the arena goes on into.
 */
package org.thetisdb.store.slab.memory;
