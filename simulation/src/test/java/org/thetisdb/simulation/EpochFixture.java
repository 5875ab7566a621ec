package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.core.placement.Primaries.WHOLE_SHARE;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.core.wire.RouterToSite.CloseEpochView;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RunInEpochView;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EpochViewBegun;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/**
 * The fixture of scenarios about epochs at two sites, with a router that is played by the test
 * (decision 0050). Site 1 is the epoch coordinator. It is the primary of counters with even
 * numbers, and site 2 of those with odd ones.
 */
abstract class EpochFixture extends SiteFixture {
  static final List<Integer> BOTH = List.of(1, 2);

  private final EpochViewRules rules;
  private List<Integer> closed = List.of();
  private int epochCoordinatorShare = WHOLE_SHARE;
  long epochView = 1L << 32;
  long order;
  long epoch;

  /** Counter 1 is at 50 and counter 2 at 10 as an epoch view begins. */
  EpochFixture(SchemeSpec scheme, EpochViewRules rules) {
    this.rules = rules;
    nodes.values().forEach(node -> node.send(new FollowScheme(scheme.name())));
    execute(1, raise(1, 50));
    execute(1, raise(2, 10));
    cut();
    beginEpochView();
  }

  /** From counter 2 to counter 1. */
  static CallBuilder shift() {
    return call("Shift", 1, 2L, 1L, 7L);
  }

  void beginEpochView() {
    epochView++;
    VersionVector floor = stopped(1).max(stopped(2));
    begun(1, floor);
    begun(2, floor);
    epoch = 0;
    order = 0;
  }

  /** The next epoch view, in which nobody writes a table. */
  void beginEpochViewWithout(int table) {
    closed = List.of(table);
    beginEpochView();
  }

  /** The next epoch view, in which the epoch coordinator is the primary of nothing. */
  void beginEpochViewWhereTheEpochCoordinatorOnlyKeeps() {
    epochCoordinatorShare = 0;
    beginEpochView();
  }

  private BeginEpochView begin(boolean second, VersionVector floor) {
    return new BeginEpochView(
        epochView, 1, BOTH, epochCoordinatorShare, rules, closed, second, floor);
  }

  VersionVector stopped(int site) {
    EpochViewBegun stopped = (EpochViewBegun) ask(site, begin(false, VersionVector.ZERO));
    assertThat(stopped.second()).isFalse();
    return stopped.vector();
  }

  void begun(int site, VersionVector floor) {
    EpochViewBegun begun = (EpochViewBegun) ask(site, begin(true, floor));
    assertThat(begun.second()).isTrue();
  }

  void closeEpochView() {
    nodes.values().forEach(node -> node.send(new CloseEpochView(epochView)));
    world.runFor(STEP_US);
  }

  RanInEpochView run(int site, CallBuilder call) {
    return run(site, call, RanInEpochView.class);
  }

  <M extends Message> M run(int site, CallBuilder call, Class<M> kind) {
    Message answer = ask(site, new RunInEpochView(epochView, call.build(nodes.get(site))));
    assertThat(answer).isInstanceOf(kind);
    return kind.cast(answer);
  }

  Validated validate(int site, RanInEpochView ran) {
    return validate(site, ran, 0);
  }

  /** In logical time: what was read should hold until some time. */
  Validated validate(int site, RanInEpochView ran, long until) {
    return (Validated)
        ask(site, new Validate(epochView, ran.attemptId(), ran.touched(), ran.versions(), until));
  }

  void install(RanInEpochView ran) {
    install(ran, 1L << 20);
  }

  void install(RanInEpochView ran, long tid) {
    Install install = new Install(epochView, ran.attemptId(), tid, ++order, ran.rows());
    nodes.values().forEach(node -> node.send(install));
    world.runFor(STEP_US);
  }

  EpochCommitted commit(RanInEpochView... all) {
    EpochCommitted answer = committed(all);
    assertThat(answer.commits()).isEqualTo(all.length);
    cut();
    return answer;
  }

  EpochCommitted committed(RanInEpochView... all) {
    List<EpochViewCommit> commits =
        List.of(all).stream()
            .map(
                ran ->
                    new EpochViewCommit(
                        0, 0, ran.catalog(), ran.existence(), ran.value(), ran.rows()))
            .toList();
    return (EpochCommitted)
        ask(1, new CommitEpoch(epochView, ++epoch, VersionVector.ZERO, commits));
  }

  static EpochViewCommit commitOf(RanInEpochView ran) {
    return new EpochViewCommit(0, 0, ran.catalog(), ran.existence(), ran.value(), ran.rows());
  }

  CommitEpoch epochOf(long session, long sequence, RanInEpochView ran) {
    EpochViewCommit commit =
        new EpochViewCommit(
            session, sequence, ran.catalog(), ran.existence(), ran.value(), ran.rows());
    return new CommitEpoch(epochView, ++epoch, VersionVector.ZERO, List.of(commit));
  }

  static Object valueOf(RanInEpochView ran) {
    assertThat(ran.message()).isEmpty();
    return ValueCodec.decode(ran.value());
  }

  Object sum() {
    cut();
    return valueOf(execute(2, call("Sum", 1, 1L, 2L)));
  }
}
