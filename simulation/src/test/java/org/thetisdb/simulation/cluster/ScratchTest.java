package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Test;

class ScratchTest {
  @Test
  void seeds() {
    long from = Long.getLong("from", 1);
    long to = Long.getLong("to", 20);
    boolean trace = from == to;
    for (long seed = from; seed <= to; seed++) {
      long begin = System.nanoTime();
      SimulationReport report = Simulation.run(seed, trace ? System.out::println : line -> {});
      long ms = (System.nanoTime() - begin) / 1_000_000;
      System.out.printf(
          "%d %s committed %d aborted %d unknown %d faults %d steps %d virtual %d ms real %d ms digest %x%n",
          seed,
          report.isGood() ? "ok" : "BAD",
          report.committed(),
          report.aborted(),
          report.unknown(),
          report.faults(),
          report.steps(),
          report.virtualUs() / 1000,
          ms,
          report.digest());
      report.problems().forEach(p -> System.out.println("   " + p));
    }
  }
}
