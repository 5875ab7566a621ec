package org.thetisdb.router.profile;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.ReshapePolicy.KeyPrefixes;

/**
 * A sample of the transactions that clients run: which groups of rows each of them reads and
 * writes. A group is all rows, of whatever table, whose keys begin with the same first column; so
 * it is what a partitioned store would keep together, and none of the present placement is in it.
 *
 * <p>Nothing is noted until somebody asks, and nothing any more when nobody has asked for a minute.
 * Then one transaction of {@value #EACH} is noted, the last {@value #CALLS} are kept. Owned by the
 * engine's thread; does not allocate while it notes.
 */
public final class WorkloadSample {
  /** One of so many transactions is noted. */
  static final int EACH = 8;

  /** So many are kept. */
  static final int CALLS = 1024;

  /** Rows of a transaction that are kept. */
  static final int ROWS = 24;

  private static final long IDLE_US = 60_000_000;
  private static final long NEVER = Long.MIN_VALUE;
  private static final long PRIME = 0x100000001b3L;
  private static final long BASIS = 0xcbf29ce484222325L;

  private final KeyPrefixes prefixes;
  private long askedUs = NEVER;
  private long[] groups = {};
  private long[] rows = {};
  private int[] written = {};
  private int[] noted = {};
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
    if (nowUs - askedUs > IDLE_US) {
      stop();
      return;
    }
    seen++;
    interactive += isInteractive ? 1 : 0;
    if (seen % EACH != 0) {
      return;
    }
    int call = (int) (kept++ % CALLS);
    int writes = add(call, 0, footprint.writtenKeys(), footprint.written());
    written[call] = writes;
    noted[call] = add(call, writes, footprint.readKeys(), footprint.read());
  }

  /** Adds rows, or partitions where rows are not known; returns how many there are then. */
  private int add(int call, int from, List<RowKey> keys, long[] partitions) {
    int at = from;
    if (keys.isEmpty()) {
      for (int i = 0; i < partitions.length && at < ROWS; i++, at++) {
        groups[call * ROWS + at] = partitions[i];
        rows[call * ROWS + at] = partitions[i];
      }
      return at;
    }
    for (int i = 0; i < keys.size() && at < ROWS; i++, at++) {
      RowKey key = keys.get(i);
      int prefix = prefixes.prefixLength(key, 1);
      groups[call * ROWS + at] =
          hash(BASIS, key.bytes(), prefix == 0 ? key.bytes().length : prefix);
      rows[call * ROWS + at] = hash(BASIS + key.tableId(), key.bytes(), key.bytes().length);
    }
    return at;
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
   * that it writes, the groups that it reads, and the rows that it writes, as numbers that mean
   * nothing but whether two are the same: {@code 1,2|3|7,9}.
   */
  public Taken take(long nowUs) {
    if (!isOn()) {
      groups = new long[CALLS * ROWS];
      rows = new long[CALLS * ROWS];
      written = new int[CALLS];
      noted = new int[CALLS];
    }
    askedUs = nowUs;
    Long2LongHashMap names = new Long2LongHashMap(-1);
    String[] calls = new String[(int) Math.min(kept, CALLS)];
    for (int call = 0; call < calls.length; call++) {
      StringBuilder text = new StringBuilder();
      put(text, groups, call, 0, written[call], names);
      put(text.append('|'), groups, call, written[call], noted[call], names);
      put(text.append('|'), rows, call, 0, written[call], names);
      calls[call] = text.toString();
    }
    return new Taken(seen, interactive, List.of(calls));
  }

  private static void put(
      StringBuilder text, long[] from, int call, int begin, int end, Long2LongHashMap names) {
    for (int i = begin; i < end; i++) {
      long hash = from[call * ROWS + i];
      long name = names.get(hash);
      if (name < 0) {
        name = names.size();
        names.put(hash, name);
      }
      text.append(i == begin ? "" : ",").append(name);
    }
  }

  private void stop() {
    askedUs = NEVER;
    groups = new long[0];
    rows = groups;
    written = new int[0];
    noted = written;
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
