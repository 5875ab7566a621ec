package org.thetisdb.server.replica;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.sql.catalog.DroppedDef;

/**
 * Digests of a site's rows as of a cut, so that a router can tell whether all sites hold the same.
 * Transactions go on meanwhile: the cut's versions are pinned, and read in small steps on the line
 * of checkpoints. One at a time. Owned by the engine's line.
 */
public final class ReplicaDigests {
  private static final int ROWS_PER_STEP = 256;
  private static final long LOOK_US = 1_000;
  private static final long PATIENCE_US = 10_000_000;
  private static final byte[] BEGINNING = {};

  private final Scheduler scheduler;
  private final RowStore store;
  private final Catalog catalog;
  private final SiteProgress progress;
  private final Cuts cuts;
  private final Scheduler worker;
  private Run run;

  /** Digests of the rows of a site, made on the line of {@code worker}. */
  public ReplicaDigests(
      Scheduler scheduler,
      RowStore store,
      Catalog catalog,
      SiteProgress progress,
      Cuts cuts,
      Scheduler worker) {
    this.scheduler = scheduler;
    this.store = store;
    this.catalog = catalog;
    this.progress = progress;
    this.cuts = cuts;
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
    private volatile boolean cancelled;

    // Only on the worker's line.
    private final List<TableDigest> done = new ArrayList<>();
    private int[] tables;
    private int table;
    private byte[] nextKey = BEGINNING;
    private MessageDigest digest;
    private long rows;
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
        tables = tables(vector);
        worker.execute(this::step);
      } else if (scheduler.clock().nowUs() > deadlineUs) {
        end("the cut was not reached in time");
      } else {
        scheduler.schedule(LOOK_US, this::awaitCut);
      }
    }

    private void step() {
      if (cancelled) {
        return;
      }
      if (table == tables.length) {
        scheduler.execute(() -> end(""));
        return;
      }
      if (digest == null) {
        digest = sha256();
        rows = 0;
      }
      readSome(tables[table]);
      if (rowsOfStep < ROWS_PER_STEP) {
        endTable();
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
                take(key, version);
                nextKey = Arrays.copyOf(key, key.length + 1);
                return ++rowsOfStep < ROWS_PER_STEP;
              });
      rows += rowsOfStep;
    }

    /** The version's stamp and position count, too: equal bytes of another commit are no equals. */
    private void take(byte[] key, RowVersion version) {
      ByteBuffer head = ByteBuffer.allocate(2 * Integer.BYTES + 2 * Long.BYTES);
      head.putInt(key.length).putInt(version.length());
      head.putLong(version.stamp()).putLong(version.position());
      digest.update(head.array());
      digest.update(key);
      digest.update(version.bytes(), 0, version.length());
    }

    private void endTable() {
      if (rows > 0) {
        done.add(new TableDigest(tables[table], rows, digest.digest()));
      }
      digest = null;
      nextKey = BEGINNING;
      table++;
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

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
