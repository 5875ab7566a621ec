package org.thetisdb.router.migration;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.wire.RouterToSite.EstimateRange;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.router.term.EngineParts;

/**
 * Asks a site that holds every row about how much a range holds. What is not answered in time stays
 * unknown; nothing waits for it for longer. Owned by the engine's thread.
 */
final class RangeEstimates {
  private static final long PATIENCE_US = 1_000_000;
  private static final int MOST_ASKED = 256;

  private final EngineParts parts;
  private final Map<Long, Consumer<Size>> asked = new LinkedHashMap<>();
  private long lastId;

  /**
   * About how much a range holds.
   *
   * @param rows in it
   * @param bytes of them
   * @param copyBytesPerS what the site that told this copies to others in a second at most now
   */
  record Size(long rows, long bytes, long copyBytesPerS) {
    /** Nobody has told. */
    static final Size UNKNOWN = new Size(-1, -1, -1);

    boolean isKnown() {
      return rows >= 0;
    }

    /** As much of it as some of its partitions are of all. */
    Size part(long some, long all) {
      return !isKnown() || all == 0
          ? this
          : new Size(rows * some / all, (long) ((double) bytes * some / all), copyBytesPerS);
    }
  }

  RangeEstimates(EngineParts parts) {
    this.parts = parts;
  }

  /** The answer always comes, maybe at once. */
  void ask(KeyInterval range, Consumer<Size> answer) {
    int site = giver();
    if (site == 0 || asked.size() >= MOST_ASKED) {
      answer.accept(Size.UNKNOWN);
      return;
    }
    long id = ++lastId;
    asked.put(id, answer);
    parts.sites().link(site).send(new EstimateRange(id, range));
    parts.scheduler().schedule(PATIENCE_US, () -> end(id, Size.UNKNOWN));
  }

  private int giver() {
    for (int site = 1; site <= parts.sites().sites(); site++) {
      if (parts.sites().isUsable(site) && parts.sites().roster().holdsAll(site)) {
        return site;
      }
    }
    return 0;
  }

  /** A site has told. */
  void onEstimated(RangeEstimated told) {
    end(told.id(), new Size(told.rows(), told.bytes(), told.copyBytesPerS()));
  }

  private void end(long id, Size size) {
    Consumer<Size> answer = asked.remove(id);
    if (answer != null) {
      answer.accept(size);
    }
  }
}
