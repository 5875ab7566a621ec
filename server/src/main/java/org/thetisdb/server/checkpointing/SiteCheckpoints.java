package org.thetisdb.server.checkpointing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.CheckpointRun;
import org.thetisdb.server.checkpoint.CheckpointSubject;
import org.thetisdb.server.checkpoint.CheckpointSummary;
import org.thetisdb.server.checkpoint.KeptCheckpoints;
import org.thetisdb.server.disk.DiskReserve;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteIdentity;
import org.thetisdb.server.state.SiteState;

/**
 * Takes checkpoints of a serving site from time to time, one after the other, and says in the log
 * how far they make the logs needless. Owned by the engine's event loop.
 */
public final class SiteCheckpoints implements DiskReserve.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SiteCheckpoints.class);

  private static final long LOOK_AGAIN_US = 50_000;
  private static final long NOTHING = Long.MIN_VALUE;

  /** What is filled in one moment is in one checkpoint. */
  private static final long TOGETHER_US = 2_000;

  /** Between the checkpoints of sites whose disk has become short. */
  private static final long TURN_US = 1_000_000;

  private final SiteState state;
  private final SiteIdentity identity;
  private final CheckpointPorts ports;
  private final LogTrimming trimming;
  private long newestRecords;
  private int number;
  private CheckpointRun run;

  /** The replicas that the newest checkpoints have, for as many as are kept; the newest last. */
  private final Deque<Set<Long>> staysKept = new ArrayDeque<>();

  private Snapshot underWay;
  private long newestBytes;
  private boolean asked;
  private boolean saving;
  private Runnable whenPublished = () -> {};
  private long takenRecords;

  /** Notes of trim points that were applied or written here. */
  private long notes;

  /** None begun yet. */
  public SiteCheckpoints(SiteState state, SiteIdentity identity, CheckpointPorts ports) {
    this.state = state;
    this.identity = identity;
    this.ports = ports;
    this.trimming =
        new LogTrimming(
            state.data().trimPoints(),
            state.data().roster(),
            state.life(),
            state.log(),
            state.data().self(),
            ports);
  }

  /** Starts the timer, unless checkpoints are switched off. */
  public void start() {
    trimming.trim();
    ports
        .lane()
        .onTrimPoints(offsets -> state.scheduler().execute(() -> onOthersCheckpoint(offsets)));
    if (ports.intervalUs() > 0) {
      state.scheduler().schedule(firstTickUs(), this::tick);
    }
  }

  /**
   * Sites take turns, so that those that start together do not all take their checkpoints at once:
   * each has its own part of the interval.
   */
  private long firstTickUs() {
    int sites = Math.max(state.data().self(), state.data().roster().highest());
    return Math.max(1, ports.intervalUs() / sites * state.data().self());
  }

  private void announce(long[] offsets) {
    notes++;
    trimming.announce(offsets);
  }

  /** The lane that takes checkpoints for this one says how far they reach. */
  private void onOthersCheckpoint(long[] offsets) {
    if (!state.life().isStopped()) {
      ports.resumePoints().accept(points -> announceIfPassed(offsets, points));
    }
  }

  /** What this lane has not read itself must stay. */
  private void announceIfPassed(long[] offsets, LogPoint[] points) {
    if (state.life().isStopped() || state.life().hasLeft() || state.log().hasFailed()) {
      return;
    }
    for (int i = 0; i < Math.min(offsets.length, points.length); i++) {
      if (points[i] != null && points[i].offset() < offsets[i]) {
        state.scheduler().schedule(LOOK_AGAIN_US, () -> onOthersCheckpoint(offsets));
        return;
      }
    }
    announce(offsets);
  }

  /**
   * Whether this site has a replica whatever checkpoint of those kept it starts from. Copied rows
   * are in no log: a restart would lose those of a replica promoted before that (hazard 25).
   */
  public boolean isSaved(long replica) {
    return staysKept.size() == ports.options().kept()
        && staysKept.stream().allMatch(each -> each.contains(replica));
  }

  /** Whoever has replicas to save asks for the next one behind each. */
  public void whenPublished(Runnable listener) {
    whenPublished = listener;
  }

  /** Takes one if none is under way and a replica is not saved yet. */
  public void save(long replica) {
    if (ports.intervalUs() > 0 && !isSaved(replica) && !saving) {
      saving = true;
      state.scheduler().schedule(TOGETHER_US, this::saveNext);
    }
  }

  private void saveNext() {
    saving = false;
    if (!state.life().isStopped() && run == null && !asked) {
      newestRecords = NOTHING;
      takeOne();
    }
  }

  /** Gives up the checkpoint under way, if there is one. */
  public void stop() {
    if (run != null) {
      run.cancel();
      run = null;
    }
  }

  /** Another site has said how far it needs no log any more. */
  public void onTrimPoints(List<RefreshEvents.TrimPoints> points) {
    points.forEach(each -> state.data().trimPoints().record(each.site(), each.offsets()));
    notes += points.size();
    if (!points.isEmpty()) {
      trimming.trim();
    }
  }

  /** Sites came or went, and with them what holds the logs. */
  public void onSites() {
    trimming.trim();
  }

  private void tick() {
    if (state.life().isStopped()) {
      return;
    }
    takeOne();
    state.scheduler().schedule(ports.intervalUs(), this::tick);
  }

  private void takeOne() {
    if (run != null || asked || state.life().isSnapshotUnderWay() || !isWorthOne()) {
      return;
    }
    if (!state.log().disk().hasRoomFor(likelyBytes())) {
      LOG.warn(
          "Site {} takes no checkpoint: its disk has no room for {} bytes more",
          state.data().self(),
          likelyBytes());
      return;
    }
    asked = true;
    ports.resumePoints().accept(this::begin);
  }

  /** What the next one will take: a little more than the last; at first, all that memory holds. */
  private long likelyBytes() {
    return newestBytes == 0 ? state.data().store().usedBytes() : newestBytes + newestBytes / 4;
  }

  /**
   * The disk is short. Older checkpoints go, and with them what they need of the logs; then a new
   * one is taken if there is room for it, which lets more of the logs go. Sites take turns, since
   * they may share the disk.
   */
  @Override
  public void onDiskShort() {
    if (ports.intervalUs() > 0) {
      ports.worker().execute(this::leaveNewest);
      state.scheduler().schedule(TURN_US * state.data().self(), this::takeOneIfShort);
    }
  }

  /** On the worker's event loop. */
  private void leaveNewest() {
    try {
      long[] needed = KeptCheckpoints.leaveNewest(ports.store(), state.data().self());
      if (needed.length > 0) {
        state.scheduler().execute(() -> announceToAll(needed));
      }
    } catch (ThetisException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private void announceToAll(long[] offsets) {
    if (!state.life().isStopped() && !state.life().hasLeft() && !state.log().hasFailed()) {
      announce(offsets);
      ports.lane().trimPoints(offsets);
    }
  }

  private void takeOneIfShort() {
    if (!state.life().isStopped() && state.log().disk().isShort()) {
      takeOne();
    }
  }

  /** A checkpoint that uses up the last room would take it from the log. */
  @Override
  public void onDiskCritical() {
    if (run != null) {
      LOG.warn("Site {} gives up a checkpoint: its disk is full", state.data().self());
      stop();
      underWay.end();
    }
  }

  /** Also without news, until there are as many as are to be kept. */
  private boolean isWorthOne() {
    return records() != newestRecords
        || (records() > 0 && !state.data().trimPoints().knows(state.data().self()));
  }

  /**
   * Number of records applied and written here that a checkpoint is worth. Notes of checkpoints do
   * not count, or idle sites would take checkpoints of each other's notes for ever.
   */
  private long records() {
    VersionVector everything = state.progress().everything();
    long sum = -notes;
    for (int site = 1; site <= everything.highestSite(); site++) {
      sum += everything.get(site);
    }
    return sum;
  }

  /** The refresher has said where others' logs would be read on. */
  private void begin(LogPoint[] others) {
    asked = false;
    if (state.life().isStopped() || state.life().isSnapshotUnderWay()) {
      return;
    }
    takenRecords = records();
    Snapshot snapshot = new Snapshot(state);
    underWay = snapshot;
    CheckpointId id = new CheckpointId(state.data().self(), identity.incarnation(), ++number);
    run =
        new CheckpointRun(
            snapshot.beginWith(identity.cluster(), id, others),
            snapshot.tables(),
            state.data().store().whole(),
            snapshot,
            ports.store(),
            ports.options(),
            state.scheduler(),
            ports.worker());
    run.start();
  }

  /** What is copied to one checkpoint, and what becomes of it. */
  private final class Snapshot extends SiteSnapshot implements CheckpointSubject {
    private long workSeen;
    private Set<Long> stays = Set.of();

    Snapshot(SiteState state) {
      super(state, ports.lane());
    }

    CheckpointHeader beginWith(String cluster, CheckpointId id, LogPoint[] others) {
      CheckpointHeader header = begin(cluster, id, others);
      stays = Set.copyOf(header.stays());
      return header;
    }

    @Override
    public boolean isBusy() {
      SiteCounters done = state.counters();
      long work = done.committed + done.aborted + done.refreshed;
      boolean worked = work != workSeen;
      workSeen = work;
      return worked;
    }

    @Override
    public void onPublished(CheckpointSummary summary, long[] neededOffsets) {
      end();
      run = null;
      newestRecords = takenRecords;
      newestBytes = summary.bytes();
      staysKept.add(stays);
      if (staysKept.size() > ports.options().kept()) {
        staysKept.remove();
      }
      LOG.info(
          "Checkpoint {} with {} rows, {} bytes", summary.id(), summary.rows(), summary.bytes());
      if (neededOffsets.length > 0) {
        announceToAll(neededOffsets);
      }
      whenPublished.run();
    }

    @Override
    public void onFailed(RuntimeException reason) {
      end();
      run = null;
      LOG.warn("{}", reason.getMessage());
    }
  }
}
