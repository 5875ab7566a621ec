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
  private final Map<Long, Consumer<RangeSize>> asked = new LinkedHashMap<>();
  private long lastId;

  RangeEstimates(EngineParts parts) {
    this.parts = parts;
  }

  /** The answer always comes, maybe at once. */
  void ask(KeyInterval range, Consumer<RangeSize> answer) {
    int site = giver();
    if (site == 0 || asked.size() >= MOST_ASKED) {
      answer.accept(RangeSize.UNKNOWN);
      return;
    }
    long id = ++lastId;
    asked.put(id, answer);
    parts.sites().link(site).send(new EstimateRange(id, range));
    parts.scheduler().schedule(PATIENCE_US, () -> end(id, RangeSize.UNKNOWN));
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
    end(
        told.id(),
        new RangeSize(told.rows(), told.bytes(), told.copyBytesPerS(), told.first(), told.last()));
  }

  private void end(long id, RangeSize size) {
    Consumer<RangeSize> answer = asked.remove(id);
    if (answer != null) {
      answer.accept(size);
    }
  }
}
