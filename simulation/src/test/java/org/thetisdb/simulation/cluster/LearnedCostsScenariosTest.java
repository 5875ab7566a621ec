package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/** What the leading router has learned of costs and of the workload outlives it. */
final class LearnedCostsScenariosTest extends RouterFixture {
  private static final int CALLERS = 6;

  /** What is learned is kept each five seconds. */
  private static final long KEPT_US = 7_000_000;

  private static final Pattern COMMIT =
      Pattern.compile("\"name\":\"commit\",\"constant\":([0-9.E+-]+)");

  LearnedCostsScenariosTest() {
    super(2, SchemeRegistry.MORPHOSYS, 10, FirstMaster.SCATTERED);
  }

  @Test
  void theNextLeaderPlansWithWhatTheLastOneHasLearned() {
    List<Caller> callers = new ArrayList<>();
    for (int i = 1; i <= CALLERS; i++) {
      callers.add(new Caller(replica(), 100L * i));
      callers.get(i - 1).start();
    }
    world.runFor(KEPT_US);
    RouterMachine first = leader();
    callers.forEach(Caller::stop);
    world.runFor(KEPT_US);
    double learned = commitUs(first);
    assertThat(learned).as("what a commit takes was learned").isNotEqualTo(commitAtFirstUs());
    first.process().kill();
    runUntil(() -> leader() != first, "another router leads");
    assertThat(commitUs(leader())).as("and is known to the next").isEqualTo(learned);
  }

  /** Before anything is learned, a cost function says this. */
  private static double commitAtFirstUs() {
    return 200;
  }

  private double commitUs(RouterMachine router) {
    AtomicReference<String> status = new AtomicReference<>();
    Caller asks = new Caller(router, 1);
    asks.machine.core().status(outcome -> status.set((String) outcome.result()));
    runUntil(() -> status.get() != null, "the status is told");
    Matcher found = COMMIT.matcher(status.get());
    assertThat(found.find()).as(status.get()).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
