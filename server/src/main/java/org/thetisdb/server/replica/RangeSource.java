package org.thetisdb.server.replica;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopySource;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Yields the rows of one range while the site works: the newest version of each as it is when it is
 * read, so that no version is kept for the copy. The site that takes them has kept what the logs
 * say of the range since before the first was read, and uses them when it has applied the vector
 * that comes last: that covers all of them. As in a checkpoint (decision 0006), the logs make them
 * right.
 *
 * <p>{@link #next} and {@link #close} may be called on any event loop; answers come on the
 * worker's.
 */
public final class RangeSource implements CopySource {
  private static final int ROWS_PER_SLICE = 256;
  private static final int SLICE_BYTES = 128 << 10;

  /** Rows that one step looks at, given or not. */
  private static final int MOST_LOOKED_AT = 4_096;

  private final CopyPlan.Range range;
  private final RowStore rows;

  /** Says which rows are given; null if all are. */
  private final HeldRowStore part;

  private final Subject subject;
  private final Scheduler engine;
  private final Scheduler worker;
  private volatile boolean closed;

  // Only on the worker's event loop.
  private byte[] nextKey;
  private int rowsOfSlice;
  private long count;
  private boolean allRead;
  private boolean ended;

  /** The highest log position of each site that a row holds: what the end has to cover. */
  private final long[] reached = new long[Stamp.MAX_SITE + 1];

  /** The site whose rows are copied. Called on its engine's event loop. */
  public interface Subject {
    /** Covers all that was applied and committed here till now, and what that depends on. */
    VersionVector complete();

    /** Runs {@code action} when all that was committed here till now is durable; maybe never. */
    void whenDurable(Runnable action);
  }

  /**
   * A source of a range.
   *
   * @param rows of a site that holds every row of it; or some, and then those are given of which it
   *     holds the partition when it reads them
   * @param engine the event loop of the subject
   * @param worker the event loop that reads rows
   */
  public RangeSource(
      CopyPlan.Range range, RowStore rows, Subject subject, Scheduler engine, Scheduler worker) {
    this.range = range;
    this.rows = rows;
    this.part = rows instanceof HeldRowStore held ? held : null;
    this.subject = subject;
    this.engine = engine;
    this.worker = worker;
    this.nextKey = range.from();
  }

  @Override
  public void next(Answer answer) {
    worker.execute(
        () -> {
          if (closed) {
            return;
          }
          try {
            step(answer);
          } catch (RuntimeException e) {
            closed = true;
            answer.onFailed(e);
          }
        });
  }

  /** After a task that is handed to the worker's event loop after this call no row is read. */
  @Override
  public void close() {
    closed = true;
  }

  private void step(Answer answer) {
    if (ended) {
      answer.onEnd();
      return;
    }
    byte[] slice = allRead ? null : readRows();
    if (slice != null) {
      answer.onSlice(slice);
    } else {
      engine.execute(() -> endOnEngine(answer));
    }
  }

  /** The next rows; null if there are none. */
  private byte[] readRows() {
    ByteWriter slice = new ByteWriter();
    slice.putByte(RangeSlice.ROWS);
    rowsOfSlice = 0;
    boolean[] full = {false};
    int[] looked = {0};
    rows.whole()
        .scan(
            range.tableId(),
            nextKey,
            range.to().length == 0 ? null : range.to(),
            false,
            Snapshot.EVERYTHING,
            (key, version) -> {
              nextKey = Arrays.copyOf(key, key.length + 1);
              looked[0]++;
              if (part == null || part.isWhole(range.tableId(), key)) {
                add(slice, key, version);
              }
              full[0] =
                  rowsOfSlice == ROWS_PER_SLICE
                      || looked[0] == MOST_LOOKED_AT
                      || slice.length() >= SLICE_BYTES;
              return !full[0];
            });
    allRead = !full[0];
    count += rowsOfSlice;
    return rowsOfSlice == 0 && allRead ? null : slice.toByteArray();
  }

  private void add(ByteWriter slice, byte[] key, RowVersion version) {
    slice.putBlob(key).putLong(version.stamp()).putVarLong(version.position());
    slice.putVarInt(version.length()).putBytes(version.bytes(), 0, version.length());
    int site = Stamp.site(version.stamp());
    reached[site] = Math.max(reached[site], version.position());
    rowsOfSlice++;
  }

  /** Nothing of the copy may be rolled back any more when its end is reported (hazard 1). */
  private void endOnEngine(Answer answer) {
    if (closed) {
      return;
    }
    VersionVector complete = subject.complete();
    subject.whenDurable(
        () ->
            worker.execute(
                () -> {
                  if (!closed) {
                    ended = true;
                    answer.onSlice(end(complete));
                  }
                }));
  }

  private byte[] end(VersionVector complete) {
    ByteWriter slice = new ByteWriter();
    slice.putByte(RangeSlice.END);
    complete.max(VersionVector.of(Arrays.copyOfRange(reached, 1, reached.length))).encode(slice);
    return slice.putVarLong(count).toByteArray();
  }
}
