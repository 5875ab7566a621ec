package org.thetisdb.server.checkpoint;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;

/** Which checkpoints of a site stay, and what they make needless. Calls may block on a disk. */
public final class KeptCheckpoints {
  private static final Logger LOG = LoggerFactory.getLogger(KeptCheckpoints.class);

  private KeptCheckpoints() {}

  /**
   * Deletes all checkpoints of a site but the newest up to {@code newest}; those of a later
   * incarnation are left alone.
   *
   * @return for logs 1, 2, 3 and so on the offset below which none of those that stay needs a log;
   *     empty as long as there are fewer than are to be kept
   */
  static long[] keepNewest(CheckpointStore store, CheckpointId newest, int kept) {
    List<CheckpointId> own =
        store.list().stream()
            .filter(id -> id.site() == newest.site() && id.compareTo(newest) <= 0)
            .toList();
    int stay = Math.max(0, own.size() - kept);
    own.subList(0, stay).forEach(store::delete);
    if (own.size() < kept) {
      return new long[0]; // until there is another one to fall back on, the logs are that
    }
    long[] needed = null;
    for (CheckpointId id : own.subList(stay, own.size())) {
      needed = minimum(needed, offsets(store, id));
    }
    return needed == null ? new long[0] : needed;
  }

  /**
   * Deletes all checkpoints of a site but the newest one.
   *
   * @return as {@link #keepNewest} does; empty if the site has none
   */
  public static long[] leaveNewest(CheckpointStore store, int site) {
    List<CheckpointId> own = store.list().stream().filter(id -> id.site() == site).toList();
    return own.isEmpty() ? new long[0] : keepNewest(store, own.get(own.size() - 1), 1);
  }

  /** What a checkpoint needs; null if it cannot be read, so that nobody can start from it. */
  private static long[] offsets(CheckpointStore store, CheckpointId id) {
    HeaderOnly header = new HeaderOnly();
    try (CheckpointReader reader = new CheckpointReader(store, id, header)) {
      reader.step();
      return header.offsets;
    } catch (ThetisException damaged) {
      LOG.warn("{}", damaged.getMessage());
      return null;
    }
  }

  private static long[] minimum(long[] a, long[] b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    long[] minimum = new long[Math.min(a.length, b.length)];
    for (int i = 0; i < minimum.length; i++) {
      minimum[i] = Math.min(a[i], b[i]);
    }
    return minimum;
  }

  private static final class HeaderOnly implements CheckpointVisitor {
    private long[] offsets;

    @Override
    public void header(CheckpointHeader header) {
      offsets = header.points().stream().mapToLong(point -> point.offset()).toArray();
    }
  }
}
