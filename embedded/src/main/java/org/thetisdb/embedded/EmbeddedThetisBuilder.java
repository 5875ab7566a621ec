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
 * What an embedded cluster is to be like. Made by {@link EmbeddedThetis#builder}.
 *
 * <pre>{@code
 * try (EmbeddedThetis db =
 *     EmbeddedThetis.builder().sites(3).setting("procedure.limit_ms", "5000").start()) {
 *   DataSource source = db.dataSource();
 * }
 * }</pre>
 *
 * <p>Not thread-safe. A builder may start several clusters, which have nothing in common.
 *
 * <p>Rows stand outside the Java heap, as in production, if the JVM prints no warning for that;
 * else on it. On a JDK of 24 or above that takes the option {@code
 * --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}. The setting {@code store.engine} chooses.
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

  /**
   * How many sites there are; mastership moves between them as in a real cluster.
   *
   * @param sites at least 1, the default; {@link #start} checks it
   * @return this builder
   */
  public EmbeddedThetisBuilder sites(int sites) {
    return setting(BasicSettings.CLUSTER_SITES.name(), Integer.toString(sites));
  }

  /**
   * Sets one of the settings that docs/settings.md lists.
   *
   * @param name its name there; {@link #start} checks it
   * @param value its value as a text; the last one that was set counts
   * @return this builder
   */
  public EmbeddedThetisBuilder setting(String name, String value) {
    flags.put(name, value);
    return this;
  }

  /**
   * Starts a cluster. Blocks until it serves: some seconds for the first of a JVM.
   *
   * @return a cluster that serves, which the caller closes
   * @throws ThetisException BAD_SETTING (T6008) if a setting is wrong, or another code if the
   *     cluster cannot be started
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
