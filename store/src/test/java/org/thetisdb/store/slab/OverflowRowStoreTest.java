package org.thetisdb.store.slab;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.store.OverflowConfig;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.RowStoreContract;

/** The engine in slabs keeps the contract where rows leave memory as soon as they may. */
@Tag("slow")
@InTurn(oneIn = 4)
class OverflowRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new SlabRowStore(config.withOverflow(OverflowConfig.memory(64 * MIB, 0)));
  }
}
