package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.sql.call.ControlCall;

/**
 * Sends calls and interactive transactions to a site, drawn from a seed, and runs them one by one
 * beside it in the order in which it has answered: that is the order of its log.
 */
final class RandomCalls {
  private static final int COUNTERS = 6;
  private static final int MOST_OPEN = 2;

  /** Kinds of calls that write one row. */
  private static final int ONE_ROW = 5;

  private final OrderFixture fixture;
  private final Random random;

  /** What each attempt does when it commits, and is answered; the model is changed. */
  private final Map<Long, ToLongFunction<TreeMap<Long, Long>>> calls = new HashMap<>();

  private final List<Open> open = new ArrayList<>();
  private final Map<Long, Open> raising = new HashMap<>();
  private final Map<Long, Open> committing = new HashMap<>();
  private final Set<Long> canceled = new HashSet<>();
  private final TreeMap<Long, Long> model = new TreeMap<>();
  private long lastSession = 1_000;
  private int kinds = ONE_ROW;
  private int draws;
  private int compared;

  /** An interactive transaction that raises one counter. */
  private static final class Open {
    private final long session;
    private final long id;
    private final long by;
    private long raised = -1;

    Open(long session, long id, long by) {
      this.session = session;
      this.id = id;
      this.by = by;
    }
  }

  RandomCalls(OrderFixture fixture, long seed) {
    this.fixture = fixture;
    this.random = new Random(seed);
  }

  /** Half of the calls are in pieces. */
  RandomCalls withPieces() {
    kinds = 2 * ONE_ROW;
    return this;
  }

  /** More of them draw numbers, and write in a range. */
  RandomCalls withDraws() {
    draws = 3;
    return this;
  }

  /** Goes on for some rounds, and compares all answers. */
  void run(int rounds) {
    fixture.site.answers.clear();
    for (int round = 0; round < rounds; round++) {
      if (open.size() < MOST_OPEN && random.nextInt(3) == 0) {
        begin();
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        sendCall();
      }
      if (!open.isEmpty() && random.nextInt(4) == 0) {
        open.sort(Comparator.comparing(this::waits));
        if (!waits(open.get(0))) {
          commit(open.remove(0));
        }
      }
      if (random.nextInt(8) == 0) {
        cancelOne();
      }
      fixture.sendCut(fixture.site.report); // who began must see what it is to change
      settle(1_000 + random.nextInt(5_000));
    }
    while (!open.isEmpty()) {
      fixture.cut();
      settle(OrderFixture.STEP_US);
      open.sort(Comparator.comparing(this::waits));
      commit(open.remove(0));
      settle(OrderFixture.STEP_US);
    }
    settle(OrderFixture.STEP_US);
    assertThat(calls).as("calls without an answer").isEmpty();
    assertThat(compared).isGreaterThan(2 * rounds);
    for (long id = 0; id < COUNTERS; id++) {
      assertThat(fixture.valueAt(1, id)).isEqualTo(model.getOrDefault(id, 0L));
    }
  }

  private void begin() {
    Open begun = new Open(++lastSession, random.nextInt(COUNTERS), 1 + random.nextInt(9));
    open.add(begun);
    raising.put(
        send(fixture.raise(begun.id, begun.by).in(begun.session, begun.session, true, 0)), begun);
  }

  /** Whether its statement is under way: no router sends the COMMIT before the answer. */
  private boolean waits(Open begun) {
    return raising.containsValue(begun);
  }

  private void commit(Open ended) {
    SiteFixture.CallBuilder commit =
        SiteFixture.call(ControlCall.COMMIT, 0).in(ended.session, ended.session, false, 0);
    commit.sequence = 9;
    committing.put(send(commit), ended);
  }

  private void cancelOne() {
    List<Long> attempts = new ArrayList<>(new TreeSet<>(calls.keySet()));
    if (!attempts.isEmpty()) {
      long attempt = attempts.get(random.nextInt(attempts.size()));
      canceled.add(attempt);
      fixture.site.send(new CancelAttempt(attempt));
    }
  }

