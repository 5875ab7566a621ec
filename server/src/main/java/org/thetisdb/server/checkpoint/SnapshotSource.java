package org.thetisdb.server.checkpoint;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopySource;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.Snapshot;

/**
 * Copies a site's state while the site works, as the blocks of a checkpoint. In turn:
 *
 * <ol>
 *   <li>rows of a pinned snapshot, read in small steps on a line of their own; the row store lets
 *       anybody read beside its writers;
 *   <li>moved partitions, outcomes and trim points, in small slices that the engine hands over;
 *   <li>a wait until all that the engine handed over is durable (hazard 1); then the end.
 * </ol>
 *
 * <p>{@link #next} and {@link #close} may be called on any line; answers come on the worker's.
 */
public final class SnapshotSource implements CopySource {
  private static final int ROWS_PER_STEP = 256;
  private static final int ENTRIES_PER_SLICE = 256;
  private static final byte[] BEGINNING = {};

  private final CheckpointHeader header;
  private final int[] tables;
  private final RowStore rows;
  private final SnapshotSubject subject;
  private final Scheduler engine;
  private final Scheduler worker;
  private final Snapshot snapshot;
  private volatile boolean closed;

  // Only on the worker's line.
  private final ArrayDeque<byte[]> blocks = new ArrayDeque<>();
  private CheckpointWriter writer;
  private Answer answer;
  private int table;
  private byte[] nextKey = BEGINNING;
  private int rowsOfStep;
  private boolean rowsHandedOver;
  private boolean ended;

  /**
   * A source of the rows of {@code header}'s vector, which must stay readable until {@link
   * SnapshotSubject#onRowsWritten}.
   *
   * @param tables whose rows are copied
   * @param engine the line of the subject
   * @param worker the line that reads rows
   */
  public SnapshotSource(
      CheckpointHeader header,
      int[] tables,
      RowStore rows,
      SnapshotSubject subject,
      Scheduler engine,
      Scheduler worker) {
    this.header = header;
    this.tables = tables;
    this.rows = rows;
    this.subject = subject;
    this.engine = engine;
    this.worker = worker;
    this.snapshot = new VectorSnapshot(header.vector());
  }

  @Override
  public void next(Answer wanted) {
    onWorker(
        wanted,
        () -> {
          answer = wanted;
          if (writer == null) {
            writer = CheckpointWriter.begin(new Collector(), header);
          }
          step();
        });
  }

  /** After a task that is handed to the worker's line after this call no row is read. */
  @Override
  public void close() {
    closed = true;
  }

  /** Rows copied so far; on the worker's line. */
  long rows() {
    return writer == null ? 0 : writer.rows();
  }

  private void step() {
    if (!blocks.isEmpty()) {
      answer.onSlice(blocks.remove());
    } else if (ended) {
      answer.onEnd();
    } else if (table < tables.length) {
      readRows();
      goOn(this::step);
    } else {
      engine.execute(this::handOver);
    }
  }

  private void readRows() {
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
  }

  /** On the engine's line. */
  private void handOver() {
    if (closed) {
      return;
    }
    if (!rowsHandedOver) {
      rowsHandedOver = true;
      subject.onRowsWritten();
    }
    CheckpointSlice slice = new CheckpointSlice();
    if (subject.next(ENTRIES_PER_SLICE, slice)) {
      goOn(
          () -> {
            slice.writeTo(writer);
            step();
          });
    } else {
      handOverEnd(slice, subject.complete(), subject.hasForgotten());
    }
  }

  private void handOverEnd(CheckpointSlice slice, VersionVector complete, boolean forgotten) {
    goOn(() -> slice.writeTo(writer));
    subject.whenDurable(
        () ->
            goOn(
                () -> {
                  writer.finish(complete, forgotten);
                  ended = true;
                  step();
                }));
  }

  private void goOn(Runnable step) {
    onWorker(answer, step);
  }

  private void onWorker(Answer waiting, Runnable step) {
    worker.execute(
        () -> {
          if (closed) {
            return;
          }
          try {
            step.run();
          } catch (RuntimeException e) {
            closed = true;
            waiting.onFailed(e);
          }
        });
  }

  /** Keeps finished blocks until they are asked for: those of one step. */
  private final class Collector implements CheckpointStore.Sink {
    @Override
    public void write(byte[] bytes, int length) {
      blocks.add(Arrays.copyOf(bytes, length));
    }

    @Override
    public void publish() {
      // Nothing is published here.
    }

    @Override
    public void close() {
      blocks.clear();
    }
  }
}
