package org.thetisdb.simulation.cluster.judge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.catalog.Catalog;

/**
 * Which site masters what by the logs alone, kept without any of the engine's code for it: cells of
 * a grid by name, or the borders of each table in a tree.
 */
final class JudgedPlacement {
  private final boolean ranges;
  private final FirstMasters firstMasters;
  private final Map<Long, Given> given = new HashMap<>();
  private final Map<Integer, NavigableMap<byte[], Long>> borders = new HashMap<>();

  /** The highest term that each partition ever had. */
  private final Map<Long, Integer> terms = new HashMap<>();

  /**
   * The master of a partition, since which term, whose log says so, and what stands before that.
   */
  record Given(int term, int master, int by, VersionVector behind) {}

  JudgedPlacement(boolean ranges, FirstMasters firstMasters) {
    this.ranges = ranges;
    this.firstMasters = firstMasters;
  }

  /** The partition of a row. */
  long partitionOf(RowKey key, TableRegistry tables) {
    if (Catalog.isSystemTable(key.tableId())) {
      return Catalog.PARTITION;
    }
    return ranges
        ? bordersOf(key.tableId()).floorEntry(key.bytes()).getValue()
        : tables.partitionOf(key);
  }

  private NavigableMap<byte[], Long> bordersOf(int tableId) {
    return borders.computeIfAbsent(
        tableId,
        id -> {
          NavigableMap<byte[], Long> whole = new TreeMap<>(Arrays::compareUnsigned);
          whole.put(new byte[0], PartitionId.of(id, 0));
          return whole;
        });
  }

  Given given(long partition) {
    return given.getOrDefault(
        partition,
        new Given(
            firstMasters.term(partition), firstMasters.master(partition), 0, VersionVector.ZERO));
  }

  /** The highest term that a partition ever had. */
  int highestTerm(long partition) {
    return Math.max(given(partition).term, terms.getOrDefault(partition, 0));
  }

  void give(long partition, Given now) {
    given.put(partition, now);
    terms.merge(partition, now.term, Math::max);
  }

  /** Visits all partitions that logs have named. */
  void forEach(BiConsumer<Long, Given> visitor) {
    given.forEach(visitor);
  }

  /** What is wrong with a change of borders by a site; null if nothing is, and then it is made. */
  String reshape(Reshape change, int site, VersionVector behind) {
    NavigableMap<byte[], Long> table = bordersOf(change.tableId());
    byte[] to = change.to().length == 0 ? null : change.to();
    byte[] above = change.split() ? table.higherKey(change.from()) : table.higherKey(change.at());
    Given lower = given(change.lower());
    Given upper = change.split() ? lower : given(change.upper());
    if (!table.containsKey(change.from())
        || table.containsKey(change.at()) == change.split()
        || !Arrays.equals(above, to)) {
      return "there are no such borders";
    }
    if (lower.master != site || upper.master != site) {
      return "sites " + lower.master + " and " + upper.master + " master it";
    }
    if (change.term() != Math.max(lower.term, upper.term) + 1) {
      return "it was in terms " + lower.term + " and " + upper.term;
    }
    Given now = new Given(change.term(), site, site, behind);
    give(change.lower(), now);
    if (change.split()) {
      table.put(change.at(), change.upper());
      give(change.upper(), now);
    } else {
      table.remove(change.at());
      given.remove(change.upper());
    }
    return null;
  }
}
