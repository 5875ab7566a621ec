package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.CheckpointRun;
import org.thetisdb.server.checkpoint.CheckpointSlice;
import org.thetisdb.server.checkpoint.CheckpointSubject;
import org.thetisdb.server.checkpoint.CheckpointSummary;
import org.thetisdb.server.commit.OutcomeTable;

/**
 * Takes checkpoints of a serving site from time to time, one after the other, and says in the log
 * how far they make the logs needless. Owned by the engine's line.
 */
final class SiteCheckpoints implements CheckpointSubject {
  private static final Logger LOG = LoggerFactory.getLogger(SiteCheckpoints.class);

  private final SiteState state;
  private final String cluster;
  private final int incarnation;
  private final CheckpointPorts ports;
  private final LogTrimming trimming;
  private long newestRecords;
  private int number;
  private CheckpointRun run;
  private boolean asked;
  private VersionVector pinned;
  private long takenRecords;
  private int nextMoved;
  private OutcomeTable.Walk outcomes;
  private boolean trimPointsHandedOut;

  /** Notes of trim points that were applied or written here. */
  private long notes;

  SiteCheckpoints(SiteState state, String cluster, int incarnation, CheckpointPorts ports) {
    this.state = state;
    this.cluster = cluster;
    this.incarnation = incarnation;
    this.ports = ports;
    this.trimming = new LogTrimming(state, ports);
  }

  /** Starts the timer, unless checkpoints are switched off. */
  void start() {
    trimming.trim();
    if (ports.intervalUs() > 0) {
      state.scheduler.schedule(ports.intervalUs(), this::tick);
    }
  }

  /** Gives up the checkpoint under way, if there is one. */
  void stop() {
    if (run != null) {
      run.cancel();
      run = null;
    }
  }

  /** Another site has said how far it needs no log any more. */
  void onTrimPoints(List<RefreshEvents.TrimPoints> points) {
    points.forEach(each -> state.trimPoints.record(each.site(), each.offsets()));
    notes += points.size();
    if (!points.isEmpty()) {
      trimming.trim();
    }
  }

  private void tick() {
    if (state.stopped) {
      return;
    }
    if (run == null && !asked && records() != newestRecords) {
      asked = true;
      ports.resumePoints().accept(this::begin);
    }
    state.scheduler.schedule(ports.intervalUs(), this::tick);
  }

  /**
   * Number of records applied and written here that a checkpoint is worth. Notes of checkpoints do
   * not count, or idle sites would take checkpoints of each other's notes for ever.
   */
  private long records() {
    VersionVector everything = state.everything();
    long sum = -notes;
    for (int site = 1; site <= everything.highestSite(); site++) {
      sum += everything.get(site);
    }
    return sum;
  }

  /**
   * The refresher has said where others' logs would be read on. It tells the engine what it applied
   * before it answers, so what stands before those points is applied and known here.
   */
  private void begin(LogPoint[] others) {
    asked = false;
    if (state.stopped) {
      return;
    }
    VersionVector everything = state.everything();
    takenRecords = records();
    state.cuts.pin(everything);
    pinned = everything;
    nextMoved = 0;
    outcomes = null;
    trimPointsHandedOut = false;
    CheckpointHeader header =
        new CheckpointHeader(
            new CheckpointId(state.self, incarnation, ++number),
            cluster,
            everything,
            points(others));
    run =
        new CheckpointRun(
            header,
            tables(),
            state.store,
            this,
            ports.store(),
            ports.kept(),
            state.scheduler,
            ports.worker());
    run.start();
  }

  private List<LogPoint> points(LogPoint[] others) {
    List<LogPoint> points = new ArrayList<>(others.length);
    for (int site = 1; site <= others.length; site++) {
      points.add(
          site == state.self
              ? new LogPoint(state.log.nextOffset(), incarnation, state.log.durable())
              : others[site - 1]);
    }
    return points;
  }

  private int[] tables() {
    List<Integer> ids = new ArrayList<>(Catalog.SYSTEM_TABLES);
    state.catalog.tables().tables().forEach(table -> ids.add(table.id()));
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  // What the run asks for

  @Override
  public void onRowsWritten() {
    unpin();
    outcomes = state.outcomes.walk();
  }

  private void unpin() {
    if (pinned != null) {
      state.cuts.unpin(pinned);
      pinned = null;
    }
  }

  @Override
  public boolean next(int most, CheckpointSlice slice) {
    if (!trimPointsHandedOut) {
      trimPointsHandedOut = true;
      state.trimPoints.copyTo(slice);
    }
    int end = (int) Math.min(state.mastership.movedCount(), (long) nextMoved + most);
    for (; nextMoved < end; nextMoved++) {
      Owner moved = state.mastership.movedAt(nextMoved);
      slice.moved(moved.partition(), moved.term(), moved.site());
    }
    boolean moreOutcomes = outcomes.step(most, slice::outcome);
    return moreOutcomes || nextMoved < state.mastership.movedCount();
  }

  @Override
  public VersionVector complete() {
    return state.everything().max(state.log.dependencies());
  }

  @Override
  public boolean hasForgotten() {
    return state.outcomes.hasForgotten();
  }

  @Override
  public void whenDurable(Runnable action) {
    state.log.whenDurable(state.log.position(), action);
    state.log.flush();
  }

  @Override
  public void onPublished(CheckpointSummary summary, long[] neededOffsets) {
    run = null;
    newestRecords = takenRecords;
    LOG.info("Checkpoint {} with {} rows, {} bytes", summary.id(), summary.rows(), summary.bytes());
    if (!state.stopped && !state.log.hasFailed() && neededOffsets.length > 0) {
      notes++;
      trimming.announce(neededOffsets);
    }
  }

  @Override
  public void onFailed(RuntimeException reason) {
    run = null;
    unpin();
    LOG.warn("{}", reason.getMessage());
  }
}
