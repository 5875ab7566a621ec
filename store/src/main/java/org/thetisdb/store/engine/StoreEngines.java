package org.thetisdb.store.engine;

import java.util.Locale;
import java.util.ServiceLoader;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.slab.SlabRowStore;
import org.thetisdb.store.slab.memory.OffHeap;

/** The row stores that there are. Stateless. */
public final class StoreEngines {
  private StoreEngines() {}

  /**
   * A new, empty store, which the caller closes.
   *
   * @throws ThetisException if the module of the engine is not on the class path
   */
  public static RowStore open(StoreEngine engine, StoreConfig config) {
    return switch (engine) {
      case SLAB -> new SlabRowStore(config);
      case HEAP -> new OnHeapRowStore(config);
      case CHRONICLE -> provider(engine, "thetis-store-chronicle").open(config);
    };
  }

  /**
   * The engine that ships, if the JVM of this process has no warning for it; else that on the heap.
   */
  public static StoreEngine quiet() {
    return OffHeap.isSilent() ? StoreEngine.SLAB : StoreEngine.HEAP;
  }

  private static StoreProvider provider(StoreEngine engine, String module) {
    ClassLoader ours = StoreProvider.class.getClassLoader();
    for (StoreProvider each : ServiceLoader.load(StoreProvider.class, ours)) {
      if (each.engine() == engine) {
        return each;
      }
    }
    throw new ThetisException(
        ErrorCode.BAD_SETTING,
        SiteSettings.STORE_ENGINE.name(),
        engine.name().toLowerCase(Locale.ROOT),
        "add the library " + module + " to the class path");
  }
}
