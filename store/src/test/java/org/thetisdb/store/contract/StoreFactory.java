package org.thetisdb.store.contract;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;

/** What an engine's test supplies, so that the contract can be run against it. */
public interface StoreFactory {
  long MIB = 1 << 20;

  /** Versions that the store of most tests keeps. */
  int VERSIONS_KEPT = 4;

  /** A new, empty store. */
  RowStore open(StoreConfig config);

  /** A new, empty store with room enough for most tests. */
  default RowStore open() {
    return open(StoreConfig.of(Rows.SITE, 256 * MIB).withVersionsKept(VERSIONS_KEPT));
  }
}
