package org.thetisdb.server.store;

/** The reference keeps the contract. */
class OnHeapRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new OnHeapRowStore(config);
  }
}
