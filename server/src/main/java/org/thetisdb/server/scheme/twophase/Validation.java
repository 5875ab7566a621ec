package org.thetisdb.server.scheme.twophase;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Validates what a transaction has read that ran at one site, on what was applied there (Silo's
 * second step as STAR's and COCO's thesis has it, figure 4-4; decision 0049): each row that is
 * mastered here is the one that the run has seen, and none has come into a range that it read
 * (hazard 10).
 *
 * <p>A version is known by its place in a log. One that the run could see is the one that it did
 * see, or an earlier one; an earlier one cannot be the newest at the row's master. A row that is no
 * longer here leaves no version behind, so the run says of each whether it was there. Owned by the
 * site's engine.
 */
final class Validation {
  private final SiteData data;
  private final RowVersion version = new RowVersion();

  /** Validates what is mastered at a site. */
  Validation(SiteData data) {
    this.data = data;
  }

  /** What a run has seen of keys: whether there was a row. */
  Observed observe(VectorSnapshot seen, List<RowKey> read) {
    byte[] present = new byte[(read.size() + 7) / 8];
    for (int i = 0; i < read.size(); i++) {
      if (data.store().read(read.get(i), seen, version)) {
        present[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
    return new Observed(seen.vector(), present);
  }

  /**
   * Whether all that a run has read and that is mastered here is as it was.
   *
   * @throws ThetisException BAD_REQUEST if what it saw does not belong to what it read
   */
  boolean isAsSeen(KeySet touched, Observed observed) {
    if (!observed.tellsOf(touched)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a run does not tell what it has read");
    }
    VectorSnapshot seen = new VectorSnapshot(observed.vector());
    for (int i = 0; i < touched.read().size(); i++) {
      RowKey key = touched.read().get(i);
      if (isHere(key) && !isAsSeenNow(key, seen, observed.wasThere(i))) {
        return false;
      }
    }
    for (KeyRange range : touched.ranges()) {
      if (!hasNoOther(range, seen)) {
        return false;
      }
    }
    return true;
  }

  /** The same for one that is decided here, in this instant. */
  boolean isStillAsSeen(KeySet touched, Observed observed) {
    return isAsSeen(touched, observed);
  }

  private boolean isHere(RowKey key) {
    return data.mastership().isMasteredHere(data.catalog().partitionOf(key));
  }

  private boolean isAsSeenNow(RowKey key, VectorSnapshot seen, boolean wasThere) {
    boolean isThere = data.store().read(key, Snapshot.EVERYTHING, version);
    return isThere == wasThere && (!isThere || seen.isVisible(version.stamp(), version.position()));
  }

  /** Whether a range has no row here that the run has not seen; those it has seen are keys. */
  private boolean hasNoOther(KeyRange range, VectorSnapshot seen) {
    RowStore store = data.store();
    boolean[] isOther = {false};
    byte[] to = range.to().length == 0 ? null : range.to();
    store.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        Snapshot.EVERYTHING,
        (key, found) -> {
          isOther[0] =
              !seen.isVisible(found.stamp(), found.position())
                  && isHere(new RowKey(range.tableId(), key));
          return !isOther[0];
        });
    return !isOther[0];
  }
}
