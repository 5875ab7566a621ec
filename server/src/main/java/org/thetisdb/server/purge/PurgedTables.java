package org.thetisdb.server.purge;

import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * Removes the rows of tables that the catalog calls purged. No log mentions it, and each site does
 * it for itself; of those that share their rows, the first.
 *
 * <p>Two things make it safe. The commit that says so depends on all that was ever written to the
 * table, so a site that has applied it has every row, and none comes behind it. And rows go only
 * when the watermark has seen that commit: then every snapshot in use has seen it, and in none of
 * these the table is there.
 *
 * <p>What is to be done is read from the catalog and the rows, again and again, and nowhere else
 * noted. So it makes no difference whether a site was there when the table was dropped, or has
 * these rows from a checkpoint, from logs that it read again, or from another site.
 *
 * <p>Rows go in slices on the event loop that takes checkpoints, with rests between: the engine's
 * event loop only looks. Owned by the engine's event loop.
 */
public final class PurgedTables {
  private static final Logger LOG = LoggerFactory.getLogger(PurgedTables.class);
  private static final int ROWS_PER_SLICE = 512;
  private static final long REST_US = 500;

  /** Purged tables are never forgotten, so a look takes some of them in turn. */
  private static final int TABLES_PER_LOOK = 128;

  private final Scheduler scheduler;
  private final RowStore store;
  private final Catalog catalog;
  private final Cuts cuts;
  private final int self;
  private final Scheduler worker;
  private final boolean removes;
  private final RowVersion read = new RowVersion();

  private final PurgeQueue queue = new PurgeQueue();
  private long catalogSeen = -1;
  private boolean busy;
  private volatile boolean stopped;

  /** For a site; rows go on the event loop of {@code worker}. */
  public PurgedTables(
      Scheduler scheduler,
      RowStore store,
      Catalog catalog,
      Cuts cuts,
      int self,
      Lane lane,
      Scheduler worker) {
    this.scheduler = scheduler;
    this.store = store;
    this.catalog = catalog;
    this.cuts = cuts;
    this.self = self;
    this.worker = worker;
    this.removes = lane.isFirst();
  }

  /** Begins with a table whose rows may go, if there is one. Called from time to time. */
  public void look() {
    if (!removes || busy || stopped) {
      return;
    }
    learn();
    int table = queue.find(TABLES_PER_LOOK, any -> store.rowCount(any) > 0, this::isNeededByNobody);
    if (table >= 0) {
      busy = true;
      worker.execute(() -> removeSome(table, 0));
    }
  }

  private void learn() {
    long changes = catalog.changes();
    if (changes != catalogSeen) {
      Collection<RowKey> changed = catalogSeen < 0 ? null : catalog.changedSince(catalogSeen);
      catalogSeen = changes;
      if (changed == null) {
        queue.reset(all());
      } else {
        changed.forEach(this::learn);
      }
    }
  }

  private void learn(RowKey changed) {
    if (changed.tableId() == ObjectId.TABLE_ID) {
      ObjectId object = ObjectId.of(changed);
      if (object.kind() == ObjectKind.DROPPED && catalog.sql().isPurged(object.id())) {
        queue.add(object.id());
      }
    }
  }

  private List<Integer> all() {
    return catalog.sql().dropped().stream()
        .filter(table -> table.state() == DroppedDef.State.PURGED)
        .map(DroppedDef::tableId)
        .toList();
  }

  /** Whether all snapshots in use, and all that come, see that the table is purged. */
  private boolean isNeededByNobody(int table) {
    return !store.isAnyInFront(table)
        && store.readNewest(DroppedDef.key(table), read)
        && !read.isDeleted()
        && DroppedDef.isPurged(read.toByteArray())
        && isSeenByAll(read);
  }

  private boolean isSeenByAll(RowVersion purge) {
    return cuts.watermark().isVisible(purge.stamp(), purge.position());
  }

  /** On the worker's event loop. */
  private void removeSome(int table, long before) {
    if (stopped) {
      return;
    }
    int removed = store.removeRows(table, ROWS_PER_SLICE);
    long rows = before + removed;
    if (removed < ROWS_PER_SLICE) {
      scheduler.execute(() -> ended(table, rows));
    } else {
      worker.schedule(REST_US, () -> removeSome(table, rows));
    }
  }

  private void ended(int table, long rows) {
    LOG.info("site {} removed {} rows of dropped table {}", self, rows, table);
    busy = false;
    look();
  }

  /** The site ends: once a task that is handed to the worker after this runs, no row is touched. */
  public void stop() {
    stopped = true;
  }
}
