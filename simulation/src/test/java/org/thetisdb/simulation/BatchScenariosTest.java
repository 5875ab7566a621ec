package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.sql.call.ControlCall;

/** Scenarios about a site that runs calls in batches, and a router that is played by the test. */
final class BatchScenariosTest extends SiteFixture {
  private static final long ANN = 71;

  /** The first site starts again, and runs calls in batches from now on. */
  private Node batching(boolean reordering, BatchFallback fallback) {
    batches = new BatchConfig(8, 2_000, reordering, fallback, false, true);
    nodes.get(1).kill();
    start(1);
    nodes.get(1).send(new FollowScheme(SchemeRegistry.ARIA.name()));
    cut();
    return nodes.get(1);
  }

  /** What calls that come in one go are answered, in the order in which they were sent. */
  private List<Object> together(Node site, CallBuilder... calls) {
    site.answers.clear();
    List<Long> attempts = new ArrayList<>();
    for (CallBuilder call : calls) {
      var message = call.build(site);
      attempts.add(message.attemptId());
      site.send(message);
    }
    world.runFor(STEP_US);
    Map<Long, Object> values = new TreeMap<>();
    for (Message answer : site.answers) {
      values.put(((Executed) answer).attemptId(), valueOf(answer));
    }
    return attempts.stream().map(values::get).toList();
  }

  private CallBuilder raiseBy(long id, long other) {
    return call("RaiseBy", 1, id, other).writes(P0, 0);
  }

  private Object valueAt(int site, long id) {
    return valueOf(execute(site, call("Sum", 1, id, 50L)));
  }

  @ParameterizedTest
  @EnumSource
  void callsThatRaiseOneCounterAllCommitOneAfterTheOther(BatchFallback fallback) {
    Node site = batching(true, fallback);
    assertThat(together(site, raise(1, 1), raise(1, 10), raise(1, 100)))
        .containsExactly(1L, 11L, 111L);
    assertThat(valueAt(1, 1)).isEqualTo(111L);
    cut();
    assertThat(valueAt(2, 1)).as("at the other site").isEqualTo(111L);
  }

  @ParameterizedTest
  @EnumSource
  void whoReadsWhatAnEarlierOneOfItsBatchWritesCommitsBeforeIt(BatchFallback fallback) {
    Node site = batching(true, fallback);
    execute(1, raise(1, 5));
    assertThat(together(site, raise(1, 1), raiseBy(2, 1), raiseBy(3, 2)))
        .as("each has read the state before the batch")
        .containsExactly(6L, 5L, 0L);
  }

  @ParameterizedTest
  @EnumSource
  void withoutReorderingItCommitsBehindIt(BatchFallback fallback) {
    Node site = batching(false, fallback);
    execute(1, raise(1, 5));
    assertThat(together(site, raise(1, 1), raiseBy(2, 1), raiseBy(3, 2)))
        .containsExactly(6L, 6L, 6L);
  }

  @Test
  void aBatchThatIsFullDoesNotWaitForCompany() {
    Node site = batching(true, BatchFallback.NEVER);
    assertThat(answeredBeforeTheWaitIsOver(site, 7)).isZero();
    assertThat(answeredBeforeTheWaitIsOver(site, 8)).isEqualTo(8);
  }

  private long answeredBeforeTheWaitIsOver(Node site, int calls) {
    site.answers.clear();
    for (int call = 1; call <= calls; call++) {
      site.send(raise(call, 1).build(site));
    }
    world.runFor(1_500);
    long answered = site.answers.size();
    world.runFor(STEP_US);
    return answered;
  }

  @ParameterizedTest
  @EnumSource
  void aCycleOfReadsIsSerializedAllTheSame(BatchFallback fallback) {
    Node site = batching(true, fallback);
    together(site, raise(1, 1), raise(2, 10), raise(3, 100));
    List<Object> raised = together(site, raiseBy(1, 2), raiseBy(2, 3), raiseBy(3, 1));
    assertThat(raised)
        .as("the first two read the old state; the third came behind them")
        .containsExactly(11L, 110L, 111L);
  }

  @ParameterizedTest
  @EnumSource
  void aCallWaitsForARowThatAnInteractiveTransactionLocked(BatchFallback fallback) {
    Node site = batching(true, fallback);
    execute(1, raise(1, 5).in(ANN, ANN, true, 0));
    assertThat(together(site, raise(1, 1), raise(2, 1))).containsExactly(null, 1L);
    site.answers.clear();
    CallBuilder commit = call(ControlCall.COMMIT, 0).in(ANN, ANN, false, 0);
    commit.sequence = 9;
    site.send(commit.build(site));
    world.runFor(STEP_US);
    assertThat(valueOf(site.answers.get(1))).isEqualTo(6L);
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatComesTwiceInOneBatchRunsOnce(BatchFallback fallback) {
    Node site = batching(true, fallback);
    List<Object> answers =
        together(site, raise(1, 5).session(80, 1), raise(2, 1), raise(1, 5).session(80, 1));
    assertThat(answers).containsExactly(5L, 1L, 5L);
    assertThat(valueAt(1, 1)).isEqualTo(5L);
  }

  @ParameterizedTest
  @EnumSource
  void anAttemptWithNothingMoreToWriteIsAnsweredAsTheFirst(BatchFallback fallback) {
    batching(true, fallback);
    execute(1, raise(1, 5));
    assertThat(valueOf(execute(1, drop(1).session(80, 1)))).isEqualTo(1L);
    assertThat(valueOf(execute(1, drop(1).session(80, 1)))).as("another attempt").isEqualTo(1L);
    assertThat(valueOf(execute(1, drop(1).session(80, 2)))).as("another call").isEqualTo(0L);
  }

  @ParameterizedTest
  @EnumSource
  void anotherAttemptThatIsRefusedNowIsAnsweredAsTheFirst(BatchFallback fallback) {
    batching(true, fallback);
    execute(1, raise(1, 5));
    assertThat(valueOf(execute(1, raise(1, -5).session(80, 1)))).isEqualTo(0L);
    assertThat(valueOf(execute(1, raise(1, -5).session(80, 1))))
        .as("another attempt")
        .isEqualTo(0L);
  }

  @ParameterizedTest
  @EnumSource
  void theCopyOfAMessageIsNotAnsweredAtAll(BatchFallback fallback) {
    Node site = batching(true, fallback);
    Execute sent = drop(1).session(80, 1).build(site);
    execute(1, raise(1, 5));
    site.answers.clear();
    Execute message = raise(1, 5).session(80, 1).build(site);
    site.send(message);
    site.send(message);
    site.send(sent); // older than what came last
    world.runFor(STEP_US);
    assertThat(site.answers).hasSize(1);
    assertThat(valueOf(site.answers.get(0))).isEqualTo(10L);
  }

  private static CallBuilder drop(long id) {
    return call("Drop", 1, id, 1L).writes(P0, 0);
  }

  @ParameterizedTest
  @EnumSource
  void oneThatAbortsHoldsUpNobody(BatchFallback fallback) {
    Node site = batching(true, fallback);
    site.answers.clear();
    site.send(raise(1, 1).build(site));
    site.send(raise(1, -7).build(site));
    site.send(raise(2, 1).build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).hasSize(3);
    assertThat(valueAt(1, 1)).isEqualTo(1L);
    assertThat(valueAt(1, 2)).isEqualTo(1L);
  }
}
