package org.thetisdb.server.checkpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;

/**
 * Finds the checkpoint that a site starts from, and reads it. The newest of its own that is good is
 * taken; if none is, one of another site that holds every row.
 *
 * <p>A checkpoint was read back when it was written, so it is believed to be whole and read once.
 * If it turns out to be damaged when something of it is in the rows already, the loading fails, and
 * what began it begins anew with no rows. Then it asks for each checkpoint to be checked first: it
 * is read twice, and nothing of a damaged one gets into the rows. Everything happens in steps of
 * one block on the worker's event loop.
 */
public final class CheckpointLoader {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointLoader.class);

  private final CheckpointStore store;
  private final String cluster;
  private final Scheduler worker;
  private final CheckpointVisitor target;
  private final Listener listener;
  private final boolean checkFirst;
  private final Deque<CheckpointId> candidates;
  private volatile boolean cancelled;
  private CheckpointReader reader;
  private Pass pass;

  private CheckpointLoader(
      CheckpointStore store,
      int site,
      String cluster,
      Scheduler worker,
      CheckpointVisitor target,
      boolean checkFirst,
      IntPredicate holdsAll,
      Listener listener) {
    this.store = store;
    this.cluster = cluster;
    this.worker = worker;
    this.target = target;
    this.listener = listener;
    this.checkFirst = checkFirst;
    this.candidates = new ArrayDeque<>(inOrder(store.list(), site, holdsAll));
  }

  /** The own ones first, newest first; then those of others, newest first. */
  private static List<CheckpointId> inOrder(
      List<CheckpointId> all, int site, IntPredicate holdsAll) {
    List<CheckpointId> ordered = new ArrayList<>(all);
    ordered.removeIf(id -> id.site() != site && !holdsAll.test(id.site()));
    ordered.sort(
        Comparator.comparing((CheckpointId id) -> id.site() != site)
            .thenComparing(Comparator.reverseOrder()));
    return ordered;
  }

  /**
   * Begins to look for a checkpoint. Called on the worker's event loop.
   *
   * @param cluster the identity of the cluster and its logs
   * @param target hears what the chosen checkpoint holds, on the worker's event loop
   * @param checkFirst whether each is read to its end before the target hears of it
   * @param holdsAll which sites hold every row, so that their checkpoints do for others
   * @return for {@link #cancel}
   */
  public static CheckpointLoader start(
      CheckpointStore store,
      int site,
      String cluster,
      Scheduler worker,
      CheckpointVisitor target,
      boolean checkFirst,
      IntPredicate holdsAll,
      Listener listener) {
    CheckpointLoader loader =
        new CheckpointLoader(store, site, cluster, worker, target, checkFirst, holdsAll, listener);
    loader.onWorker(loader::tryNext);
    return loader;
  }

  /**
   * Stops; after a task that is handed to the worker's event loop now, the target hears no more.
   */
  public void cancel() {
    cancelled = true;
    worker.execute(this::closeReader);
  }

  private void tryNext() {
    CheckpointId next = candidates.poll();
    if (next == null) {
      listener.onNone();
    } else {
      read(next, checkFirst ? CheckpointVisitor.NONE : target);
    }
  }

  private void read(CheckpointId id, CheckpointVisitor to) {
    try {
      pass = new Pass(id, to);
      reader = new CheckpointReader(store, id, pass);
      onWorker(this::step);
    } catch (ThetisException e) {
      skipOrFail(e);
    }
  }

  private void step() {
    boolean more;
    try {
      more = reader.step();
    } catch (ThetisException e) {
      skipOrFail(e);
      return;
    }
    if (more) {
      onWorker(this::step);
    } else if (pass.target == CheckpointVisitor.NONE) {
      closeReader();
      read(pass.id, target);
    } else {
      closeReader();
      listener.onLoaded(pass.header, pass.complete);
    }
  }

  /** A damaged checkpoint is put aside, and passed over as long as nothing of it was taken. */
  private void skipOrFail(ThetisException e) {
    closeReader();
    boolean damaged = e.code() == ErrorCode.CHECKPOINT_DAMAGED;
    if (damaged) {
      LOG.warn("{}", e.getMessage());
      reject(pass.id);
    }
    if (damaged && !pass.reachedTarget()) {
      tryNext();
    } else {
      listener.onFailed(e);
    }
  }

  private void reject(CheckpointId id) {
    try {
      store.reject(id);
    } catch (ThetisException e) {
      LOG.warn("a damaged checkpoint stays where it is: {}", e.getMessage());
    }
  }

  private void closeReader() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
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
            cancelled = true;
            listener.onFailed(e);
          }
        });
  }

  /** Hears one of these once, on the worker's event loop. */
  public interface Listener {
    /** The target has heard all of a checkpoint. */
    void onLoaded(CheckpointHeader header, VersionVector complete);

    /** There is no good checkpoint; the target has heard nothing. */
    void onNone();

    /**
     * A checkpoint could not be read to its end, or not be taken over, and the target has heard a
     * part of it. With CHECKPOINT_DAMAGED another start, which checks first, may do better.
     */
    void onFailed(RuntimeException reason);
  }

  /** One reading of one checkpoint. */
  private final class Pass extends CheckpointVisitor.Forwarding {
    private final CheckpointId id;
    private final CheckpointVisitor target;
    private CheckpointHeader header;
    private VersionVector complete;

    Pass(CheckpointId id, CheckpointVisitor target) {
      super(target);
      this.id = id;
      this.target = target;
    }

    /** Whether the rows may hold something of it. */
    boolean reachedTarget() {
      return target != CheckpointVisitor.NONE && header != null;
    }

    @Override
    public void header(CheckpointHeader read) {
      if (!read.cluster().equals(cluster)) {
        throw new ThetisException(
            ErrorCode.CHECKPOINT_OF_OTHER_LOGS, id, store.place(), read.cluster(), cluster);
      }
      header = read;
      super.header(read);
    }

    @Override
    public void end(VersionVector all) {
      complete = all;
      super.end(all);
    }
  }
}
