package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.readmostly.TableTracker;
import org.thetisdb.router.readmostly.TableWrites;

/**
 * Which tables are closed in the next epoch view (decision 0090), so that each member reads its own
 * copy: those that the tracker wants. One that is written is open in the next view.
 *
 * <p>Nothing rests on it: sites hold to what an epoch view began with, whatever is chosen here. A
 * new router begins with none. Owned by the engine's thread.
 */
final class EpochTables {
  private final ReadMostlyConfig config;
  private final TableTracker tracker;
  private List<Integer> closed = List.of();
  private long lastChangeUs;

  /** None is closed; tables may have been written until now. */
  EpochTables(ReadMostlyConfig config, long nowUs) {
    this.config = config;
    this.tracker = new TableTracker(config, TableWrites.writtenUntil(config, nowUs));
    this.lastChangeUs = nowUs;
  }

  /** A call is about to write a table, or may do so. */
  void onWrite(int table, long nowUs) {
    tracker.onWrite(table, nowUs);
  }

  /**
   * A call finds a table closed that it writes.
   *
   * @return whether it was closed until now
   */
  boolean onClosedMet(int table, long nowUs) {
    onWrite(table, nowUs);
    return tracker.giveUp(table, nowUs);
  }

  /** Whether a table of users is closed by now, or might be: no call has written it for a while. */
  boolean isReadMostly(int table, long nowUs) {
    return table >= FirstMasters.FIRST_USER_TABLE && tracker.isReadMostly(table, nowUs);
  }

  /** So many calls meet more sites only because they read a read-mostly table, or would. */
  void onCrossed(int table, int calls, long nowUs) {
    tracker.onCalls(table, calls, nowUs);
  }

  /**
   * Whether the epoch view that is open should make room for one in which other tables are closed.
   */
  boolean wantsOthers(long nowUs) {
    if (nowUs - lastChangeUs < config.changeUs()) {
      return false;
    }
    boolean areOthers = !tracker.wanted(nowUs).equals(closed);
    lastChangeUs = areOthers ? nowUs : lastChangeUs;
    return areOthers;
  }

  /** The tables that are closed in an epoch view that is about to begin, by their ids. */
  List<Integer> next(long nowUs) {
    List<Integer> chosen = tracker.wanted(nowUs);
    if (!chosen.equals(closed)) {
      closed = chosen;
      lastChangeUs = nowUs;
    }
    tracker.chooseOnly(closed, nowUs);
    return closed;
  }
}
