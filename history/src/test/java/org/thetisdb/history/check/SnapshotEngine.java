package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.Status;

/**
 * A small database with snapshot isolation, and sessions that use it side by side in a random
 * order. Rules can be broken one by one.
 */
final class SnapshotEngine {
  /** What it can do wrong. */
  enum Fault {
    NONE,
    /** Does not look whether somebody else committed to the same key. */
    NO_CONFLICT_CHECK,
    /** Readers take snapshots of two replicas, which got the commits in different orders. */
    PARALLEL_REPLICAS,
    /** Reads go to any earlier moment, whatever the session saw. */
    FORGETS_SESSIONS,
    /** Each read sees the newest commits. */
    NO_SNAPSHOT,
    /** An acknowledged transaction is not installed. */
    LOSES_COMMITS
  }

  private static final long STEP_NS = 10;

  private final SplittableRandom random;
  private final Fault fault;
  private final int keys;
  private final HistoryBuilder builder = new HistoryBuilder();
  private final Map<Integer, List<Version>> versions = new HashMap<>();
  private final Map<Integer, Long> sawUntil = new HashMap<>();
  private long commits;
  private long nowNs;
  private long nextValue;

  /** A list as one commit left it. */
  private record Version(long commit, long[] list) {}

  private SnapshotEngine(long seed, Fault fault, int keys) {
    this.random = new SplittableRandom(seed);
    this.fault = fault;
    this.keys = keys;
  }

  /** A history of sessions that make transactions side by side. */
  static History run(long seed, Fault fault, int sessions, int transactions, int keys) {
    SnapshotEngine engine = new SnapshotEngine(seed, fault, keys);
    List<Running> running = new ArrayList<>();
    int begun = 0;
    while (begun < transactions || !running.isEmpty()) {
      engine.nowNs += STEP_NS;
      boolean begin = begun < transactions && running.size() < sessions;
      if (begin && (running.isEmpty() || engine.random.nextBoolean())) {
        running.add(engine.new Running(begun++, freeSession(running, sessions, engine.random)));
      } else {
        Running next = running.get(engine.random.nextInt(running.size()));
        if (next.step()) {
          running.remove(next);
        }
      }
    }
    return engine.builder.build();
  }

  private static int freeSession(List<Running> running, int sessions, SplittableRandom random) {
    int session = random.nextInt(sessions);
    while (isTaken(running, session)) {
      session = (session + 1) % sessions;
    }
    return session;
  }

  private static boolean isTaken(List<Running> running, int session) {
    return running.stream().anyMatch(one -> one.session == session);
  }

  private long[] read(int key, long snapshot, boolean otherReplica) {
    List<Version> all = versions.getOrDefault(key, List.of());
    for (int i = all.size() - 1; i >= 0; i--) {
      long commit = all.get(i).commit();
      if (commit <= snapshot && !isOnItsWay(snapshot - commit, otherReplica)) {
        return all.get(i).list();
      }
    }
    return new long[0];
  }

  /** One replica lacks the newest commit, the other has it and lacks the one before. */
  private boolean isOnItsWay(long age, boolean otherReplica) {
    return fault == Fault.PARALLEL_REPLICAS && age == (otherReplica ? 1 : 0);
  }

  private static long[] plus(long[] list, List<Long> more) {
    long[] longer = Arrays.copyOf(list, list.length + more.size());
    for (int i = 0; i < more.size(); i++) {
      longer[list.length + i] = more.get(i);
    }
    return longer;
  }

  /** One transaction under way. */
  private final class Running {
    private final int number;
    private final int session;
    private final long beginNs = nowNs;
    private final boolean readOnly = random.nextInt(3) == 0;
    private final boolean otherReplica = random.nextBoolean();
    private final int size = 1 + random.nextInt(5);
    private final long snapshot;
    private final List<long[]> ops = new ArrayList<>();
    private final List<long[]> reads = new ArrayList<>();
    private final Map<Integer, List<Long>> appended = new HashMap<>();

    Running(int number, int session) {
      this.number = number;
      this.session = session;
      this.snapshot = snapshot();
    }

    /** Updates see the newest; others see some moment that their session may see. */
    private long snapshot() {
      boolean plain = fault != Fault.FORGETS_SESSIONS && fault != Fault.PARALLEL_REPLICAS;
      long least = plain ? sawUntil.getOrDefault(session, 0L) : 0;
      if (fault == Fault.PARALLEL_REPLICAS || !readOnly) {
        return commits;
      }
      return least + random.nextLong(commits - least + 1);
    }

    /** Goes on; true when it has ended. */
    boolean step() {
      if (ops.size() < size) {
        op(random.nextInt(keys));
        return false;
      }
      end();
      return true;
    }

    private void op(int key) {
      if (!readOnly && random.nextBoolean()) {
        long value = ++nextValue;
        ops.add(new long[] {key, value});
        reads.add(null);
        appended.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
      } else {
        long from = fault == Fault.NO_SNAPSHOT ? commits : snapshot;
        boolean other = readOnly && otherReplica;
        ops.add(new long[] {key, 0});
        reads.add(plus(base(key, from, other), appended.getOrDefault(key, List.of())));
      }
    }

    private long[] base(int key, long from, boolean other) {
      return readOnly || fault != Fault.PARALLEL_REPLICAS
          ? read(key, from, other)
          : newest(key, from);
    }

    private long[] newest(int key, long from) {
      List<Version> all = versions.getOrDefault(key, List.of());
      for (int i = all.size() - 1; i >= 0; i--) {
        if (all.get(i).commit() <= from) {
          return all.get(i).list();
        }
      }
      return new long[0];
    }

    private void end() {
      boolean commits = fault == Fault.NO_CONFLICT_CHECK || !conflicts();
      boolean unknown = random.nextInt(50) == 0;
      Status status = unknown ? Status.INFO : commits ? Status.OK : Status.FAIL;
      tell(status);
      boolean loses = fault == Fault.LOSES_COMMITS && random.nextInt(20) == 0;
      if (commits && !loses) {
        install();
      }
    }

    private boolean conflicts() {
      return appended.keySet().stream()
          .map(key -> versions.getOrDefault(key, List.of()))
          .anyMatch(all -> !all.isEmpty() && all.get(all.size() - 1).commit() > snapshot);
    }

    private void tell(Status status) {
      builder.begin(session, number, beginNs, nowNs, status);
      for (int i = 0; i < ops.size(); i++) {
        long[] op = ops.get(i);
        if (op[1] != 0) {
          builder.append(op[0], op[1]);
        } else {
          builder.read(op[0], reads.get(i));
        }
      }
      builder.end();
    }

    private void install() {
      if (!appended.isEmpty()) {
        commits++;
        appended.forEach(
            (key, values) ->
                versions
                    .computeIfAbsent(key, k -> new ArrayList<>())
                    .add(new Version(commits, plus(newest(key, commits), values))));
      }
      sawUntil.merge(session, appended.isEmpty() ? snapshot : commits, Math::max);
    }
  }
}
