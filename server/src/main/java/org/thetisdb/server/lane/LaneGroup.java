package org.thetisdb.server.lane;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.snapshot.SharedWatermark;
import org.thetisdb.store.FrontRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Sites of one process that share one row store, so that a machine has its rows once however many
 * engines work on them. Each of these lanes is a site as any other to the rest of the cluster: it
 * has its log, its terms, its place in the vectors. What they have in common is here:
 *
 * <ul>
 *   <li>The first lane restores a checkpoint, and installs what stands in logs. The others read the
 *       same logs, and pass a record when it has done so. What a lane that serves commits is
 *       installed by its own engine, and by nobody else.
 *   <li>Versions go when no lane needs them any more.
 *   <li>Lanes begin and end together: one that cannot go on leaves rows in the store that no log
 *       has, and another lane would serve them (hazard 23).
 * </ul>
 *
 * <p>See decision 0072. Made anew for each start. Thread-safe.
 */
public final class LaneGroup {
  private static final long NOT_LIVE = Long.MAX_VALUE;

  private final RowStore rows;
  private final List<Lane> lanes = new ArrayList<>();
  private final SharedWatermark watermark;

  /** Of each log, what the first lane has installed or left to the lane that wrote it. */
  private final AtomicLongArray passed = new AtomicLongArray(Stamp.MAX_SITE + 1);

  /** Of the log of each lane, behind which position its own engine installs what it commits. */
  private final AtomicLongArray liveFrom = new AtomicLongArray(Stamp.MAX_SITE + 1);

  private RuntimeException firstEnded;
  private int arrived;
  private int closed;

  /**
   * Lanes over one row store, which is closed when all of them are.
   *
   * @param sites their numbers; the first one restores and installs
   */
  public LaneGroup(List<Integer> sites, RowStore rows) {
    this.rows = new FrontRowStore(rows);
    this.watermark = new SharedWatermark(sites.size());
    for (int place = 0; place < sites.size(); place++) {
      lanes.add(new Lane(this, sites.get(place), place));
    }
    for (int site = 0; site < liveFrom.length(); site++) {
      liveFrom.set(site, NOT_LIVE);
    }
    if (sites.size() == 1) {
      watermark.state(0, Snapshot.EVERYTHING); // nobody reads before it serves
    }
  }

  /** A site that shares its rows with nobody. */
  public static Lane alone(int site, RowStore rows) {
    return new LaneGroup(List.of(site), rows).lanes().get(0);
  }

  /** The lanes, in the order in which they were named. */
  public List<Lane> lanes() {
    return List.copyOf(lanes);
  }

  RowStore rows() {
    return rows;
  }

  SharedWatermark watermark() {
    return watermark;
  }

  int size() {
    return lanes.size();
  }

  boolean holdsLane(int site) {
    return find(site) != null;
  }

  Lane find(int site) {
    for (Lane lane : lanes) {
      if (lane.site() == site) {
        return lane;
      }
    }
    return null;
  }

  // What is restored

  /** A lane is ready to hear what is restored. When all are, the first one begins. */
  synchronized void ready(Lane lane, LaneOpening opening) {
    lane.setOpening(opening);
    arrived++;
    if (arrived == lanes.size()) {
      List<CheckpointVisitor> all = new ArrayList<>();
      for (Lane each : lanes) {
        all.add(each == lanes.get(0) ? each.opening().rows() : each.opening().besideRows());
      }
      lanes.get(0).opening().restore(new FanOut(all));
    }
  }

  void opened(VersionVector vector, List<LogPoint> points, VersionVector complete) {
    for (int site = 1; site <= vector.highestSite(); site++) {
      passed.set(site, vector.get(site));
    }
    for (Lane lane : lanes) {
      lane.opening().opened(vector, points, complete);
    }
  }

  // What is installed

  boolean firstInstalls(int origin, long position) {
    return !isInstalledByItsLane(origin, position);
  }

  boolean isInstalled(int origin, long position) {
    return passed.get(origin) >= position || isInstalledByItsLane(origin, position);
  }

  private boolean isInstalledByItsLane(int origin, long position) {
    return position > liveFrom.get(origin);
  }

  void passed(int origin, long position) {
    passed.set(origin, position);
  }

  void wakeOthers() {
    for (Lane lane : lanes) {
      lane.wake();
    }
  }

  void serves(int site, long position) {
    liveFrom.set(site, position);
  }

  // What is said to the others

  /** One lane has ended by itself; so do the others, also those that have not begun. */
  void ended(Lane lane, RuntimeException reason) {
    synchronized (this) {
      if (firstEnded != null) {
        return;
      }
      firstEnded =
          new ThetisException(ErrorCode.LANE_ENDED, lane.site(), reason.getMessage())
              .causedBy(reason);
    }
    for (Lane other : lanes) {
      if (other != lane) {
        other.end(firstEnded);
      }
    }
  }

  /** Why a lane has ended by itself; null if none has. */
  synchronized RuntimeException whyEnded() {
    return firstEnded;
  }

  /** Somebody waits for more of the logs, which the first lane has to install first. */
  void expedite() {
    lanes.get(0).expedited();
  }

  void trimPoints(long[] offsets) {
    for (Lane other : lanes.subList(1, lanes.size())) {
      other.announce(Arrays.copyOf(offsets, offsets.length));
    }
  }

  /** A lane uses the rows no more. */
  synchronized void close() {
    closed++;
    if (closed == lanes.size()) {
      rows.close();
    }
  }
}
