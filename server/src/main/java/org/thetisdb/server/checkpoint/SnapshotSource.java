package org.thetisdb.server.checkpoint;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopySource;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Copies a site's state while the site works, as the blocks of a checkpoint. In turn:
 *
 * <ol>
 *   <li>rows of the system's tables as of the header's vector, which is pinned for that while; they
 *       are few;
 *   <li>rows of users' tables as they are when they are read: some as of the vector, some newer. No
 *       version is kept for them. A site that starts from them applies the logs behind the vector
 *       again, which writes whole rows and so ends with the right ones, and serves only when it has
 *       applied all that any of them holds (decision 0006);
 *   <li>moved partitions, outcomes and trim points, in small slices that the engine hands over;
 *   <li>a wait until all that the engine handed over is durable (hazard 1); then the end.
 * </ol>
 *
 * <p>Rows are read in small steps on an event loop of their own; the row store lets anybody read
 * beside its writers.
 *
 * <p>{@link #next} and {@link #close} may be called on any event loop; answers come on the
 * worker's.
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
  private final Snapshot pinned;
  private volatile boolean closed;

  // Only on the worker's event loop.
  private final ArrayDeque<byte[]> blocks = new ArrayDeque<>();
  private CheckpointWriter writer;
  private Answer answer;
  private int table;
  private byte[] nextKey = BEGINNING;
  private int rowsOfStep;
  private boolean pinUsed;
  private boolean ended;

  /** The highest log position of each site that a row holds: what the end has to cover. */
  private final long[] reached = new long[Stamp.MAX_SITE + 1];

  /** Only on the engine's event loop. */
  private boolean rowsHandedOver;

  /**
   * A source of a site's rows.
   *
   * @param header its vector must stay readable until {@link SnapshotSubject#onPinNotNeeded}
   * @param tables whose rows are copied, those of the system first
   * @param engine the event loop of the subject
   * @param worker the event loop that reads rows
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
    this.pinned = new VectorSnapshot(header.vector());
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

  /** After a task that is handed to the worker's event loop after this call no row is read. */
  @Override
  public void close() {
    closed = true;
  }

  /** Rows copied so far; on the worker's event loop. */
  long rows() {
    return writer == null ? 0 : writer.rows();
  }

  private void step() {
    if (!blocks.isEmpty()) {
      answer.onSlice(blocks.remove());
    } else if (ended) {
      answer.onEnd();
    } else if (!pinUsed && (table == tables.length || !Catalog.isSystemTable(tables[table]))) {
      pinUsed = true;
      engine.execute(this::letPinGo);
    } else if (table < tables.length) {
      readRows();
      goOn(this::step);
    } else {
      engine.execute(this::handOver);
    }
  }

  /** On the engine's event loop. */
  private void letPinGo() {
    if (!closed) {
      subject.onPinNotNeeded();
      goOn(this::step);
    }
  }

  private void readRows() {
    int id = tables[table];
    Snapshot snapshot = pinUsed ? Snapshot.EVERYTHING : pinned;
    rowsOfStep = 0;
    rows.scan(
        id,
        nextKey,
        null,
        false,
        snapshot,
        (key, version) -> {
          writer.row(new RowKey(id, key), version);
          int site = Stamp.site(version.stamp());
          reached[site] = Math.max(reached[site], version.position());
          nextKey = Arrays.copyOf(key, key.length + 1);
          rowsOfStep++;
          return rowsOfStep < ROWS_PER_STEP;
        });
    if (rowsOfStep < ROWS_PER_STEP) {
      table++;
      nextKey = BEGINNING;
    }
  }

  /** On the engine's event loop. */
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
      handOverEnd(slice, subject.complete());
    }
  }

  private void handOverEnd(CheckpointSlice slice, VersionVector complete) {
    VersionVector reachedInAll = complete.max(reachedByRows());
    goOn(() -> slice.writeTo(writer));
    subject.whenDurable(
        reachedInAll,
        () ->
            goOn(
                () -> {
                  writer.finish(reachedInAll);
                  ended = true;
                  step();
                }));
  }

  /**
   * The refresher may have installed rows of which the engine, which says what is complete, has not
   * heard yet. Own commits among the rows were made before the engine was asked.
   */
  private VersionVector reachedByRows() {
    return VersionVector.of(Arrays.copyOfRange(reached, 1, reached.length));
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
