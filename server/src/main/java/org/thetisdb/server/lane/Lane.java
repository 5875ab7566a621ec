package org.thetisdb.server.lane;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.replication.refresh.RefreshGate;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * One incarnation of a site, as those see it with which it shares its rows. A site by itself is the
 * only lane of its group, and waits for nobody. Thread-safe.
 */
public final class Lane implements RefreshGate {
  private final LaneGroup group;
  private final int site;
  private final int place;
  private volatile boolean waiting;
  private volatile int incarnation;
  private volatile Runnable look = () -> {};
  private volatile Runnable expedite = () -> {};
  private volatile Consumer<RuntimeException> halt = reason -> {};
  private volatile Consumer<long[]> announce = offsets -> {};
  private volatile LaneOpening opening;

  Lane(LaneGroup group, int site, int place) {
    this.group = group;
    this.site = site;
    this.place = place;
  }

  /** Its number in the cluster. */
  public int site() {
    return site;
  }

  /** Whether it restores rows, installs them, and takes checkpoints, for the others, too. */
  public boolean isFirst() {
    return place == 0;
  }

  /** Whether it shares its rows. */
  public boolean isShared() {
    return group.size() > 1;
  }

  /** Whether another site shares its rows with this one. */
  public boolean sharesWith(int other) {
    return other != site && isShared() && group.holdsLane(other);
  }

  /** The rows. Other lanes read and write there, too. */
  public RowStore rows() {
    return group.rows();
  }

  /** It uses the rows no more; when that is so of all lanes, they are gone. Once. */
  public void close() {
    group.close();
  }

  // The beginning

  /** It can take what is restored. What follows comes to {@code how}, from any thread. */
  public void ready(LaneOpening how) {
    group.ready(this, how);
  }

  /** Said by the first lane: all that there was is restored. All lanes hear of it. */
  public void opened(VersionVector vector, List<LogPoint> points, VersionVector complete) {
    group.opened(vector, points, complete);
  }

  void setOpening(LaneOpening how) {
    opening = how;
  }

  LaneOpening opening() {
    return opening;
  }

  // Rows

  /** Whether this lane installs what the record at a position of a site's log has written. */
  public boolean installs(int origin, long position) {
    return isFirst() && group.firstInstalls(origin, position);
  }

  /** {@code task} is to look whether more can be applied, whenever others have installed more. */
  public void onInstalled(Runnable task) {
    look = task;
  }

  /** {@code task} has the logs of the first lane read on without a rest. */
  public void onExpedited(Runnable task) {
    expedite = task;
  }

  /** Somebody waits here for more of the logs. */
  public void expediteInstaller() {
    if (!isFirst()) {
      group.expedite();
    }
  }

  void expedited() {
    expedite.run();
  }

  /** A record whose rows the first lane has not installed is not passed here (hazard 23). */
  @Override
  public boolean isOpen(int origin, long position) {
    if (isFirst() || group.isInstalled(origin, position)) {
      return true;
    }
    waiting = true;
    return group.isInstalled(origin, position); // it may just have been
  }

  @Override
  public void passed(int origin, long position) {
    if (isFirst() && isShared()) {
      group.passed(origin, position);
    }
  }

  @Override
  public void advanced() {
    if (isFirst() && isShared()) {
      group.wakeOthers();
    }
  }

  void wake() {
    if (waiting) {
      waiting = false;
      look.run();
    }
  }

  /** Behind this position of its own log it installs itself what it commits. */
  public void serves(long position) {
    group.serves(site, position);
  }

  // Versions

  /** What it has applied while it does not serve: it will need no snapshot below. */
  public void recovers(VersionVector applied) {
    if (isShared()) {
      keep(new VectorSnapshot(applied));
    }
  }

  /** The oldest snapshot that it may still use. */
  public void keep(Snapshot oldest) {
    group.watermark().state(place, oldest);
  }

  /** The oldest snapshot that any of the lanes may still use. */
  public Snapshot watermark() {
    return group.watermark().least();
  }

  // Fate

  /** It has taken a number, behind that of each fence that counts in its log by now. */
  public void took(int number) {
    incarnation = number;
  }

  /**
   * Whether a fence in a lane's log ends that lane: then its engine may have installed rows that no
   * log has, under positions that others will write (hazard 23).
   */
  public boolean isReplaced(int other, int fence) {
    return sharesWith(other) && incarnationOf(other) != 0 && fence > incarnationOf(other);
  }

  /** The number that a lane with which this one shares its rows has taken; 0 before it has. */
  public int incarnationOf(int other) {
    return group.find(other).incarnation;
  }

  /** {@code task} ends this lane when another one has ended, at once if that is so already. */
  public void onEnded(Consumer<RuntimeException> task) {
    halt = task;
    RuntimeException reason = group.whyEnded();
    if (reason != null) {
      task.accept(reason);
    }
  }

  /** It has ended by itself; so do the others. */
  public void ended(RuntimeException reason) {
    group.ended(this, reason);
  }

  void end(RuntimeException reason) {
    halt.accept(reason);
  }

  // Checkpoints

  /** {@code task} says in this lane's log below which offsets no checkpoint needs the logs. */
  public void onTrimPoints(Consumer<long[]> task) {
    announce = task;
  }

  /** Said by the first lane, whose checkpoints are those of all. */
  public void trimPoints(long[] offsets) {
    group.trimPoints(offsets);
  }

  void announce(long[] offsets) {
    announce.accept(offsets);
  }
}
