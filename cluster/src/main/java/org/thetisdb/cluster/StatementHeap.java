package org.thetisdb.cluster;

import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;

/**
 * How much of the Java heap the statements of a site may keep when the settings leave it open: a
 * quarter of the heap, shared by the sites of the process and their lanes. The rest is for what is
 * under way, for compiled statements, and for a broker in the process; what statements keep is
 * estimated, so the heap must bear more than that.
 *
 * @param heapBytes the most that the Java heap may take
 */
public record StatementHeap(long heapBytes) {
  private static final int SHARE = 4;
  private static final long LEAST_MIB = 8;
  private static final long MOST_MIB = 1 << 20;

  /** That of this process. */
  public static StatementHeap ofThisProcess() {
    return new StatementHeap(Runtime.getRuntime().maxMemory());
  }

  /** The settings with the share of each site, for a process that holds a whole cluster. */
  public Settings forCluster(Settings settings) {
    return fill(settings, settings.get(BasicSettings.CLUSTER_SITES));
  }

  /** The settings with the share of the site, for a process that holds one. */
  Settings forSite(Settings settings) {
    return fill(settings, 1);
  }

  private Settings fill(Settings settings, int sites) {
    int said = settings.get(SiteSettings.QUERY_MEMORY_MIB);
    int pools = sites * settings.get(BasicSettings.SITE_LANES);
    long shareMib = (heapBytes >> 20) / SHARE / pools;
    int mib = said > 0 ? said : (int) Math.min(MOST_MIB, Math.max(LEAST_MIB, shareMib));
    int each = settings.get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB);
    return settings
        .with(SiteSettings.QUERY_MEMORY_MIB, mib)
        .with(
            SiteSettings.QUERY_STATEMENT_MEMORY_MIB, each > 0 ? each : Math.max(1, mib - mib / 4));
  }
}
