package org.thetisdb.server.store;

import org.junit.jupiter.api.Tag;

/** The reference keeps the contract. */
@Tag("slow")
class OnHeapRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new OnHeapRowStore(config);
  }
}
