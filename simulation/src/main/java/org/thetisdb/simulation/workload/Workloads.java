package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.history.verdict.Level;

/** Draws what a simulated cluster has to do. */
public final class Workloads {
  private Workloads() {}

  /**
   * One to all of the workloads, in random sizes, held to what a scheme claims.
   *
   * @param withSeldom whether some lists are in a table that is seldom written
   */
  public static List<SimulatedWorkload> draw(
      RandomGenerator random, Isolation claims, boolean withSeldom) {
    ListAppendWorkload lists =
        new ListAppendWorkload(3 + random.nextInt(12), 8 + random.nextInt(24), levels(claims));
    List<SimulatedWorkload> all =
        List.of(
            withSeldom ? lists.withSeldom() : lists,
            new BankWorkload(4 + random.nextInt(40)),
            new Ring(4 + random.nextInt(20)),
            new OrdersWorkload(1 + random.nextInt(4), 1 + random.nextInt(10)),
            new Queue(64 + random.nextInt(1_000)),
            new Registers(1 + random.nextInt(12)));
    List<SimulatedWorkload> drawn = new ArrayList<>();
    for (SimulatedWorkload workload : all) {
      if (random.nextInt(3) == 0) {
        drawn.add(workload);
      }
    }
    return drawn.isEmpty() ? List.of(all.get(random.nextInt(all.size()))) : drawn;
  }

  private static Level[] levels(Isolation claims) {
    return switch (claims) {
      case STRONG_SESSION_SNAPSHOT -> new Level[] {Level.STRONG_SESSION_SI};
      case SERIALIZABLE -> new Level[] {Level.STRONG_SESSION_SI, Level.SERIALIZABLE};
    };
  }
}
