package org.thetisdb.embedded;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.engine.StoreEngines;

/**
 * What an embedded cluster is to be like. Not thread-safe.
 *
 * <p>Rows stand outside the Java heap, as in production, where the JVM has no warning for that
 * ({@link StoreEngines#quiet}); else on it. The setting {@code store.engine} says otherwise.
 */
public final class EmbeddedThetisBuilder {
  /** Bound for the rows of a site; memory is taken as rows come. */
  private static final int STORE_MEMORY_MIB = 512;

  private final Map<String, String> flags = new LinkedHashMap<>();

  EmbeddedThetisBuilder() {
    sites(1);
    setting(NetworkSettings.LISTEN_PORT.name(), "0");
    setting(SiteSettings.STORE_ENGINE.name(), StoreEngines.quiet().name().toLowerCase(Locale.ROOT));
    setting(SiteSettings.STORE_MEMORY_MIB.name(), Integer.toString(STORE_MEMORY_MIB));
  }

  /** How many sites there are; mastership moves between them as in a real cluster. */
  public EmbeddedThetisBuilder sites(int sites) {
    return setting(BasicSettings.CLUSTER_SITES.name(), Integer.toString(sites));
  }

  /** One of the settings that docs/settings.md lists, by its name there. */
  public EmbeddedThetisBuilder setting(String name, String value) {
    flags.put(name, value);
    return this;
  }

  /**
   * Starts the cluster. Blocks until it serves.
   *
   * @throws ThetisException if a setting is wrong, or the cluster cannot be started
   */
  public EmbeddedThetis start() {
    return start(false);
  }

  /**
   * @param lasting whether closing it does nothing
   */
  EmbeddedThetis start(boolean lasting) {
    Settings settings = ThetisSettings.builder().flags(flags).build();
    return EmbeddedThetis.start(settings, lasting);
  }
}
