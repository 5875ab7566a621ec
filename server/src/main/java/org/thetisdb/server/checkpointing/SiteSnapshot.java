package org.thetisdb.server.checkpointing;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.CheckpointSlice;
import org.thetisdb.server.checkpoint.SnapshotSubject;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * The state of a serving site as one copy of it reads it: rows, those of the system pinned at one
 * vector, and the tables beside them. A site takes one at a time; what begins it ends it. Owned by
 * the engine's event loop.
 */
public class SiteSnapshot implements SnapshotSubject {
  private static final long LOOK_US = 1_000;

  final SiteState state;
  private final Lane lane;
  private VersionVector pinned;
  private PartitionMap.Walk partitions;
  private OutcomeTable.Walk outcomes;
  private boolean firstHandedOut;

  /**
   * A snapshot of a site; with {@code lane}, of what that one shares with others of its process.
   */
  public SiteSnapshot(SiteState state, Lane lane) {
    this.state = state;
    this.lane = lane;
  }

  /**
   * Pins all that is applied and committed here now.
   *
   * @param others from where other sites' logs would be read on. The refresher reports to the
   *     engine what it applied before it says that, so what stands before those points is known
   *     here.
   */
  public CheckpointHeader begin(String cluster, CheckpointId id, LogPoint[] others) {
    state.life().beginSnapshot();
    VersionVector everything = state.progress().everything();
    state.cuts().pin(everything);
    pinned = everything;
    List<LogPoint> points = new ArrayList<>(others.length);
    for (int site = 1; site <= others.length; site++) {
      points.add(
          site == state.data().self()
              ? new LogPoint(state.log().nextOffset(), id.incarnation(), state.log().durable())
              : others[site - 1]);
    }
    return new CheckpointHeader(id, cluster, everything, points, stays());
  }

  /** Replicas whose rows are all here now, so that a reader of them all gets all of them. */
  private List<Long> stays() {
    return state.data().store() instanceof HeldRowStore held ? held.added().filled() : List.of();
  }

  /** Lets everything go; no effect if it was let go before. */
  public final void end() {
    unpin();
    state.life().endSnapshot();
  }

  /**
   * The tables whose rows are copied; those of the system come first. Rows of purged ones are left
   * out, whether they are gone here or not: what is pinned has seen all of them, so no log that is
   * read on brings one back.
   */
  public final int[] tables() {
    List<Integer> ids = new ArrayList<>(Catalog.SYSTEM_TABLES);
    SqlCatalog sql = state.catalog().sql();
    state.catalog().tables().tables().stream()
        .map(RegisteredTable::id)
        .filter(id -> !sql.isPurged(id))
        .forEach(ids::add);
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public final void onPinNotNeeded() {
    unpin();
  }

  @Override
  public final void onRowsWritten() {
    outcomes = state.data().outcomes().walk();
    partitions = state.mastership().walk();
  }

  private void unpin() {
    if (pinned != null) {
      state.cuts().unpin(pinned);
      pinned = null;
    }
  }

  @Override
  public final boolean next(int most, CheckpointSlice slice) {
    if (!firstHandedOut) {
      firstHandedOut = true;
      state.data().trimPoints().copyTo(slice);
      handOutLeft(slice);
      state.data().outcomes().forgotten().forEach(slice::forgotten);
    }
    boolean morePartitions = partitions.step(most, owner -> handOut(owner, slice));
    boolean moreOutcomes = outcomes.step(most, slice::outcome);
    return moreOutcomes || morePartitions;
  }

  private static void handOut(Owner owner, CheckpointSlice slice) {
    slice.moved(owner.partition(), owner.from(), owner.term(), owner.site());
  }

  /** Before the moves: whatever moved before a site left is among those that follow. */
  private void handOutLeft(CheckpointSlice slice) {
    FirstMasters first = state.data().roster().firstMasters();
    for (int site : state.data().roster().in(SiteStanding.GONE)) {
      if (first.hasLeft(site)) {
        slice.left(site, first.successors(site));
      }
    }
  }

  @Override
  public final VersionVector complete() {
    return state.progress().everything().max(state.log().dependencies());
  }

  @Override
  public final void whenDurable(VersionVector reached, Runnable action) {
    state.log().whenDurable(state.log().position(), () -> awaitOtherLanes(reached, action));
  }

  /** What has been read in the log of another lane is durable there. */
  private void awaitOtherLanes(VersionVector reached, Runnable action) {
    for (int site = 1; site <= reached.highestSite(); site++) {
      if (lane.sharesWith(site) && state.progress().reached().get(site) < reached.get(site)) {
        if (!state.life().isStopped()) {
          state.scheduler().schedule(LOOK_US, () -> awaitOtherLanes(reached, action));
        }
        return;
      }
    }
    action.run();
  }
}
