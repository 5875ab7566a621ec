package org.thetisdb.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each site of a cluster of processes the same slice of the machine's processors, so that one
 * that idles leaves nothing to the others, as sites on machines of their own do. Each gets a
 * control group of Linux with a quota; all other parts run without one. Needs the right to make
 * such groups, which mostly is root's. Understands both versions of control groups.
 *
 * <p>For one thread. What it made is taken away when it is closed, after the processes have ended.
 */
public final class ProcessorSlices implements Hosts, AutoCloseable {
  /** Short, so that a site which has used up its slice does not stand still for long. */
  private static final int PERIOD_US = 10_000;

  /** What the kernel gives at least, in each period. */
  private static final int LEAST_QUOTA_US = 1_000;

  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final Path SECOND_VERSION = ROOT.resolve("cgroup.controllers");
  private static final Path FIRST_VERSION = ROOT.resolve("cpu");

  private final Hosts hosts;
  private final boolean isSecondVersion;
  private final Path parent;
  private final Map<String, Path> groups = new LinkedHashMap<>();

  private ProcessorSlices(Hosts hosts, boolean isSecondVersion) {
    this.hosts = hosts;
    this.isSecondVersion = isSecondVersion;
    this.parent =
        (isSecondVersion ? ROOT : FIRST_VERSION).resolve("thetis-" + ProcessHandle.current().pid());
  }

  /**
   * Groups for so many sites, which limit nothing yet.
   *
   * @param hosts where the parts run
   * @throws IOException with a sentence for people if groups cannot be made here
   */
  public static ProcessorSlices open(int sites, Hosts hosts) throws IOException {
    boolean isSecondVersion = Files.exists(SECOND_VERSION);
    if (!isSecondVersion && !Files.exists(FIRST_VERSION)) {
      throw new IOException("This system has no control groups for processors.");
    }
    ProcessorSlices slices = new ProcessorSlices(hosts, isSecondVersion);
    try {
      slices.make(ProcessCluster.sitesOf(sites));
      return slices;
    } catch (IOException e) {
      slices.close();
      throw new IOException(
          "A control group for the processors of a site could not be made in %s. Run this as root, and in a container with the right to do so."
              .formatted(slices.parent.getParent()),
          e);
    }
  }

  private void make(List<String> sites) throws IOException {
    if (isSecondVersion) {
      Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu");
    }
    Files.createDirectory(parent);
    if (isSecondVersion) {
      Files.writeString(parent.resolve("cgroup.subtree_control"), "+cpu");
    }
    for (String site : sites) {
      Path group = parent.resolve(site.replace(' ', '-'));
      Files.createDirectory(group);
      groups.put(site, group);
    }
    free();
  }

  /**
   * Each site has so much from now on.
   *
   * @param processors such as 0.25 for a quarter of one
   */
  public void limit(double processors) throws IOException {
    set(Long.toString(Math.max(LEAST_QUOTA_US, Math.round(processors * PERIOD_US))));
  }

  /** Each site has as much as there is from now on. */
  public void free() throws IOException {
    set(isSecondVersion ? "max" : "-1");
  }

  private void set(String quotaUs) throws IOException {
    for (Path group : groups.values()) {
      if (isSecondVersion) {
        Files.writeString(group.resolve("cpu.max"), quotaUs + " " + PERIOD_US);
      } else {
        Files.writeString(group.resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_US));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), quotaUs);
      }
    }
  }

  @Override
  public String address(String part) {
    return hosts.address(part);
  }

  /** A shell that enters the group and becomes the process, so that the process id stays. */
  @Override
  public List<String> prefix(String part) {
    Path group = groups.get(part);
    if (group == null) {
      return hosts.prefix(part);
    }
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c"));
    command.add("echo $$ > \"$0\" && exec \"$@\"");
    command.add(group.resolve("cgroup.procs").toString());
    command.addAll(hosts.prefix(part));
    return command;
  }

  /** Takes the groups away; one that still has a process stays. */
  @Override
  public void close() {
    groups.values().forEach(ProcessorSlices::remove);
    groups.clear();
    remove(parent);
  }

  private static void remove(Path group) {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      group.toFile().deleteOnExit();
    }
  }
}
