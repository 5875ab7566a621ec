package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;

/**
 * Scenarios about a table of counters that begins as one range at site 1, gets borders and loses
 * them.
 */
final class RangeScenariosTest extends SiteFixture {
  private static final int TABLE = PartitionId.table(P0);
  private static final byte[] OPEN = {};
  private static final byte[] AT_50 = KeyCodec.encodeLong(50);
  private static final Reshape SPLIT = new Reshape(true, TABLE, OPEN, AT_50, OPEN, 1);
  private static final long UPPER = SPLIT.upper();
  private static final Reshape MERGER = new Reshape(false, TABLE, OPEN, AT_50, OPEN, 2);
  private static final long CHECKPOINT_MS = 200;

  RangeScenariosTest() {
    super(64 << 20, 64 << 20, CHECKPOINT_MS, 1, 0);
  }

  @Test
  void whatIsNotYetBornBelongsToTheRangeAroundIt() {
    assertThat(valueOf(execute(1, raise(1, 5, P0, 0)))).isEqualTo(5L);
    assertThat(valueOf(execute(1, raise(7_000_000_000_000_000L, 5, P0, 0)))).isEqualTo(5L);
  }

  @Test
  void numbersBeyondTheSeventhThousandBillionAreMasteredApart() {
    long last = Long.MAX_VALUE;
    byte[] at = KeyCodec.encodeLong(last);
    Reshape split = new Reshape(true, TABLE, OPEN, at, OPEN, 1);
    reshape(1, split);
    assertThat(released(1, new Mastership(split.upper(), 2, at))).isEmpty();
    CallBuilder there = call("Raise", 1, last, 3L).writes(split.upper(), 2);
    there.written = List.of(new Mastership(split.upper(), 2, at));
    assertThat(valueOf(execute(2, there))).isEqualTo(3L);
    assertThat(valueOf(execute(1, raise(last - 1, 5, P0, 1)))).isEqualTo(5L);
  }

  @Test
  void aSiteGoesOnUnderTheNewBordersAndToldOfThem() {
    execute(1, raise(60, 5, P0, 0));
    assertThat(reshape(1, SPLIT))
        .containsExactly(new Owner(P0, 1, 1, OPEN, AT_50), new Owner(UPPER, 1, 1, AT_50, OPEN));
    assertThat(valueOf(execute(1, raise(60, 1, UPPER, 1)))).isEqualTo(6L);
    assertThat(valueOf(execute(1, raise(1, 1, P0, 1)))).isEqualTo(1L);
  }

  @Test
  void aCallOfTheOldTermGoesBackWithAllItsRouterMustKnow() {
    reshape(1, SPLIT);
    Replan replan = (Replan) execute(1, raise(60, 1, P0, 0));
    assertThat(replan.owners())
        .contains(new Owner(P0, 1, 1, OPEN, AT_50), new Owner(UPPER, 1, 1, AT_50, OPEN));
  }

  @Test
  void aCallThatNamesTheWrongPartIsSentBack() {
    reshape(1, SPLIT);
    Replan replan = (Replan) execute(1, raise(60, 1, P0, 1));
    assertThat(replan.touched()).isNotNull();
    assertThat(replan.owners()).contains(new Owner(UPPER, 1, 1, AT_50, OPEN));
  }

  @Test
  void onePartMovesAndTheOtherStays() {
    execute(1, raise(60, 5, P0, 0));
    reshape(1, SPLIT);
    assertThat(released(1, new Mastership(UPPER, 2, AT_50))).isEmpty();
    assertThat(valueOf(execute(2, raise(60, 1, UPPER, 2)))).isEqualTo(6L);
    assertThat(valueOf(execute(1, raise(1, 1, P0, 1)))).isEqualTo(1L);
    assertThat(execute(1, raise(60, 1, UPPER, 2))).isInstanceOf(Replan.class);
  }

  @Test
  void aSiteThatHasNotHeardOfASplitYetWaitsForItAsForAnyRelease() {
    log.lag("site-2", 4 * STEP_US);
    reshape(1, SPLIT);
    released(1, new Mastership(UPPER, 2, AT_50));
    Message answer = execute(2, raise(60, 1, UPPER, 2), 8 * STEP_US);
    assertThat(valueOf(answer)).isEqualTo(1L);
  }

  @Test
  void aReleaseInTheOldTermIsRefusedUnderTheNameThatWasAskedFor() {
    reshape(1, SPLIT);
    assertThat(released(1, new Mastership(P0, 1)))
        .containsExactly(new Owner(P0, 1, 1, OPEN, AT_50));
    reshape(1, MERGER);
    assertThat(released(1, new Mastership(UPPER, 2, AT_50)))
        .containsExactly(new Owner(UPPER, 2, 1, OPEN, OPEN));
  }

  @Test
  void onlyTheFirstOfTwoSplitsInOneTermIsMade() {
    reshape(1, SPLIT);
    Reshape other = new Reshape(true, TABLE, OPEN, KeyCodec.encodeLong(70), OPEN, SPLIT.term());
    Reshaped answer = (Reshaped) ask(1, new ReshapeRequest(8, other));
    assertThat(answer.done()).isFalse();
    assertThat(answer.owners()).contains(new Owner(UPPER, 1, 1, AT_50, OPEN));
  }

