package org.thetisdb.server.store;

import org.thetisdb.server.store.slab.SlabRowStore;

/** The engine in slabs keeps the contract. */
class SlabRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new SlabRowStore(config);
  }
}
