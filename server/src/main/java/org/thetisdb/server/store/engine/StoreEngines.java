package org.thetisdb.server.store.engine;

import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.server.store.ChronicleRowStore;
import org.thetisdb.server.store.OnHeapRowStore;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.StoreConfig;
import org.thetisdb.server.store.slab.SlabRowStore;

/** The row stores that there are. Stateless. */
public final class StoreEngines {
  private StoreEngines() {}

  /** A new, empty store, which the caller closes. */
  public static RowStore open(StoreEngine engine, StoreConfig config) {
    return switch (engine) {
      case CHRONICLE -> new ChronicleRowStore(config);
      case SLAB -> new SlabRowStore(config);
      case HEAP -> new OnHeapRowStore(config);
    };
  }
}
