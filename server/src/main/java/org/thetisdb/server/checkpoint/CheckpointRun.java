package org.thetisdb.server.checkpoint;

import java.util.Arrays;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.Snapshot;

/**
 * Takes one checkpoint while the site works. In turn:
 *
 * <ol>
 *   <li>rows of a pinned snapshot, read in small steps on a line of their own; the row store lets
 *       anybody read beside its writers;
 *   <li>moved partitions, outcomes and trim points, in small slices that the engine hands over;
 *   <li>a wait until all that the engine handed over is durable (hazard 1);
 *   <li>publication;
 *   <li>reading it back: nothing is deleted for the sake of a checkpoint that cannot be read.
 * </ol>
 *
 * <p>{@link #start} and {@link #cancel} may be called on any line.
 */
public final class CheckpointRun {
  private static final int ROWS_PER_STEP = 256;
  private static final int ENTRIES_PER_SLICE = 256;
  private static final byte[] BEGINNING = {};

  private final CheckpointHeader header;
  private final int[] tables;
  private final RowStore rows;
  private final CheckpointSubject subject;
  private final CheckpointStore store;
  private final int kept;
  private final Scheduler engine;
  private final Scheduler worker;
  private final Snapshot snapshot;
  private volatile boolean cancelled;

  // Only on the worker's line.
  private CheckpointWriter writer;
  private CheckpointReader readBack;
  private int table;
  private byte[] nextKey = BEGINNING;
  private int rowsOfStep;
  private VersionVector complete;
  private boolean forgotten;

  /**
   * A run that reads the rows of {@code header}'s vector, which must stay readable until {@link
   * CheckpointSubject#onRowsWritten}.
   *
   * @param tables whose rows are written
   * @param kept number of checkpoints that are kept, this one included
   */
  public CheckpointRun(
      CheckpointHeader header,
      int[] tables,
      RowStore rows,
      CheckpointSubject subject,
      CheckpointStore store,
      int kept,
      Scheduler engine,
      Scheduler worker) {
    this.header = header;
    this.tables = tables;
    this.rows = rows;
    this.subject = subject;
    this.store = store;
    this.kept = kept;
    this.engine = engine;
    this.worker = worker;
    this.snapshot = new VectorSnapshot(header.vector());
  }

  /** Begins. */
  public void start() {
    onWorker(
        () -> {
          writer = CheckpointWriter.begin(store.create(header.id()), header);
          writeRows();
        });
  }

  /**
   * Gives the checkpoint up. Once a task that is handed to the worker's line after this call runs,
   * no row is read any more.
   */
  public void cancel() {
    cancelled = true;
    worker.execute(this::close);
  }

  private void writeRows() {
    if (table == tables.length) {
      engine.execute(this::handOver);
      return;
    }
    int id = tables[table];
    rowsOfStep = 0;
    rows.scan(
        id,
        nextKey,
        null,
        false,
        snapshot,
        (key, version) -> {
          writer.row(new RowKey(id, key), version);
          nextKey = Arrays.copyOf(key, key.length + 1);
          rowsOfStep++;
          return rowsOfStep < ROWS_PER_STEP;
        });
    if (rowsOfStep < ROWS_PER_STEP) {
      table++;
      nextKey = BEGINNING;
    }
    onWorker(this::writeRows);
  }

  /** On the engine's line. */
  private void handOver() {
    if (!cancelled) {
      subject.onRowsWritten();
      handOverSlice();
    }
  }

  private void handOverSlice() {
    if (cancelled) {
      return;
    }
    CheckpointSlice slice = new CheckpointSlice();
    if (subject.next(ENTRIES_PER_SLICE, slice)) {
      onWorker(
          () -> {
            slice.writeTo(writer);
            engine.execute(this::handOverSlice);
          });
    } else {
      handOverEnd(slice, subject.complete(), subject.hasForgotten());
    }
  }

  private void handOverEnd(CheckpointSlice slice, VersionVector covers, boolean hasForgotten) {
    onWorker(
        () -> {
          slice.writeTo(writer);
          complete = covers;
          forgotten = hasForgotten;
        });
    subject.whenDurable(() -> onWorker(this::publish));
  }

  private void publish() {
    writer.publish(complete, forgotten);
    readBack = new CheckpointReader(store, header.id(), CheckpointVisitor.NONE);
    onWorker(this::readBack);
  }

  private void readBack() {
    if (readBack.step()) {
      onWorker(this::readBack);
      return;
    }
    close();
    CheckpointSummary summary = new CheckpointSummary(header.id(), writer.rows(), writer.bytes());
    long[] needed = KeptCheckpoints.keepNewest(store, header.id(), kept);
    engine.execute(
        () -> {
          if (!cancelled) {
            subject.onPublished(summary, needed);
          }
        });
  }

  private void onWorker(Runnable step) {
    worker.execute(
        () -> {
          if (cancelled) {
            return;
          }
          try {
            step.run();
          } catch (RuntimeException e) {
            fail(e);
          }
        });
  }

  private void fail(RuntimeException reason) {
    boolean first = !cancelled;
    cancelled = true;
    try {
      close();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
    if (first) {
      engine.execute(() -> subject.onFailed(reason));
    }
  }

  private void close() {
    if (writer != null) {
      writer.close();
    }
    if (readBack != null) {
      readBack.close();
    }
  }
}
