package org.thetisdb.lab.experiment;

import java.lang.management.ManagementFactory;

/**
 * What an experiment ran on.
 *
 * @param cores processors that the JVM may use
 * @param memoryMib memory of the machine, or of the container
 * @param java version and maker of the JVM
 * @param system the operating system
 * @param loadAverage processes that wanted a processor in the minute before; below 0 if the system
 *     does not tell
 */
public record ExperimentMachine(
    int cores, long memoryMib, String java, String system, double loadAverage) {
  /** The machine of this process. */
  public static ExperimentMachine ofThisProcess() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    long bytes =
        system instanceof com.sun.management.OperatingSystemMXBean known
            ? known.getTotalMemorySize()
            : 0;
    return new ExperimentMachine(
        system.getAvailableProcessors(),
        bytes >> 20,
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        system.getName() + " " + system.getArch(),
        system.getSystemLoadAverage());
  }

  /** In one line, for people. */
  public String describe() {
    return "%d cores, %,d MiB, %s, %s".formatted(cores, memoryMib, java, system);
  }
}
