package org.thetisdb.server.scheme.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.store.BufferedRows;

/**
 * Rows as transactions have left them that are decided, and that the store may not have yet (COCO,
 * section 4.2.2: a second version of each row, which is thrown away if the epoch fails). A row
 * stays for some epochs longer than it must: a version has two names, one here and one in the
 * store, and sites that drop it at different times could not compare theirs.
 *
 * <p>Bounded by what epochs may hold. Not thread-safe; the site's engine owns it.
 */
public final class Overlay implements BufferedRows {
  /** So many epochs longer than it must a row stays. */
  private static final int EPOCHS_LONGER = 4;

  private final RowsByKey rows = new RowsByKey();

  /** What others have decided, in its order. */
  private final ArrayDeque<Written> installed = new ArrayDeque<>();

  /** What this site has decided, in its order. */
  private final ArrayDeque<Written> own = new ArrayDeque<>();

  private final ArrayDeque<Trim> trims = new ArrayDeque<>();
  private long ownCount;

  private record Written(long order, long tid, List<RowImage> rows) {}

  /** What may be dropped: by the order of decisions, or, where that is 0, by transaction id. */
  private record Trim(long order, long own, long tid, VersionVector vector) {}

  @Override
  public Version find(RowKey key) {
    return rows.isEmpty() ? null : rows.get(key);
  }

  @Override
  public List<Map.Entry<RowKey, Version>> between(RowKey first, RowKey end, boolean backwards) {
    NavigableMap<RowKey, Version> part = rows.between(first, end);
    return part.isEmpty()
        ? List.of()
        : new ArrayList<>((backwards ? part.descendingMap() : part).entrySet());
  }

  /** Takes what this site has decided. */
  public void decide(long tid, List<RowImage> written) {
    ownCount++;
    own.add(new Written(ownCount, tid, written));
    put(tid, written);
  }

  /**
   * Takes what another one has decided. A row that is newer here stays (the Thomas write rule).
   *
   * @param order its place among all that was decided
   */
  public void install(long order, long tid, List<RowImage> written) {
    installed.add(new Written(order, tid, written));
    put(tid, written);
  }

  private void put(long tid, List<RowImage> written) {
    for (RowImage row : written) {
      Version before = rows.put(row.key(), new Version(tid, row.image()));
      if (before != null && before.tid() >= tid) {
        rows.put(row.key(), before); // seldom; to look first would cost each row a search
      }
    }
  }

  /**
   * What was decided up to some point is in a log.
   *
   * @param order of the last one of others
   * @param ownDecided how many of this site's are
   * @param vector covers them
   */
  public void committed(long order, long ownDecided, VersionVector vector) {
    trims.add(new Trim(order, ownDecided, 0, vector));
  }

  /**
   * What was decided up to some transaction id is in a log, be it this site's or others'.
   *
   * @param vector covers it
   */
  public void committedUpTo(long tid, VersionVector vector) {
    trims.add(new Trim(0, 0, tid, vector));
  }

  /** The id of the transaction that wrote a row; 0 if the store has it, also if there is none. */
  public long writtenAt(RowKey key) {
    Version version = find(key);
    return version == null ? 0 : version.tid();
  }

  /** Rows of a range, in the order of their keys, also those that were deleted; a view. */
  public NavigableMap<RowKey, Version> in(KeyRange range) {
    return rows.between(range.first(), range.end());
  }

  /** Drops what the store has; {@code applied} is all that it has. */
  public void trim(VersionVector applied) {
    while (trims.size() > EPOCHS_LONGER && applied.covers(trims.peek().vector)) {
      Trim trim = trims.remove();
      if (trim.tid > 0) {
        dropUpTo(installed, trim.tid);
        dropUpTo(own, trim.tid);
      } else {
        drop(installed, trim.order);
        drop(own, trim.own);
      }
    }
  }

  private void dropUpTo(ArrayDeque<Written> from, long tid) {
    from.removeIf(
        written -> {
          boolean isOver = written.tid <= tid;
          if (isOver) {
            drop(written);
          }
          return isOver;
        });
  }

  private void drop(ArrayDeque<Written> from, long upTo) {
    while (!from.isEmpty() && from.peek().order <= upTo) {
      drop(from.remove());
    }
  }

  private void drop(Written written) {
    for (RowImage row : written.rows) {
      Version dropped = rows.remove(row.key());
      if (dropped != null && dropped.tid() != written.tid) {
        rows.put(row.key(), dropped);
      }
    }
  }

  /** Number of rows. */
  public int size() {
    return rows.size();
  }
}