  @Test
  void partsAreOneAgainAfterAMergerAndTheirTermsAreOver() {
    execute(1, raise(60, 5, P0, 0));
    reshape(1, SPLIT);
    reshape(1, MERGER);
    assertThat(execute(1, raise(60, 1, UPPER, 1))).isInstanceOf(Replan.class);
    assertThat(valueOf(execute(1, raise(60, 1, P0, 2)))).isEqualTo(6L);
  }

  @Test
  void partsWithTwoMastersAreNotMerged() {
    reshape(1, SPLIT);
    released(1, new Mastership(UPPER, 2, AT_50));
    Reshape merger = new Reshape(false, TABLE, OPEN, AT_50, OPEN, 3);
    assertThat(((Reshaped) ask(1, new ReshapeRequest(8, merger))).done()).isFalse();
    assertThat(((Reshaped) ask(2, new ReshapeRequest(9, merger))).done()).isFalse();
  }

  @Test
  void aRangeThatATransactionKeepsIsNotSplit() {
    CallBuilder first = raise(60, 5, P0, 0).in(7, 3, true, 0);
    assertThat(valueOf(execute(1, first))).isEqualTo(5L);
    Reshaped answer = (Reshaped) ask(1, new ReshapeRequest(8, SPLIT));
    assertThat(answer.done()).isFalse();
    assertThat(valueOf(execute(1, raise(1, 1, P0, 0)))).isEqualTo(1L);
    CallBuilder commit = call("thetis.commit", 0).in(7, 3, false, 0);
    assertThat(execute(1, commit)).isNotInstanceOf(Replan.class);
    assertThat(reshape(1, SPLIT)).hasSize(2);
  }

  @Test
  void aSplitThatDidNotGetToTheLogNeverWas() {
    execute(1, raise(60, 5, P0, 0));
    Node first = nodes.get(1);
    log.goAway(10 * STEP_US);
    first.answers.clear();
    first.send(new ReshapeRequest(8, SPLIT));
    world.runFor(STEP_US);
    assertThat(first.answers).as("answers before the log has the split").isEmpty();
    first.kill();
    log.loseInFlight(1);
    world.runFor(10 * STEP_US);
    start(1);
    assertThat(nodes.get(1).told).isEmpty();
    assertThat(valueOf(execute(1, raise(60, 1, P0, 0)))).isEqualTo(6L);
  }

  @Test
  void aSiteThatStartsAgainHasAllItsBorders() {
    for (int i = 1; i <= 100; i++) {
      byte[] from = i == 1 ? OPEN : KeyCodec.encodeLong(10L * i - 10);
      byte[] at = KeyCodec.encodeLong(10L * i);
      reshape(1, new Reshape(true, TABLE, from, at, OPEN, i));
    }
    byte[] at990 = KeyCodec.encodeLong(990);
    Reshape last = new Reshape(true, TABLE, OPEN, at990, OPEN, 1);
    released(1, new Mastership(last.upper(), 101, at990));
    world.runFor(4 * CHECKPOINT_MS * 1000);
    hello(nodes.get(1));
    List<Owner> before = List.copyOf(nodes.get(1).told);
    assertThat(before).hasSize(101);
    nodes.get(1).kill();
    world.runFor(STEP_US);
    start(1);
    assertThat(nodes.get(1).told).containsExactlyElementsOf(before);
  }

  @Test
  void partsOfALostSitesRangeAreHadThroughItsSuccessor() {
    execute(1, raise(60, 5, P0, 0));
    reshape(1, SPLIT);
    nodes.get(1).kill();
    assertThat(((SuccessorReady) ask(2, new FailoverSuccessor(1))).incarnation()).isEqualTo(2);
    Release request = new Release(9, List.of(new Mastership(UPPER, 2, AT_50)), 2, 1, 1);
    assertThat(((Released) ask(2, request)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(60, 1, UPPER, 2)))).isEqualTo(6L);
    start(1);
    assertThat(nodes.get(1).told)
        .containsExactly(new Owner(P0, 1, 1, OPEN, AT_50), new Owner(UPPER, 2, 2, AT_50, OPEN));
  }

  private List<Owner> reshape(int site, Reshape change) {
    Reshaped answer = (Reshaped) ask(site, new ReshapeRequest(8, change));
    assertThat(answer.done()).isTrue();
    return answer.owners();
  }

  private List<Owner> released(int site, Mastership wanted) {
    return ((Released) ask(site, new Release(9, List.of(wanted), 3 - site, 1))).refused();
  }

  private static CallBuilder raise(long id, long by, long partition, int term) {
    CallBuilder call = call("Raise", 1, id, by).writes(partition, term);
    byte[] from = partition == UPPER ? AT_50 : OPEN;
    call.written = List.of(new Mastership(partition, term, from));
    return call;
  }
}
