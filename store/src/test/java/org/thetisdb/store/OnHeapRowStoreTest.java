package org.thetisdb.store;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.store.contract.RowStoreContract;

/** The reference keeps the contract. */
@Tag("slow")
@InTurn(oneIn = 12)
class OnHeapRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new OnHeapRowStore(config);
  }
}
