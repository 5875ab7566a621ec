package org.thetisdb.store.engine;

import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;

/**
 * An engine of a module that may be left out: found by {@link java.util.ServiceLoader} where that
 * module is on the class path.
 */
public interface StoreProvider {
  /** Which engine it has. */
  StoreEngine engine();

  /** A new, empty store, which the caller closes. */
  RowStore open(StoreConfig config);
}
