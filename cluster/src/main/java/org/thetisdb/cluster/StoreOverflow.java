package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.store.OverflowConfig;

/**
 * How much disk the rows of a site may take when memory has no room for them, and the settings
 * leave that open: half of what the disk of the data has free, shared by the sites of the process,
 * and no more than what memory has the indexes for.
 */
final class StoreOverflow {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOverflow.class);
  private static final long MIB = 1 << 20;

  /** Indexes of small rows fill the memory by then. */
  private static final int TIMES_MEMORY = 8;

  private static final int FREE_FRACTION = 2;
  private static final String DIRECTORY = "overflow";

  private StoreOverflow() {}

  /** The overflow of one site of {@code sites} in this process. */
  static OverflowConfig of(Settings settings, int sites) {
    int said = settings.get(SiteSettings.STORE_OVERFLOW_MIB);
    if (said < 0) {
      return OverflowConfig.NONE;
    }
    Path data = Path.of(settings.get(SiteSettings.DATA_DIR)).toAbsolutePath();
    long bytes = said > 0 ? said * MIB : share(settings, freeBytes(data), sites);
    long reserveBytes = settings.get(SiteSettings.DISK_RESERVE_BYTES);
    return bytes == 0
        ? OverflowConfig.NONE
        : OverflowConfig.file(data.resolve(DIRECTORY), bytes, reserveBytes);
  }

  static long share(Settings settings, long freeBytes, int sites) {
    long memory = settings.get(SiteSettings.STORE_MEMORY_MIB) * MIB;
    return Math.min(freeBytes / FREE_FRACTION / sites, memory * TIMES_MEMORY) / MIB * MIB;
  }

  private static long freeBytes(Path data) {
    Path existing = data;
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      return Files.getFileStore(existing).getUsableSpace();
    } catch (IOException e) {
      LOG.warn("rows stay in memory: the free space of {} is not known", data, e);
      return 0;
    }
  }
}
