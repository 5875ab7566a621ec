/**
 * The row store in slabs: rows off the heap at stable addresses, a hash table and a tree that lead
 * to them, readers that take no lock. See {@link org.thetisdb.store.slab.SlabRowStore} and {@code
 * docs/decisions/0025-store-rows-in-slabs-outside-the-heap.md}.
 */
package org.thetisdb.store.slab;
