package org.thetisdb.router.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.reshape.ReshapePolicy.KeyPrefixes;

/**
 * A sample of the transactions that clients run: which groups of rows each of them reads and
 * writes. A group is all rows, of whatever table, whose keys begin with the same first column; so
 * it is what a partitioned store would keep together, and none of the present placement is in it.
 *
 * <p>Nothing is noted until somebody asks, and nothing any more when nobody has asked for a minute.
 * Then one transaction of {@value #EACH} is noted, the last {@value #CALLS} are kept. Owned by the
 * engine's thread; allocates for ranges that are written alone while it notes.
 */
public final class WorkloadSample {
  /** One of so many transactions is noted. */
  static final int EACH = 8;

  /** So many are kept. */
  static final int CALLS = 1024;

  /** Rows of a transaction that are kept. */
  static final int ROWS = 24;

  private static final long IDLE_US = 60_000_000;

  /** The table of rows that are known by their partition; it may be one that is written. */
  private static final int UNKNOWN = -1;

  private static final long NEVER = Long.MIN_VALUE;
  private static final long PRIME = 0x100000001b3L;
  private static final long BASIS = 0xcbf29ce484222325L;

  private final KeyPrefixes prefixes;
  private long askedUs = NEVER;
  private long[] groups = {};
  private RowKey[] keys = {};
  private long[] rows = {};
  private int[] tables = {};
  private int[] written = {};
  private int[] grown = {};
  private int[] noted = {};
  private int[] ranges = {};
  private int[] rangesRead = {};
  private long seen;
  private long kept;
  private long interactive;

  /**
   * A sample that is empty.
   *
   * @param prefixes know where the first column of a key ends
   */
  public WorkloadSample(KeyPrefixes prefixes) {
    this.prefixes = prefixes;
  }

  /** Whether transactions are to be noted now. */
  public boolean isOn() {
    return askedUs != NEVER;
  }

  /**
   * Takes note of a transaction, if it is its turn.
   *
   * @param footprint what it reads and writes, as it was planned
   */
  public void note(Footprint footprint, boolean isInteractive, long nowUs) {
    if (!isOn() || nowUs - askedUs > IDLE_US) {
      stop();
      return;
    }
    seen++;
    interactive += isInteractive ? 1 : 0;
    if (!isChosen(seen - 1)) {
      return;
    }
    int call = (int) (kept++ % CALLS);
    boolean knowsKeys = !footprint.writtenKeys().isEmpty() || !footprint.readKeys().isEmpty();
    int writes = add(call, 0, footprint.writtenKeys(), footprint.written(), knowsKeys);
    written[call] = writes;
    int reads = knowsKeys ? addRanges(call, writes, footprint.writtenRanges()) : writes;
    grown[call] = reads;
    noted[call] = add(call, reads, footprint.readKeys(), footprint.read(), knowsKeys);
    ranges[call] = footprint.grown().length;
    rangesRead[call] = rangesRead(footprint, knowsKeys);
  }

  /** As they were planned; where no range is known, partitions stand for them. */
  private static int rangesRead(Footprint footprint, boolean knowsKeys) {
    int planned = footprint.readRanges().size();
    return knowsKeys || planned > 0 ? planned : footprint.read().length;
  }

  /** One of each {@value #EACH}, in no pattern: clients that take turns come in one. */
  private static boolean isChosen(long number) {
    long block = number / EACH * PRIME;
    return number % EACH == Math.floorMod(block ^ (block >>> 29) ^ (block >>> 47), EACH);
  }

  /** Adds rows, or partitions where no row is known; returns how many there are then. */
  private int add(int call, int from, List<RowKey> named, long[] partitions, boolean knowsKeys) {
    int at = from;
    if (!knowsKeys) {
      for (int i = 0; i < partitions.length && at < ROWS; i++, at++) {
        groups[call * ROWS + at] = partitions[i];
        keys[call * ROWS + at] = null;
        rows[call * ROWS + at] = partitions[i];
        tables[call * ROWS + at] = UNKNOWN;
      }
      return at;
    }
    for (int i = 0; i < named.size() && at < ROWS; i++, at++) {
      put(call * ROWS + at, named.get(i));
    }
    return at;
  }

  /** Adds the groups of ranges in which a call finds what to write: of what they begin with. */
  private int addRanges(int call, int from, List<KeyRange> in) {
    int at = from;
    for (int i = 0; i < in.size() && at < ROWS; i++, at++) {
      put(call * ROWS + at, new RowKey(in.get(i).tableId(), in.get(i).from()));
    }
    return at;
  }

  private void put(int place, RowKey key) {
    int prefix = prefixes.prefixLength(key, 1);
    groups[place] = hash(BASIS, key.bytes(), prefix == 0 ? key.bytes().length : prefix);
    keys[place] = key;
    tables[place] = key.tableId();
    rows[place] = hash((BASIS ^ key.tableId()) * PRIME, key.bytes(), key.bytes().length);
  }

