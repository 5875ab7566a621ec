package org.thetisdb.server.checkpoint;

import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopySource;
import org.thetisdb.store.RowStore;

/**
 * Takes one checkpoint while the site works. In turn:
 *
 * <ol>
 *   <li>all that a {@link SnapshotSource} yields is written;
 *   <li>publication;
 *   <li>reading it back: nothing is deleted for the sake of a checkpoint that cannot be read.
 * </ol>
 *
 * <p>It makes way for the site's other work, see {@link Options#loadPercent}.
 *
 * <p>{@link #start} and {@link #cancel} may be called on any event loop.
 */
public final class CheckpointRun {
  private final CheckpointHeader header;
  private final CheckpointSubject subject;
  private final CheckpointStore store;
  private final Options options;
  private final Scheduler engine;
  private final Scheduler worker;
  private final SnapshotSource source;
  private final CheckpointPace pace;
  private volatile boolean cancelled;

  // Only on the worker's event loop.
  private CheckpointStore.Sink sink;
  private CheckpointReader readBack;
  private long bytes;

  /**
   * What is asked of checkpoints.
   *
   * @param kept number of checkpoints that are kept, this one included
   * @param loadPercent the share of its time that the worker works while the site is busy, in
   *     percent; 100 never rests
   */
  public record Options(int kept, int loadPercent) {}

  /**
   * A run that reads a site's rows.
   *
   * @param header its vector must stay readable until {@link CheckpointSubject#onPinNotNeeded}
   * @param tables whose rows are written, those of the system first
   */
  public CheckpointRun(
      CheckpointHeader header,
      int[] tables,
      RowStore rows,
      CheckpointSubject subject,
      CheckpointStore store,
      Options options,
      Scheduler engine,
      Scheduler worker) {
    this.header = header;
    this.subject = subject;
    this.store = store;
    this.options = options;
    this.engine = engine;
    this.worker = worker;
    this.source = new SnapshotSource(header, tables, rows, subject, engine, worker);
    this.pace = new CheckpointPace(options.loadPercent(), subject, engine, worker);
  }

  /** Begins. */
  public void start() {
    onWorker(
        () -> {
          sink = store.create(header.id());
          pace.begin();
          source.next(new Slices());
        });
  }

  /**
   * Gives the checkpoint up. Once a task that is handed to the worker's event loop after this call
   * runs, no row is read any more.
   */
  public void cancel() {
    cancelled = true;
    source.close();
    worker.execute(this::close);
  }

  private void publish() {
    sink.publish();
    readBack = new CheckpointReader(store, header.id(), CheckpointVisitor.NONE);
    rest(this::readBack);
  }

  private void readBack() {
    if (readBack.step()) {
      rest(this::readBack);
      return;
    }
    close();
    CheckpointSummary summary = new CheckpointSummary(header.id(), source.rows(), bytes);
    long[] needed = KeptCheckpoints.keepNewest(store, header.id(), options.kept());
    engine.execute(
        () -> {
          if (!cancelled) {
            subject.onPublished(summary, needed);
          }
        });
  }

  private void rest(Runnable next) {
    pace.rest(
        () ->
            guarded(
                () -> {
                  sink.flushIfMuch(); // the pace spares the processor, not the disk
                  pace.begin();
                  next.run();
                }));
  }

  private void onWorker(Runnable step) {
    worker.execute(() -> guarded(step));
  }

  private void guarded(Runnable step) {
    if (cancelled) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void fail(RuntimeException reason) {
    boolean first = !cancelled;
    cancelled = true;
    source.close();
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
    if (sink != null) {
      sink.close();
    }
    if (readBack != null) {
      readBack.close();
    }
  }

  /** Each slice is written, and the next one asked for. On the worker's event loop. */
  private final class Slices implements CopySource.Answer {
    @Override
    public void onSlice(byte[] slice) {
      guarded(
          () -> {
            sink.write(slice, slice.length);
            bytes += slice.length;
            rest(() -> source.next(this));
          });
    }

    @Override
    public void onEnd() {
      guarded(CheckpointRun.this::publish);
    }

    @Override
    public void onFailed(RuntimeException reason) {
      guarded(() -> fail(reason));
    }
  }
}
