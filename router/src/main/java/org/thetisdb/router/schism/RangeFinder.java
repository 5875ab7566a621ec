package org.thetisdb.router.schism;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.router.schism.Trace.Access;

/**
 * Says in ranges where partitions belong: neighbours of one part are one range. Partitions of
 * tables that nobody writes, which the cut leaves out, go to where those that read them are, so
 * that they are at hand before the tables are known to be read-mostly. If there are more ranges
 * than can be served, those of written tables with most accesses are.
 */
final class RangeFinder {
  private record Run(long first, long last, int part, long weight, boolean isWritten) {}

  private static final Comparator<Run> MOST_USEFUL_FIRST =
      Comparator.comparing(Run::isWritten)
          .thenComparingLong(Run::weight)
          .reversed()
          .thenComparingLong(Run::first);

  private final List<Run> runs = new ArrayList<>();

  private RangeFinder() {}

  static PlacedRanges find(Trace trace, CoAccessGraph accesses, int[] partOf, int parts) {
    RangeFinder finder = new RangeFinder();
    long[] partitions = accesses.partitions();
    for (int node = 0; node < partitions.length; node++) {
      finder.add(partitions[node], partOf[node], accesses.graph().nodeWeight(node), true);
    }
    votes(trace, accesses, partOf, parts)
        .forEach(
            (partition, votes) -> {
              int part = most(votes);
              finder.add(partition, part, votes[part], false);
            });
    return PlacedRanges.of(
        finder.runs.stream()
            .sorted(MOST_USEFUL_FIRST)
            .limit(PlacedRanges.MOST_RANGES)
            .sorted(Comparator.comparingLong(Run::first))
            .map(run -> new PlacedRange(run.first(), run.last(), run.part() + 1))
            .toList());
  }

  /** For each partition that nobody writes, how often each part reads it. */
  private static Map<Long, long[]> votes(
      Trace trace, CoAccessGraph accesses, int[] partOf, int parts) {
    Map<Long, long[]> votes = new TreeMap<>();
    for (Access access : trace.transactions()) {
      long[] placed = accesses.placed(access);
      if (placed.length > 0) {
        int part = partOf[accesses.node(placed[0])];
        for (long partition : access.read()) {
          if (!accesses.isPlaced(partition)) {
            votes.computeIfAbsent(partition, none -> new long[parts])[part]++;
          }
        }
      }
    }
    return votes;
  }

  private static int most(long[] votes) {
    int most = 0;
    for (int part = 1; part < votes.length; part++) {
      most = votes[part] > votes[most] ? part : most;
    }
    return most;
  }

  private void add(long partition, int part, long weight, boolean isWritten) {
    Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    if (last != null
        && last.part() == part
        && PartitionId.table(last.last()) == PartitionId.table(partition)) {
      runs.set(
          runs.size() - 1,
          new Run(last.first(), partition, part, last.weight() + weight, isWritten));
    } else {
      runs.add(new Run(partition, partition, part, weight, isWritten));
    }
  }
}
