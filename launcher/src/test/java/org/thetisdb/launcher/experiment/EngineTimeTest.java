package org.thetisdb.launcher.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What engines were seen doing is told apart by the methods that were under way. */
final class EngineTimeTest {
  private static final String QUEUE = "org.thetisdb.server.gate.ReadyQueue.drain";
  private static final String RUN = "org.thetisdb.server.execution.TransactionRunner.resultOf";
  private static final String RESERVE = "org.thetisdb.server.batch.Reservations.commitOrder";
  private static final String FIND = "org.thetisdb.server.order.Placeholders.find";

  private final EngineTime time = new EngineTime();

  private void add(String thread, String... methods) {
    time.add(thread, List.of(methods));
  }

  @Test
  void schedulingIsAPartOfTheEnginesTimeAndOfRuns() {
    add("site-1", RESERVE, QUEUE);
    add("site-1", "java.util.HashMap.get", FIND, RUN, QUEUE);
    add("site-1", RUN, QUEUE);
    add("site-1", "org.thetisdb.server.deterministic.OrderedCalls.keepsToLocks", QUEUE);
    add("site-1", "org.thetisdb.server.execution.Answers.send", QUEUE);
    assertThat(time.shares())
        .containsEntry("of_engine", 0.6)
        .containsEntry("of_runs", 0.75)
        .containsEntry("samples", 5.0);
  }

  @Test
  void whoRunsATaskInTheEnginesPlaceCountsAndOtherThreadsDoNot() {
    add("site-1", RUN, QUEUE);
    add("thetis-net-1-2", RESERVE, QUEUE);
    add("thetis-net-1-2", "org.thetisdb.router.engine.Router.onMessage");
    add("site-1-refresh", "org.thetisdb.server.refresh.SiteRefresh.apply");
    assertThat(time.shares()).containsEntry("of_engine", 0.5).containsEntry("samples", 2.0);
  }

  @Test
  void theSiteThatWasSeenMostCounts() {
    add("site-1", RUN, QUEUE);
    add("site-2", RESERVE, QUEUE);
    add("site-2", RESERVE, QUEUE);
    assertThat(time.shares()).containsEntry("of_engine", 1.0).containsEntry("samples", 2.0);
  }

  @Test
  void nothingIsToldOfNothing() {
    assertThat(time.shares()).isEmpty();
  }
}