  private void sendCall() {
    long id = random.nextInt(COUNTERS);
    long other = random.nextInt(COUNTERS);
    long by = 1 + random.nextInt(9);
    if (draws > 0 && random.nextInt(kinds + draws) < draws) {
      sendDraw(id);
      return;
    }
    switch (random.nextInt(kinds)) {
      case 0 -> calls.put(send(fixture.raise(id, by)), rows -> add(rows, id, by));
      case 1, 2 ->
          calls.put(
              send(OrderFixture.raiseBy(id, other)),
              rows -> add(rows, id, rows.getOrDefault(other, 0L)));
      case 3 -> {
        long fresh = 20 + random.nextInt(30);
        calls.put(send(fixture.raise(fresh, by)), rows -> add(rows, fresh, by));
      }
      case 4 -> calls.put(send(count(id)), rows -> set(rows, id, rows.subMap(20L, 50L).size()));
      default -> sendPieces();
    }
  }

  /** Some depend on each other, though they must not. */
  private void sendPieces() {
    List<Long> ids = new ArrayList<>();
    List<Long> others = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i >= 0; i--) {
      ids.add((long) random.nextInt(COUNTERS));
      others.add((long) random.nextInt(COUNTERS));
    }
    long guard = random.nextInt(2 * COUNTERS);
    calls.put(
        send(SiteFixture.call("RaiseEach", 1, ids, others, guard).writes(SiteFixture.P0, 0)),
        rows -> raiseEach(rows, ids, others));
  }

  private void sendDraw(long numbers) {
    List<Long> ids = new ArrayList<>();
    List<Long> others = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      ids.add((long) random.nextInt(COUNTERS));
      others.add((long) random.nextInt(COUNTERS));
    }
    calls.put(
        send(OrderFixture.draw(numbers, ids, others)),
        rows -> {
          long number = add(rows, numbers, 1);
          add(rows, Counter.Draw.FIRST + number % Counter.Draw.ROWS, number);
          raiseEach(rows, ids, others);
          return number;
        });
  }

  private static long raiseEach(Map<Long, Long> rows, List<Long> ids, List<Long> others) {
    long sum = 0;
    for (int i = 0; i < ids.size(); i++) {
      sum += add(rows, ids.get(i), rows.getOrDefault(others.get(i), 0L) % Counter.RaiseEach.MOST);
    }
    return sum;
  }

  static SiteFixture.CallBuilder count(long into) {
    return countBetween(into, 20, 50);
  }

  static SiteFixture.CallBuilder countBetween(long into, long from, long to) {
    KeyRange counted = new KeyRange(16, keyOf(from).bytes(), keyOf(to).bytes());
    return SiteFixture.call("CountInto", 1, into, from, to)
        .writes(SiteFixture.P0, 0)
        .plan(new KeySet(List.of(keyOf(into)), List.of(), List.of(counted)));
  }

  private static RowKey keyOf(long id) {
    return new RowKey(16, Counter.COUNTERS.keys().encode(id));
  }

  private static long add(Map<Long, Long> rows, long id, long by) {
    return rows.merge(id, by, Long::sum);
  }

  private static long set(Map<Long, Long> rows, long id, long value) {
    rows.put(id, value);
    return value;
  }

  private long send(SiteFixture.CallBuilder call) {
    Execute message = call.build(fixture.site);
    fixture.site.send(message);
    return message.attemptId();
  }

  private void settle(long us) {
    fixture.world.runFor(us);
    for (Message answer : fixture.site.answers) {
      if (answer instanceof Executed executed) {
        take(executed);
      }
    }
    fixture.site.answers.clear();
  }

  private void take(Executed executed) {
    long attempt = executed.attemptId();
    ToLongFunction<TreeMap<Long, Long>> call = calls.remove(attempt);
    Open raised = raising.remove(attempt);
    Open ended = committing.remove(attempt);
    if (call != null) {
      if (!canceled.contains(attempt) || executed.message().isEmpty()) {
        assertThat(executed.message()).isEmpty();
        assertThat(SiteFixture.valueOf(executed)).isEqualTo(call.applyAsLong(model));
        compared++;
      }
    } else if (raised != null && executed.message().isEmpty()) {
      raised.raised = (Long) SiteFixture.valueOf(executed);
    } else if (ended != null && executed.message().isEmpty() && ended.raised >= 0) {
      assertThat(add(model, ended.id, ended.by)).isEqualTo(ended.raised);
    }
  }
}
