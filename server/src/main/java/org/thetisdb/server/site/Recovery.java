package org.thetisdb.server.site;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.catalog.JarReader;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.checkpoint.TrimTable;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Rebuilds what a site knows, first from a checkpoint, then from the logs. Used by one event loop
 * at a time: the one that reads the checkpoint, then the refresher's until the site serves.
 */
public final class Recovery implements CheckpointVisitor {
  private final int self;
  private final RowStore store;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final OutcomeTable outcomes;
  private final Roster roster;
  private final TrimTable trimPoints = new TrimTable();

  /** Begins with nothing. */
  public Recovery(RowStore store, ClusterSettings cluster, SiteConfig config, JarReader jars) {
    this.self = config.site();
    this.store = store;
    this.roster = new Roster(cluster);
    PartitionMap partitions = PartitionMap.of(cluster.partitionKeys(), roster.firstMasters());
    this.catalog = new Catalog(cluster.partitionKeys(), partitions, jars, roster);
    this.mastership = new MastershipTable(config.site(), partitions, catalog.ownerships(), roster);
    this.outcomes = new OutcomeTable(config.sessionsRemembered(), config.outcomeBytes());
  }

  // From a checkpoint. Its tables come before its jars, as their ids rise.

  /** The same for a lane whose rows another one restores. */
  public CheckpointVisitor besideRows() {
    return new Forwarding(this) {
      @Override
      public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
        applySystemRow(key, row, offset, length);
      }
    };
  }

  /** What another site held says nothing of this one. */
  @Override
  public void header(CheckpointHeader header) {
    if (header.id().site() == self && store instanceof HeldRowStore held) {
      held.added().restore(header.stays());
    }
  }

  @Override
  public void row(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
    store.install(key, stamp, position, row, offset, length, Snapshot.EVERYTHING);
    applySystemRow(key, row, offset, length);
  }

  private void applySystemRow(RowKey key, byte[] row, int offset, int length) {
    if (Catalog.isSystemTable(key.tableId())) {
      catalog.apply(key, row == null ? null : Arrays.copyOfRange(row, offset, offset + length));
    }
  }

  @Override
  public void moved(long partition, byte[] from, int term, int owner) {
    mastership.restore(partition, from, term, owner);
  }

  @Override
  public void outcome(long session, Outcome outcome) {
    outcomes.record(session, outcome);
  }

  @Override
  public void forgotten(long session) {
    outcomes.forgotten().add(session);
  }

  @Override
  public void trimPoints(int site, long[] offsets) {
    trimPoints.record(site, offsets);
  }

  @Override
  public void left(int site, List<Integer> successors) {
    roster.leave(site, successors);
    catalog.ownerships().onLeft(site);
  }

  // From the logs

  /** Takes over what a run of the refresher found. */
  public void apply(RefreshEvents events) {
    events.outcomes().forEach(o -> outcomes.record(o.session(), o.outcome()));
    events.systemRows().forEach(row -> catalog.apply(row.key(), row.row()));
    prepareAgain(events);
    events.ownershipRows().forEach(row -> catalog.apply(row.key(), row.row()));
    for (RefreshEvents.Change change : events.changes()) {
      if (change instanceof RefreshEvents.Move move) {
        mastership.move(move.partition(), move.term(), move.grantee());
      } else if (change instanceof RefreshEvents.Border border) {
        mastership.reshape(border.change());
      } else if (change instanceof RefreshEvents.Left left) {
        roster.leave(left.site(), left.successors());
        catalog.ownerships().onLeft(left.site());
      }
    }
    events.trimPoints().forEach(each -> trimPoints.record(each.site(), each.offsets()));
  }

  /** What is prepared and not decided is held as before: others may still decide it (hazard 19). */
  private void prepareAgain(RefreshEvents events) {
    events.decisions().forEach(catalog.prepared()::decided);
    events.preparedRows().forEach(row -> catalog.apply(row.key(), row.row()));
  }

  /** Where rows are written and read. */
  public RowStore store() {
    return store;
  }

  /** The sites of the cluster, as far as they are known by now. */
  public Roster roster() {
    return roster;
  }

  /** All that was found, when there is no more to come. */
  public SiteData finish() {
    return new SiteData(store, catalog, mastership, outcomes, trimPoints);
  }
}
