package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.core.wire.RouterToSite.RunInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Locked;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;

/**
 * The fixture of scenarios about calls that lock in a fixed order at two sites (decision 0086).
 * Here, too, site 1 is the primary of counters with even numbers.
 */
abstract class DistributedOrderFixture extends EpochFixture {
  private long runsBefore;

  DistributedOrderFixture(SchemeSpec scheme, EpochViewRules rules) {
    super(scheme, rules);
    forgetRuns();
  }

  /** How often something has run since the scenario began. */
  long runs() {
    return Counter.RUNS.get().get() - runsBefore;
  }

  void forgetRuns() {
    runsBefore = Counter.RUNS.get().get();
  }

  static RowKey key(long id) {
    return new RowKey(16, Counter.COUNTERS.keys().encode(id));
  }

  static KeyRange range(long from, long to) {
    return new KeyRange(16, key(from).bytes(), key(to).bytes());
  }

  static KeySet writes(long... ids) {
    return new KeySet(keys(ids), List.of(), List.of());
  }

  static KeySet reads(long... ids) {
    return new KeySet(List.of(), keys(ids), List.of());
  }

  static KeySet and(KeySet one, KeySet other) {
    return new KeySet(
        join(one.written(), other.written()),
        join(one.read(), other.read()),
        join(one.ranges(), other.ranges()));
  }

  private static List<RowKey> keys(long... ids) {
    return LongStream.of(ids).mapToObj(DistributedOrderFixture::key).toList();
  }

  private static <T> List<T> join(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** Asks both sites for locks, and sends the call to its executor; it is at all of them then. */
  long send(int executor, KeySet footprint, CallBuilder call, KeyRange... written) {
    Execute run = call.build(nodes.get(executor));
    LockInOrder wanted =
        new LockInOrder(epochView, run.attemptId(), executor, false, footprint, List.of(written));
    tell(1, wanted);
    tell(2, wanted);
    tell(executor, new RunInEpochView(epochView, run));
    settle();
    return run.attemptId();
  }

  /** The same of a call that meets nothing of the other site. */
  long sendAlone(int executor, KeySet footprint, CallBuilder call) {
    Execute run = call.build(nodes.get(executor));
    tell(
        executor,
        new LockInOrder(epochView, run.attemptId(), executor, true, footprint, List.of()));
    tell(executor, new RunInEpochView(epochView, run));
    settle();
    return run.attemptId();
  }

  void tell(int site, InEpochView message) {
    nodes.get(site).send(message);
  }

  void settle() {
    world.runFor(STEP_US);
  }

  /** The other site has locked; its word is passed on to the executor. */
  void allLocked(int executor, long transaction) {
    assertThat(hasLocked(3 - executor, transaction)).as("locks at the other site").isTrue();
    tell(executor, new AllLocked(epochView, transaction));
    settle();
  }

  boolean hasLocked(int site, long transaction) {
    return nodes.get(site).answers.contains(new Locked(epochView, transaction));
  }

  /** What a site has told of one that has run; null if it has not. */
  RanInEpochView ran(int site, long transaction) {
    for (Message answer : nodes.get(site).answers) {
      if (answer instanceof RanInEpochView ran && ran.attemptId() == transaction) {
        return ran;
      }
    }
    return null;
  }

  RanInEpochView decided(int site, long transaction) {
    RanInEpochView ran = ran(site, transaction);
    assertThat(ran).as("run of " + transaction).isNotNull();
    assertThat(ran.decided()).as("it is decided by its run").isTrue();
    return ran;
  }

  /** The other site is told of what was decided at one. */
  RanInEpochView install(int executor, long transaction) {
    RanInEpochView ran = decided(executor, transaction);
    tell(3 - executor, new Install(epochView, transaction, ran.clock(), ++order, ran.rows()));
    settle();
    return ran;
  }

  void forget(long transaction) {
    IntStream.of(1, 2).forEach(site -> tell(site, new AbortInEpoch(epochView, transaction)));
    settle();
  }
}
