package org.thetisdb.simulation;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;

/** Scenarios of read-mostly tables, under each kind of rules (decision 0090). */
final class ReadMostlyTableScenariosTest {
  /** In the order of decisions. */
  @Nested
  final class InPhysicalTime extends ReadMostlyTableFixture {
    InPhysicalTime() {
      super(SchemeRegistry.COCO_PT, EpochViewRules.PHYSICAL);
    }
  }

  /** In that order, where calls read from snapshots. */
  @Nested
  final class UnderSnapshots extends ReadMostlyTableFixture {
    UnderSnapshots() {
      super(SchemeRegistry.COCO_PT, new EpochViewRules(Apart.PHYSICAL_TIME, true));
    }
  }

  /** In logical time. */
  @Nested
  final class InLogicalTime extends ReadMostlyTableFixture {
    InLogicalTime() {
      super(SchemeRegistry.COCO_LT, new EpochViewRules(Apart.LOGICAL_TIME, false));
    }
  }

  /** In batches. */
  @Nested
  final class InBatches extends ReadMostlyTableFixture {
    InBatches() {
      super(SchemeRegistry.DIST_ARIA, new EpochViewRules(Apart.BATCHES, false));
    }
  }

  /** In batches behind which those that have lost lock. */
  @Nested
  final class InBatchesWithFallback extends ReadMostlyTableFixture {
    InBatchesWithFallback() {
      super(SchemeRegistry.DIST_ARIA, new EpochViewRules(Apart.BATCHES_WITH_FALLBACK, false));
    }
  }

  /** Under locks, which are asked for what is written alone. */
  @Nested
  final class UnderOrderedLocks extends ReadMostlyTableFixture {
    private static final int NOTES = 17;

    UnderOrderedLocks() {
      super(SchemeRegistry.DIST_CALVIN, new EpochViewRules(Apart.ORDERED_LOCKS, false));
    }

    @Override
    <M extends Message> M note(int site, Class<M> kind) {
      RowKey note = new RowKey(NOTES, Counter.PICTURES.keys().encode((long) site + 1));
      KeySet written = new KeySet(List.of(note), List.of(), List.of());
      long sent = sendAlone(site, written, call("Note", 1, (long) site + 1, 1L, 2L));
      return kind.cast(ran(site, sent));
    }

    @Override
    RunExclusively raise() {
      long sent = sendAlone(1, writes(2), call("Raise", 1, 2L, 1L));
      for (Message answer : nodes.get(1).answers) {
        if (answer instanceof RunExclusively back && back.attemptId() == sent) {
          return back;
        }
      }
      throw new AssertionError("it is not sent away");
    }

    @Override
    boolean meetsOthers(RanInEpochView ran) {
      return !ran.decided();
    }
  }
}
