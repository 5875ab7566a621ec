package org.thetisdb.store.chronicle;

import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreProvider;

/** Makes stores on Chronicle Map. Stateless. */
public final class ChronicleProvider implements StoreProvider {
  @Override
  public StoreEngine engine() {
    return StoreEngine.CHRONICLE;
  }

  @Override
  public RowStore open(StoreConfig config) {
    return new ChronicleRowStore(config);
  }
}
