package org.thetisdb.simulation.cluster;

import org.thetisdb.simulation.SimulatedProcess;

/** A machine on which a process of one name runs, dies, and is started again. */
abstract class Machine {
  private static final long NANOS_IN_MICRO = 1_000;

  private final Surroundings surroundings;
  private final String name;
  private SimulatedProcess process;

  Machine(Surroundings surroundings, String name) {
    this.surroundings = surroundings;
    this.name = name;
  }

  final Surroundings surroundings() {
    return surroundings;
  }

  final String name() {
    return name;
  }

  /** The process that runs, or the last one that did. */
  final SimulatedProcess process() {
    return process;
  }

  /** Starts a process. */
  final void start() {
    process = surroundings.world().newProcess(name);
    surroundings.watch(process);
    begin(process);
  }

  /** Kills the process; another one starts after a while. */
  final void restartAfter(long pauseUs) {
    if (process.isAlive()) {
      process.kill();
      surroundings.world().at(surroundings.world().nowUs() + pauseUs, this::start);
    }
  }

  /** An event loop that each task keeps busy for so long; 0 for one whose tasks take no time. */
  static SimulatedProcess.ProcessEventLoop line(SimulatedProcess process, long taskUs) {
    return taskUs == 0 ? process.newLine() : process.newBusyLine(taskUs * NANOS_IN_MICRO);
  }

  /** Makes the process do its work. */
  abstract void begin(SimulatedProcess newProcess);
}
