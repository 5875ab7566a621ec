package org.thetisdb.migration.move;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.migration.move.MigrationPorts.Piece;
import org.thetisdb.migration.move.MigrationPorts.Pulls;

/**
 * Which partitions of a range are pulled now, and which of them together, as Squall has it. The
 * range is cut into as many sub-plans, and only one is in force: the first one of which something
 * is to go. Its runs of partitions between two sites are split where they are longer than a chunk,
 * and merged with others while they are shorter than half of one. Which sub-plan has a partition
 * follows from the range alone, so that the next router goes on with the same one. Owned by the
 * engine's thread.
 */
final class PullPlan {
  private static final long[] NOTHING = {};

  private final Long2ObjectHashMap<List<Piece>> chunkOf = new Long2ObjectHashMap<>();
  private final Map<SitePair, List<Piece>> first = new LinkedHashMap<>();

  /** A chunk to which what comes next may be added. */
  private static final class Open {
    private final List<Piece> pieces = new ArrayList<>();
    private int last;
  }

  /** Nothing is pulled. */
  void clear() {
    chunkOf.clear();
    first.clear();
  }

  /**
   * Looks at the range again.
   *
   * @param all its partitions, in the order of their keys
   * @param isToGo which of them are to go
   */
  void look(List<Piece> all, Predicate<Piece> isToGo, Pulls pulls) {
    clear();
    int length = Math.max(1, (all.size() + pulls.subPlans() - 1) / pulls.subPlans());
    for (int from = 0; from < all.size() && first.isEmpty(); from += length) {
      cut(all.subList(from, Math.min(all.size(), from + length)), isToGo, pulls.chunkPartitions());
    }
  }

  private void cut(List<Piece> subPlan, Predicate<Piece> isToGo, int most) {
    Map<SitePair, Open> open = new LinkedHashMap<>(2);
    for (int i = 0; i < subPlan.size(); i++) {
      Piece piece = subPlan.get(i);
      if (isToGo.test(piece)) {
        Open chunk = open.get(SitePair.of(piece));
        boolean isNext = chunk != null && chunk.last == i - 1;
        int room = isNext ? most : (most + 1) / 2;
        if (chunk == null || chunk.pieces.size() >= room) {
          chunk = new Open();
          open.put(SitePair.of(piece), chunk);
          first.putIfAbsent(SitePair.of(piece), chunk.pieces);
        }
        chunk.pieces.add(piece);
        chunk.last = i;
        chunkOf.put(piece.id(), chunk.pieces);
      }
    }
  }

  /** The chunk that goes next between each pair of sites. */
  Map<SitePair, List<Piece>> next() {
    return first;
  }

  /** What is pulled together with a partition; nothing if that is not of the sub-plan in force. */
  long[] with(long partition) {
    List<Piece> chunk = chunkOf.get(partition);
    return chunk == null ? NOTHING : chunk.stream().mapToLong(Piece::id).toArray();
  }
}
