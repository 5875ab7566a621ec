package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.sql.call.ControlCall;

/** A site that takes calls in the order in which they came, and a router that the test plays. */
abstract class OrderFixture extends SiteFixture {
  static final long ANN = 71;
  boolean pieces = true;
  Node site;
  private long runsBefore;

  /** The site begins anew under a scheme. */
  void begin(SchemeSpec scheme) {
    Counter.RUNS.get().set(0); // where a wanderer goes next must not depend on other scenarios
    batches =
        new BatchConfig(
            8,
            2_000,
            BatchConfig.DEFAULT.reordering(),
            BatchConfig.DEFAULT.fallback(),
            BatchConfig.DEFAULT.snapshots(),
            pieces);
    nodes.get(1).kill();
    start(1);
    site = nodes.get(1);
    site.send(new FollowScheme(scheme.name()));
    cut();
  }

  /** Attempts, in the order in which they were sent. */
  final List<Long> sent = new ArrayList<>();

  /** What calls that come in one go are answered at once, in the order in which they were sent. */
  List<Object> together(CallBuilder... calls) {
    site.answers.clear();
    sent.clear();
    runsBefore = Counter.RUNS.get().get();
    for (CallBuilder call : calls) {
      Execute message = call.build(site);
      sent.add(message.attemptId());
      site.send(message);
    }
    world.runFor(STEP_US);
    return answers();
  }

  /** What they are answered until now; null where there is no answer. */
  List<Object> answers() {
    Map<Long, Object> values = new TreeMap<>();
    for (Message answer : site.answers) {
      Executed executed = (Executed) answer;
      values.put(
          executed.attemptId(), executed.message().isEmpty() ? valueOf(executed) : "refused");
    }
    return sent.stream().map(values::get).toList();
  }

  /** How often procedures that write have run since {@link #together}. */
  long runs() {
    return Counter.RUNS.get().get() - runsBefore;
  }

  static CallBuilder raiseBy(long id, long other) {
    return call("RaiseBy", 1, id, other).writes(P0, 0);
  }

  /** Draws a number from one counter, keeps it in a range, and raises others by others. */
  static CallBuilder draw(long numbers, List<Long> ids, List<Long> others) {
    return call("Draw", 1, numbers, ids, others).writes(P0, 0);
  }

  Object valueAt(int at, long id) {
    return valueOf(execute(at, call("Sum", 1, id, 50L)));
  }

  /** An interactive transaction changes a counter, and keeps it. */
  void annRaises(long id, long by) {
    raisesOpen(ANN, id, by);
  }

  /** The same for any such transaction. */
  void raisesOpen(long transaction, long id, long by) {
    execute(1, raise(id, by).in(transaction, transaction, true, 0));
  }

  void annCommits() {
    commits(ANN);
  }

  /** An interactive transaction commits. */
  void commits(long transaction) {
    CallBuilder commit = call(ControlCall.COMMIT, 0).in(transaction, transaction, false, 0);
    commit.sequence = 9;
    site.send(commit.build(site));
    world.runFor(STEP_US);
  }

  static CallBuilder shift(long from, long to) {
    return call("Shift", 1, from, to, 1L).writes(P0, 0);
  }

  static KeySet keys(long id) {
    return new KeySet(List.of(keyOf(id)), List.of(), List.of());
  }

  private static RowKey keyOf(long id) {
    return new RowKey(16, Counter.COUNTERS.keys().encode(id));
  }
}
