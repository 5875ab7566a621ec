package org.thetisdb.router.scheme.epoch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.config.EpochConfig;

/**
 * Which tables are closed in the next epoch view (decision 0090), so that each member reads its own
 * copy. Nobody declares them: a table that no call has written for a while, and for which alone
 * calls meet more sites, becomes one; it is one no more when it is written. One that costs more
 * than it saves stays open for longer.
 *
 * <p>Nothing rests on it: sites hold to what an epoch view began with, whatever is chosen here. A
 * new router begins with none. Owned by the engine's thread.
 */
final class EpochTables {
  /** One write of a table costs about as much as so many calls that need not cross are worth. */
  static final int CALLS_FOR_A_WRITE = 10;

  /** What is written too often, or of no use, is looked at again after so many times the rest. */
  private static final int RESTS_UNTIL_AGAIN = 10;

  private static final long NEVER = Long.MIN_VALUE;

  private final EpochConfig.Tables config;
  private final long sinceUs;
  private final Long2LongHashMap writtenUs = new Long2LongHashMap(NEVER);
  private final Map<Integer, Entry> entries = new TreeMap<>();
  private List<Integer> closed = List.of();
  private long lastChangeUs;

  /** A table that calls cross for, or did. */
  private static final class Entry {
    private boolean isClosed;

    /** Calls that crossed for it while it was open, or did not while it was closed. */
    private long calls;

    private long lastCallUs;
    private long openUntilUs = NEVER;
  }

  /** None is closed; tables may have been written until now. */
  EpochTables(EpochConfig.Tables config, long nowUs) {
    this.config = config;
    this.sinceUs = nowUs;
    this.lastChangeUs = nowUs;
  }

  /** A call is about to write a table, or may do so. */
  void onWrite(int table, long nowUs) {
    writtenUs.put(table, nowUs);
  }

  /**
   * A call finds a table closed that it writes.
   *
   * @return whether it was closed until now
   */
  boolean onClosedMet(int table, long nowUs) {
    onWrite(table, nowUs);
    Entry entry = entries.get(table);
    if (entry == null || !entry.isClosed) {
      return false;
    }
    entry.isClosed = false;
    if (entry.calls < CALLS_FOR_A_WRITE) {
      entry.openUntilUs = nowUs + RESTS_UNTIL_AGAIN * config.restUs();
    }
    entry.calls = 0;
    return true;
  }

  /** Whether a table of users is closed by now, or might be: no call has written it for a while. */
  boolean isAtRest(int table, long nowUs) {
    long known = writtenUs.get(table);
    long lastUs = known == NEVER ? sinceUs : known;
    return config.isOn()
        && table >= FirstMasters.FIRST_USER_TABLE
        && nowUs - lastUs > config.restUs();
  }

  /** So many calls meet more sites only because they read a table, or would if it were open. */
  void onCrossed(int table, int calls, long nowUs) {
    Entry entry = entries.get(table);
    if (entry == null) {
      if (entries.size() >= BeginEpochView.MOST_CLOSED) {
        return;
      }
      entry = new Entry();
      entries.put(table, entry);
    }
    entry.calls += calls;
    entry.lastCallUs = nowUs;
  }

  /**
   * Whether the epoch view that is open should make room for one in which other tables are closed.
   */
  boolean wantsOthers(long nowUs) {
    if (nowUs - lastChangeUs < config.changeUs()) {
      return false;
    }
    forgetOld(nowUs);
    boolean areOthers = !wanted(nowUs).equals(closed);
    lastChangeUs = areOthers ? nowUs : lastChangeUs;
    return areOthers;
  }

  /** The tables that are closed in an epoch view that is about to begin, by their ids. */
  List<Integer> next(long nowUs) {
    forgetOld(nowUs);
    List<Integer> chosen = wanted(nowUs);
    if (!chosen.equals(closed)) {
      closed = chosen;
      lastChangeUs = nowUs;
    }
    entries.forEach((table, entry) -> close(entry, chosen.contains(table)));
    return closed;
  }

  private static void close(Entry entry, boolean isClosed) {
    if (entry.isClosed != isClosed) {
      entry.isClosed = isClosed;
      entry.calls = 0;
    }
  }

  private List<Integer> wanted(long nowUs) {
    List<Integer> wanted = new ArrayList<>();
    entries.forEach(
        (table, entry) -> {
          if (isWanted(table, entry, nowUs)) {
            wanted.add(table);
          }
        });
    return wanted;
  }

  private boolean isWanted(int table, Entry entry, long nowUs) {
    return (entry.isClosed || entry.calls >= config.fewestCalls())
        && isAtRest(table, nowUs)
        && nowUs >= entry.openUntilUs;
  }

  /** What is not written, or not read across, needs no memory; tables come and go without end. */
  private void forgetOld(long nowUs) {
    Long2LongHashMap.EntryIterator written = writtenUs.entrySet().iterator();
    while (written.hasNext()) {
      written.next();
      if (nowUs - written.getLongValue() > config.restUs()) {
        written.remove();
      }
    }
    long goneUs = nowUs - RESTS_UNTIL_AGAIN * Math.max(config.restUs(), config.changeUs());
    entries.values().removeIf(each -> each.lastCallUs < goneUs && nowUs >= each.openUntilUs);
  }
}
