package org.thetisdb.store.slab;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.RowStoreContract;

/** The engine in slabs keeps the contract. */
class SlabRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new SlabRowStore(config);
  }
}