  private static long hash(long basis, byte[] bytes, int length) {
    long hash = basis;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ bytes[i]) * PRIME;
    }
    return hash;
  }

  /**
   * What was noted so far; and from now on it is noted. Each transaction is one text: the groups
   * that it writes, the groups that it reads in tables that are written, the rows that it writes,
   * the groups that it reads in tables that none of them writes, and the rows that it reads in
   * those that are written; and in how many ranges it writes what it finds while it runs, and how
   * many it reads: {@code 1,2|3|7,9|4|8|0|0}. Groups are numbered in the order of their keys, from
   * 0; numbers of rows mean nothing but whether two are the same.
   */
  public Taken take(long nowUs) {
    if (!isOn()) {
      groups = new long[CALLS * ROWS];
      keys = new RowKey[CALLS * ROWS];
      rows = new long[CALLS * ROWS];
      tables = new int[CALLS * ROWS];
      written = new int[CALLS];
      grown = new int[CALLS];
      noted = new int[CALLS];
      ranges = new int[CALLS];
      rangesRead = new int[CALLS];
    }
    askedUs = nowUs;
    String[] calls = new String[(int) Math.min(kept, CALLS)];
    Long2LongHashMap names = groupsInOrder(calls.length);
    IntHashSet changed = tablesWritten(calls.length);
    for (int call = 0; call < calls.length; call++) {
      StringBuilder text = new StringBuilder();
      int first = call * ROWS;
      int ranged = first + written[call];
      int reads = first + grown[call];
      int end = first + noted[call];
      put(text, groups, first, reads, names, null, false);
      put(text.append('|'), groups, reads, end, names, changed, true);
      put(text.append('|'), rows, first, ranged, names, null, false);
      put(text.append('|'), groups, reads, end, names, changed, false);
      put(text.append('|'), rows, reads, end, names, changed, true);
      text.append('|').append(ranges[call]).append('|').append(rangesRead[call]);
      calls[call] = text.toString();
    }
    return new Taken(seen, interactive, List.of(calls));
  }

  /** Names of groups in the order of their keys; where no key is known, in that of partitions. */
  private Long2LongHashMap groupsInOrder(int calls) {
    Long2LongHashMap names = new Long2LongHashMap(-1);
    List<Integer> firsts = new ArrayList<>();
    for (int call = 0; call < calls; call++) {
      for (int at = call * ROWS; at < call * ROWS + noted[call]; at++) {
        if (names.putIfAbsent(groups[at], firsts.size()) < 0) {
          firsts.add(at);
        }
      }
    }
    firsts.sort(this::inOrder);
    for (int name = 0; name < firsts.size(); name++) {
      names.put(groups[firsts.get(name)], name);
    }
    return names;
  }

  /** Keys of two groups differ in their first column, so whole keys have the order of groups. */
  private int inOrder(int one, int other) {
    RowKey first = keys[one];
    RowKey second = keys[other];
    if (first == null || second == null) {
      int known = Boolean.compare(first == null, second == null);
      return known == 0 ? Long.compare(groups[one], groups[other]) : known;
    }
    return Arrays.compareUnsigned(first.bytes(), second.bytes());
  }

  private IntHashSet tablesWritten(int calls) {
    IntHashSet found = new IntHashSet();
    found.add(UNKNOWN);
    for (int call = 0; call < calls; call++) {
      for (int i = 0; i < grown[call]; i++) {
        found.add(tables[call * ROWS + i]);
      }
    }
    return found;
  }

  /** Puts those whose table is among some, or is not; all of them if there are none. */
  private void put(
      StringBuilder text,
      long[] from,
      int begin,
      int end,
      Long2LongHashMap names,
      IntHashSet some,
      boolean isAmongThem) {
    boolean isFirst = true;
    for (int i = begin; i < end; i++) {
      if (some != null && some.contains(tables[i]) != isAmongThem) {
        continue;
      }
      long name = names.get(from[i]);
      if (name < 0) {
        name = names.size();
        names.put(from[i], name);
      }
      text.append(isFirst ? "" : ",").append(name);
      isFirst = false;
    }
  }

  private void stop() {
    askedUs = NEVER;
    groups = new long[0];
    keys = new RowKey[0];
    rows = groups;
    tables = new int[0];
    written = new int[0];
    grown = written;
    noted = written;
    ranges = written;
    rangesRead = written;
    seen = 0;
    kept = 0;
    interactive = 0;
  }

  /**
   * What was noted.
   *
   * @param seen transactions since somebody asked first
   * @param interactive those of them that ran statement by statement
   * @param calls the last of those that were noted
   */
  public record Taken(long seen, long interactive, List<String> calls) {}
}
