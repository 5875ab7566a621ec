package org.thetisdb.cluster;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;

/**
 * How much memory the rows of a site may take when the settings leave it open: a share of what this
 * machine, or this container, has beside the Java heap.
 *
 * <p>A cluster in one process, and a site in a container, have the machine for themselves; the rest
 * is left to Kafka's files, to the JVM and to the system. A site that is a process on a machine
 * without a limit may have neighbours there, so it takes less. Memory is taken only as rows come,
 * so a large bound costs nothing.
 *
 * @param machineBytes memory of the machine, or of the container if that has less
 * @param heapBytes the most that the Java heap may take
 * @param isLimited whether a container gives this process less than the machine has
 */
public record StoreMemory(long machineBytes, long heapBytes, boolean isLimited) {
  private static final long MIB = 1 << 20;
  private static final long LEAST_MIB = 256;
  private static final int OWN_MACHINE_PERCENT = 60;
  private static final int SHARED_MACHINE_PERCENT = 25;
  private static final Path MACHINE_MEMORY = Path.of("/proc/meminfo");
  private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s*(\\d{1,15}) kB");

  /** What this process has. */
  public static StoreMemory ofThisProcess() {
    long available = availableBytes();
    long physical = physicalBytes(available);
    return new StoreMemory(available, Runtime.getRuntime().maxMemory(), available < physical);
  }

  /** The JVM heeds the limits of its container. */
  private static long availableBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean machine
        ? machine.getTotalMemorySize()
        : 0;
  }

  private static long physicalBytes(long otherwise) {
    try {
      return physicalBytes(Files.readAllLines(MACHINE_MEMORY), otherwise);
    } catch (IOException notLinux) {
      return otherwise;
    }
  }

  static long physicalBytes(List<String> lines, long otherwise) {
    for (String line : lines) {
      Matcher total = TOTAL.matcher(line);
      if (total.matches()) {
        return Long.parseLong(total.group(1)) << 10;
      }
    }
    return otherwise;
  }

  /** The settings with the memory of each site, for a process that holds a whole cluster. */
  public Settings forCluster(Settings settings) {
    return fill(settings, OWN_MACHINE_PERCENT, settings.get(BasicSettings.CLUSTER_SITES));
  }

  /** The settings with the memory of the site, for a process that holds one. */
  Settings forSite(Settings settings) {
    return fill(settings, isLimited ? OWN_MACHINE_PERCENT : SHARED_MACHINE_PERCENT, 1);
  }

  private Settings fill(Settings settings, int percent, int sites) {
    if (settings.get(SiteSettings.STORE_MEMORY_MIB) > 0) {
      return settings;
    }
    long shareMib = Math.max(0, machineBytes - heapBytes) / 100 * percent / sites / MIB;
    long mib = Math.min(Integer.MAX_VALUE >> 10, Math.max(LEAST_MIB, shareMib));
    return settings.with(SiteSettings.STORE_MEMORY_MIB, (int) mib);
  }
}
