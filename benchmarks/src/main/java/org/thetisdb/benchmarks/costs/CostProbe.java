package org.thetisdb.benchmarks.costs;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures the threads of this process between two moments. What a thread did that ended in between
 * is counted for the JVM, because only the process still knows of it. For one thread.
 */
public final class CostProbe implements CostMeter {
  /** Linux cuts names so. */
  private static final int CUT = 15;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final int lastClusterPool;
  private Moment before;

  /** To be made when the cluster runs and no client is there yet. */
  public CostProbe() {
    int last = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      last = thread == null ? last : Math.max(last, Stage.poolOf(thread.getThreadName()));
    }
    this.lastClusterPool = last;
  }

  /** What a thread of Java has done since it began. */
  private record JavaThread(String name, long cpuNs, long allocatedBytes) {}

  private record Moment(
      long processCpuNs, Map<Long, JavaThread> java, Map<String, LinuxThreads.Task> linux) {}

  @Override
  public void begin() {
    before = now();
  }

  private Moment now() {
    Map<Long, JavaThread> java = new HashMap<>();
    long[] ids = threads.getAllThreadIds();
    ThreadInfo[] infos = threads.getThreadInfo(ids);
    long[] cpuNs = threads.getThreadCpuTime(ids);
    long[] allocated = threads.getThreadAllocatedBytes(ids);
    for (int i = 0; i < ids.length; i++) {
      if (infos[i] != null && cpuNs[i] >= 0) {
        java.put(ids[i], new JavaThread(infos[i].getThreadName(), cpuNs[i], allocated[i]));
      }
    }
    return new Moment(system.getProcessCpuTime(), java, LinuxThreads.read());
  }

  @Override
  public CostSheet end(long transactions) {
    if (before == null || transactions == 0) {
      return CostSheet.absent("no transaction was counted");
    }
    Moment after = now();
    Map<Stage, CostSheet.Cost> byStage = new EnumMap<>(Stage.class);
    double javaUs = addJava(after, byStage);
    double processUs = (after.processCpuNs - before.processCpuNs) / 1e3;
    add(byStage, Stage.JVM, CostSheet.Cost.ofJava(Math.max(0, processUs - javaUs), 0, true));
    if (LinuxThreads.areTold()) {
      addLinux(after, byStage);
    }
    return new CostSheet(transactions, byStage, "");
  }

  private double addJava(Moment after, Map<Stage, CostSheet.Cost> byStage) {
    boolean systemTells = LinuxThreads.areTold();
    double sumUs = 0;
    for (Map.Entry<Long, JavaThread> one : after.java.entrySet()) {
      JavaThread now = one.getValue();
      JavaThread then = before.java.getOrDefault(one.getKey(), new JavaThread(now.name(), 0, 0));
      double cpuUs = (now.cpuNs() - then.cpuNs()) / 1e3;
      long bytes = now.allocatedBytes() - then.allocatedBytes();
      if (cpuUs > 0 || bytes > 0) {
        sumUs += cpuUs;
        add(
            byStage,
            Stage.of(now.name(), lastClusterPool),
            CostSheet.Cost.ofJava(cpuUs, bytes, systemTells));
      }
    }
    return sumUs;
  }

  private void addLinux(Moment after, Map<Stage, CostSheet.Cost> byStage) {
    Map<String, Stage> stages = stagesByCutName(after);
    for (Map.Entry<String, LinuxThreads.Task> one : after.linux.entrySet()) {
      LinuxThreads.Task now = one.getValue();
      LinuxThreads.Task then =
          before.linux.getOrDefault(one.getKey(), new LinuxThreads.Task(now.name(), 0, 0, 0, 0));
      CostSheet.Cost cost = between(then, now);
      if (cost.kernelUs() > 0 || cost.handOvers() > 0 || cost.preemptions() > 0) {
        add(byStage, stages.getOrDefault(now.name(), Stage.JVM), cost);
      }
    }
  }

  private static CostSheet.Cost between(LinuxThreads.Task then, LinuxThreads.Task now) {
    return new CostSheet.Cost(
        0,
        (double) now.kernelUs() - then.kernelUs(),
        0,
        now.transfers() < 0 ? -1 : now.transfers() - then.transfers(),
        now.voluntary() - then.voluntary(),
        now.involuntary() - then.involuntary());
  }

  /** Threads that the system knows and Java does not are the JVM's own. */
  private Map<String, Stage> stagesByCutName(Moment after) {
    Map<String, Stage> stages = new HashMap<>();
    for (JavaThread thread : after.java.values()) {
      String name = thread.name();
      stages.put(name.substring(0, Math.min(CUT, name.length())), Stage.of(name, lastClusterPool));
    }
    return stages;
  }

  private static void add(Map<Stage, CostSheet.Cost> byStage, Stage stage, CostSheet.Cost cost) {
    byStage.merge(stage, cost, CostSheet.Cost::plus);
  }
}
