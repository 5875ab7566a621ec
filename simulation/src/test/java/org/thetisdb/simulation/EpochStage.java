package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.core.placement.Primaries.WHOLE_SHARE;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.BeginEra;
import org.thetisdb.core.wire.RouterToSite.CloseEra;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EraCommit;
import org.thetisdb.core.wire.RouterToSite.EraRules;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RunInEra;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.RanInEra;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/**
 * The stage of stories about epochs at two sites, with a router that is played by the test
 * (decision 0050). Site 1 is the keeper. It is the primary of counters with even numbers, and site
 * 2 of those with odd ones.
 */
abstract class EpochStage extends SiteStage {
  static final List<Integer> BOTH = List.of(1, 2);

  private final EraRules rules;
  private List<Integer> closed = List.of();
  private int keeperShare = WHOLE_SHARE;
  long era = 1L << 32;
  long order;
  long epoch;

  /** Counter 1 is at 50 and counter 2 at 10 as an era begins. */
  EpochStage(SchemeSpec scheme, EraRules rules) {
    this.rules = rules;
    nodes.values().forEach(node -> node.send(new FollowScheme(scheme.name())));
    execute(1, raise(1, 50));
    execute(1, raise(2, 10));
    cut();
    beginEra();
  }

  /** From counter 2 to counter 1. */
  static CallBuilder shift() {
    return call("Shift", 1, 2L, 1L, 7L);
  }

  void beginEra() {
    era++;
    VersionVector floor = stopped(1).max(stopped(2));
    begun(1, floor);
    begun(2, floor);
    epoch = 0;
    order = 0;
  }

  /** The next era, in which nobody writes a table. */
  void beginEraWithout(int table) {
    closed = List.of(table);
    beginEra();
  }

  /** The next era, in which the keeper is the primary of nothing. */
  void beginEraWhereTheKeeperOnlyKeeps() {
    keeperShare = 0;
    beginEra();
  }

  private BeginEra begin(boolean second, VersionVector floor) {
    return new BeginEra(era, 1, BOTH, keeperShare, rules, closed, second, floor);
  }

  VersionVector stopped(int site) {
    EraBegun stopped = (EraBegun) ask(site, begin(false, VersionVector.ZERO));
    assertThat(stopped.second()).isFalse();
    return stopped.vector();
  }

  void begun(int site, VersionVector floor) {
    EraBegun begun = (EraBegun) ask(site, begin(true, floor));
    assertThat(begun.second()).isTrue();
  }

  void closeEra() {
    nodes.values().forEach(node -> node.send(new CloseEra(era)));
    world.runFor(STEP_US);
  }

  RanInEra run(int site, CallBuilder call) {
    return run(site, call, RanInEra.class);
  }

  <M extends Message> M run(int site, CallBuilder call, Class<M> kind) {
    Message answer = ask(site, new RunInEra(era, call.build(nodes.get(site))));
    assertThat(answer).isInstanceOf(kind);
    return kind.cast(answer);
  }

  Validated validate(int site, RanInEra ran) {
    return validate(site, ran, 0);
  }

  /** In logical time: what was read should hold until some time. */
  Validated validate(int site, RanInEra ran, long until) {
    return (Validated)
        ask(site, new Validate(era, ran.attemptId(), ran.touched(), ran.versions(), until));
  }

  void install(RanInEra ran) {
    install(ran, 1L << 20);
  }

  void install(RanInEra ran, long tid) {
    Install install = new Install(era, ran.attemptId(), tid, ++order, ran.rows());
    nodes.values().forEach(node -> node.send(install));
    world.runFor(STEP_US);
  }

  EpochCommitted commit(RanInEra... all) {
    EpochCommitted answer = committed(all);
    assertThat(answer.commits()).isEqualTo(all.length);
    cut();
    return answer;
  }

  EpochCommitted committed(RanInEra... all) {
    List<EraCommit> commits =
        List.of(all).stream()
            .map(
                ran -> new EraCommit(0, 0, ran.catalog(), ran.existence(), ran.value(), ran.rows()))
            .toList();
    return (EpochCommitted) ask(1, new CommitEpoch(era, ++epoch, VersionVector.ZERO, commits));
  }

  static EraCommit commitOf(RanInEra ran) {
    return new EraCommit(0, 0, ran.catalog(), ran.existence(), ran.value(), ran.rows());
  }

  CommitEpoch epochOf(long session, long sequence, RanInEra ran) {
    EraCommit commit =
        new EraCommit(session, sequence, ran.catalog(), ran.existence(), ran.value(), ran.rows());
    return new CommitEpoch(era, ++epoch, VersionVector.ZERO, List.of(commit));
  }

  static Object valueOf(RanInEra ran) {
    assertThat(ran.message()).isEmpty();
    return ValueCodec.decode(ran.value());
  }

  Object sum() {
    cut();
    return valueOf(execute(2, call("Sum", 1, 1L, 2L)));
  }
}
