package org.thetisdb.server.store;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.server.store.slab.SlabRowStore;

/** The engine in slabs keeps the contract where rows leave memory as soon as they may. */
@Tag("slow")
@InTurn(oneIn = 2)
class OverflowRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new SlabRowStore(config.withOverflow(OverflowConfig.memory(64 * MIB, 0)));
  }
}
