package org.thetisdb.server.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Digests of a site's rows as of a cut, so that a router can tell whether all sites that are to
 * hold the same rows do. What a site has beside those, while it fills a replica, is left out.
 * Transactions go on meanwhile: the cut's versions are pinned, and read in small steps on the event
 * loop of checkpoints. One at a time. Owned by the engine's event loop.
 */
public final class ReplicaDigests {
  private static final int ROWS_PER_STEP = 256;
  private static final long LOOK_US = 1_000;
  private static final long PATIENCE_US = 10_000_000;
  private static final byte[] BEGINNING = {};

  private final Scheduler scheduler;
  private final RowStore store;
  private final Catalog catalog;
  private final int self;
  private final SiteProgress progress;
  private final Cuts cuts;
  private final int incarnation;
  private final Scheduler worker;
  private Run run;

  /** Digests of the rows of an incarnation of a site, made on the event loop of {@code worker}. */
  public ReplicaDigests(
      Scheduler scheduler,
      SiteData data,
      SiteProgress progress,
      Cuts cuts,
      int incarnation,
      Scheduler worker) {
    this.scheduler = scheduler;
    this.store = data.store();
    this.catalog = data.catalog();
    this.self = data.self();
    this.progress = progress;
    this.cuts = cuts;
    this.incarnation = incarnation;
    this.worker = worker;
  }

  /** A router asks for it, right behind the cut itself. */
  public void request(Connection router, DigestRequest wanted) {
    if (run != null) {
      refuse(router, wanted, "another comparison is under way");
    } else if (!cuts.canPin(wanted.vector())) {
      refuse(router, wanted, "the cut is too old here");
    } else {
      cuts.pin(wanted.vector());
      run = new Run(router, wanted);
      run.awaitCut();
    }
  }

  private static void refuse(Connection router, DigestRequest wanted, String why) {
    router.send(new Digest(wanted.id(), why, List.of()));
  }

  /** This site ends. Once a task that is handed to the worker after this runs, no row is read. */
  public void stop() {
    if (run != null) {
      run.cancelled = true;
      run = null;
    }
  }

  private int[] tables(VersionVector vector) {
    List<Integer> ids = new ArrayList<>(Catalog.SYSTEM_TABLES);
    catalog.tables().tables().stream()
        .map(RegisteredTable::id)
        .filter(id -> !isPurged(id, vector))
        .forEach(ids::add);
    return ids.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** Rows of such a table go at each site when it is ready, so they say nothing. */
  private boolean isPurged(int table, VersionVector vector) {
    RowVersion dropped = new RowVersion();
    return catalog.sql().isPurged(table)
        && store.read(DroppedDef.key(table), new VectorSnapshot(vector), dropped)
        && DroppedDef.isPurged(dropped.toByteArray());
  }

  /** One digest under way. */
  private final class Run {
    private final Connection router;
    private final long id;
    private final VersionVector vector;
    private final long deadlineUs;
    private final boolean holdsAll = catalog.roster().holdsAll(self);
    private volatile boolean cancelled;

    // Only on the worker's event loop.
    private final List<TableDigest> done = new ArrayList<>();
    private final TableDigests digests = new TableDigests();
    private RowHolders holders;
    private int[] tables;
    private int table;
    private byte[] nextKey = BEGINNING;
    private int rowsOfStep;

    Run(Connection router, DigestRequest wanted) {
      this.router = router;
      this.id = wanted.id();
      this.vector = wanted.vector();
      this.deadlineUs = scheduler.clock().nowUs() + PATIENCE_US;
    }

    void awaitCut() {
      if (cancelled) {
        return;
      }
      if (progress.reached().covers(vector)) {
        begin();
      } else if (scheduler.clock().nowUs() > deadlineUs) {
        end("the cut was not reached in time");
      } else {
        scheduler.schedule(LOOK_US, this::awaitCut);
      }
    }

    private void begin() {
      Snapshot cut = new VectorSnapshot(vector);
      ReplicaSets added = Catalog.replicasAt(store, cut);
      if (holdsLessThan(added)) {
        end("it is filling a replica that it held before its last start");
        return;
      }
      holders = new RowHolders(catalog.roster(), added, catalog.tables(), store, cut);
      tables = tables(vector);
      worker.execute(this::step);
    }

    /** What the last incarnation has held is gone with it. */
    private boolean holdsLessThan(ReplicaSets added) {
      return added.ranges().stream()
          .anyMatch(
              range ->
                  range.site() == self
                      && range.incarnation() != 0
                      && range.incarnation() != incarnation);
    }

    private void step() {
      if (cancelled) {
        return;
      }
      if (table == tables.length) {
        scheduler.execute(() -> end(""));
        return;
      }
      readSome(tables[table]);
      if (rowsOfStep < ROWS_PER_STEP) {
        done.addAll(digests.end(tables[table]));
        nextKey = BEGINNING;
        table++;
      }
      worker.execute(this::step);
    }

    private void readSome(int tableId) {
      rowsOfStep = 0;
      store
          .whole()
          .scan(
              tableId,
              nextKey,
              null,
              false,
              new VectorSnapshot(vector),
              (key, version) -> {
                take(tableId, key, version);
                nextKey = Arrays.copyOf(key, key.length + 1);
                return ++rowsOfStep < ROWS_PER_STEP;
              });
    }

    private void take(int tableId, byte[] key, RowVersion version) {
      List<Integer> partial = holders.of(tableId, key);
      if (holdsAll || partial.contains(self)) {
        digests.add(partial, key, version);
      }
    }

    private void end(String problem) {
      if (!cancelled) {
        cancelled = true;
        run = null;
        cuts.unpin(vector);
        router.send(new Digest(id, problem, problem.isEmpty() ? done : List.of()));
      }
    }
  }
}
