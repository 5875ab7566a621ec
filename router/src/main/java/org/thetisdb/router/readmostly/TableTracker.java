package org.thetisdb.router.readmostly;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;

/**
 * Chooses the tables that each site reads in its own copy. Nobody declares them: a table that no
 * call has written for a while, and for which alone calls meet more sites, is wanted. What it costs
 * when it is written is set against what it saves.
 *
 * <p>A table is <em>chosen</em> by a scheme that brings the choice into force, and that says when
 * it is given up. Nothing rests on what is chosen: sites hold to what they have heard. Not
 * thread-safe.
 */
public final class TableTracker {
  /** Tables that are chosen at most, or may become so. */
  public static final int MOST_TABLES = BeginEpochView.MOST_CLOSED;

  /** One write of a table costs about as much as so many calls that need not cross are worth. */
  static final int CALLS_FOR_A_WRITE = 10;

  /** What is written too often, or of no use, is looked at again after so many times the rest. */
  private static final int RESTS_UNTIL_AGAIN = 10;

  private final ReadMostlyConfig config;
  private final TableWrites writes;
  private final Map<Integer, Use> uses = new TreeMap<>();

  /** A table that calls cross for, or did. */
  private static final class Use {
    private boolean isChosen;
    private long sinceUs;

    /** Calls that crossed for it since then, or did not because it is chosen. */
    private long calls;

    private long written;
    private long lastCallUs;
    private long openUntilUs = Long.MIN_VALUE;

    private void begin(long nowUs) {
      sinceUs = nowUs;
      calls = 0;
      written = 0;
    }
  }

  /** None is chosen. */
  public TableTracker(ReadMostlyConfig config, TableWrites writes) {
    this.config = config;
    this.writes = writes;
  }

  /** A call is about to write a table, or may do so. */
  public void onWrite(int table, long nowUs) {
    writes.onWrite(table, nowUs);
    Use use = uses.get(table);
    if (use != null) {
      use.written++;
    }
  }

  /** Whether nobody has written a table for a while. */
  public boolean isReadMostly(int table, long nowUs) {
    return writes.isReadMostly(table, nowUs);
  }

  /**
   * So many calls meet more sites only because they read a table, or would if it were not chosen.
   */
  public void onCalls(int table, int calls, long nowUs) {
    Use use = uses.get(table);
    if (use == null) {
      if (uses.size() >= MOST_TABLES) {
        return;
      }
      use = new Use();
      use.begin(nowUs);
      uses.put(table, use);
    }
    use.calls += calls;
    use.lastCallUs = nowUs;
  }

  /**
   * The read-mostly tables that are chosen, or would be worth it, by their ids. What calls have not
   * met for long is forgotten.
   */
  public List<Integer> wanted(long nowUs) {
    forgetUnused(nowUs);
    List<Integer> wanted = new ArrayList<>();
    uses.forEach(
        (table, use) -> {
          boolean isWorthIt = use.isChosen || use.calls >= config.fewestCalls();
          if (isWorthIt && isReadMostly(table, nowUs) && nowUs >= use.openUntilUs) {
            wanted.add(table);
          }
        });
    return wanted;
  }

  private void forgetUnused(long nowUs) {
    uses.values().removeIf(each -> isUnused(each, nowUs) && nowUs >= each.openUntilUs);
  }

  private boolean isUnused(Use use, long nowUs) {
    return use.lastCallUs
        < nowUs - RESTS_UNTIL_AGAIN * Math.max(config.restUs(), config.changeUs());
  }

  /** A wanted table is chosen from now on. */
  public void choose(int table, long nowUs) {
    setChosen(uses.get(table), true, nowUs);
  }

  /** These are chosen, and no others. */
  public void chooseOnly(List<Integer> tables, long nowUs) {
    uses.forEach((table, use) -> setChosen(use, tables.contains(table), nowUs));
  }

  private static void setChosen(Use use, boolean isChosen, long nowUs) {
    if (use != null && use.isChosen != isChosen) {
      use.isChosen = isChosen;
      use.begin(nowUs);
    }
  }

  /** What a chosen table costs and saves counts from now on. */
  public void beginCounting(int table, long nowUs) {
    Use use = uses.get(table);
    if (use != null) {
      use.begin(nowUs);
    }
  }

  /**
   * Whether a chosen table saves more than it costs: looked at after each rest, since the last time
   * that it was. One that calls have not met for long does not.
   */
  public boolean isWorthIt(int table, long nowUs) {
    Use use = uses.get(table);
    if (use == null || isUnused(use, nowUs)) {
      return false;
    }
    if (nowUs - use.sinceUs < config.restUs()) {
      return true;
    }
    boolean isWorthIt = isWorth(use.written, use);
    use.begin(nowUs);
    return isWorthIt;
  }

  private static boolean isWorth(long written, Use use) {
    return written * CALLS_FOR_A_WRITE <= use.calls;
  }

  /**
   * A chosen table is given up since it is written; for longer if it has not been worth that.
   *
   * @return whether it was chosen until now
   */
  public boolean giveUp(int table, long nowUs) {
    Use use = uses.get(table);
    if (use == null || !use.isChosen) {
      return false;
    }
    if (!isWorth(1, use)) {
      use.openUntilUs = nowUs + RESTS_UNTIL_AGAIN * config.restUs();
    }
    setChosen(use, false, nowUs);
    return true;
  }

  /** Nothing is known any more of the calls that met a table. */
  public void forget(int table) {
    uses.remove(table);
  }

  /** None is chosen; which wrote what is known. */
  public void reset() {
    uses.clear();
  }
}
