package org.thetisdb.lab.engines;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.routing.Footprint;

/**
 * Finds out where calls run, in a cluster whose masters never move: what a router does with a call
 * before it sends it. For one thread.
 */
final class Planner {
  /** More than one site masters what is asked for. */
  static final int SEVERAL = 0;

  private static final int MOST_PARTITIONS = 4_096;

  private final int sites;
  private final TableRegistry tables;
  private final PartitionMap map;
  private final AccessPlanBuilder builder = new AccessPlanBuilder();
  private final LongArrayList written = new LongArrayList();
  private final LongArrayList read = new LongArrayList();
  private boolean more;

  Planner(ClusterSettings cluster, TableRegistry tables) {
    this.sites = cluster.sites();
    this.tables = tables;
    this.map = PartitionMap.of(cluster.partitionKeys(), new FirstMasters(cluster));
  }

  /**
   * What a call touches, as its procedure's plan says.
   *
   * @throws org.thetisdb.core.error.ThetisException if the plan fails
   */
  Footprint plan(ProcedureDefinition procedure, Object[] arguments) {
    AccessPlanBuilder target = builder.begin(tables);
    try {
      procedure.plan(target, arguments);
    } catch (Exception e) {
      throw procedure.toError(e);
    }
    return footprint(target.build());
  }

  private Footprint footprint(AccessPlan plan) {
    clear();
    for (int i = 0; i < plan.writeCount(); i++) {
      add(plan.write(i), written);
    }
    for (int i = 0; i < plan.readCount(); i++) {
      add(plan.read(i), read);
    }
    plan.writeRanges().forEach(range -> add(range, written));
    plan.readRanges().forEach(range -> add(range, read));
    return found();
  }

  /** What a call touches, as a site has found. */
  Footprint footprint(KeySet touched) {
    clear();
    touched.written().forEach(key -> add(key, written));
    touched.read().forEach(key -> add(key, read));
    touched.ranges().forEach(range -> add(range, read));
    return found();
  }

  private void clear() {
    written.clear();
    read.clear();
    more = false;
  }

  private Footprint found() {
    return Footprint.of(written.toLongArray(), read.toLongArray(), more);
  }

  private void add(RowKey key, LongArrayList target) {
    target.addLong(partitioning(key.tableId()).partitionOf(key.bytes()));
  }

  private void add(KeySet.KeyRange range, LongArrayList target) {
    Partitioning cut = partitioning(range.tableId());
    more |= !cut.forEachPartition(range.from(), range.to(), MOST_PARTITIONS, target::addLong);
  }

  private Partitioning partitioning(int tableId) {
    RegisteredTable table = tables.byId(tableId);
    return map.partitioning(tableId, table.grid());
  }

  /** The site that masters all of a call that is to be mastered where it runs, or SEVERAL. */
  int executor(Footprint footprint, Rights rights) {
    if (footprint.readsMore() || !rights.areOpen(footprint)) {
      return sites == 1 ? 1 : SEVERAL;
    }
    BitSet masters = masters(footprint, rights);
    return masters.cardinality() == 1 ? masters.nextSetBit(0) : SEVERAL;
  }

  private BitSet masters(Footprint footprint, Rights rights) {
    BitSet masters = new BitSet();
    for (long partition : footprint.written()) {
      masters.set(map.master(partition));
    }
    for (long partition : footprint.read()) {
      if (!rights.isReadEverywhere(partition)) {
        masters.set(map.master(partition));
      }
    }
    if (masters.isEmpty()) {
      masters.set(footprint.read().length == 0 ? 1 : map.master(footprint.read()[0]));
    }
    return masters;
  }

  /** Whether a call that crosses would not, if a partition that it reads were read everywhere. */
  boolean isElsewhere(long partition, Footprint footprint) {
    return footprint.written().length > 0
        && map.master(partition) != map.master(footprint.written()[0]);
  }

  /** What a call writes, with the terms in which it is mastered. */
  List<Mastership> masterships(Footprint footprint) {
    List<Mastership> found = new ArrayList<>(footprint.written().length);
    for (long each : footprint.written()) {
      found.add(new Mastership(each, map.term(each), map.lowerBound(each)));
    }
    return found;
  }

  /** Which tables are written where, and read where, in the form in which it is looked up. */
  record Rights(boolean closesAll, BitSet closed, BitSet readEverywhere) {
    /** Under a scheme without phases. */
    static final Rights OPEN = new Rights(false, new BitSet(), new BitSet());

    static Rights of(TableRights told) {
      return new Rights(told.closesAll(), setOf(told.closed()), setOf(told.readEverywhere()));
    }

    private static BitSet setOf(List<Integer> numbers) {
      BitSet set = new BitSet();
      numbers.forEach(set::set);
      return set;
    }

    private boolean areOpen(Footprint footprint) {
      for (long partition : footprint.written()) {
        if (closesAll || closed.get(PartitionId.table(partition))) {
          return false;
        }
      }
      return true;
    }

    boolean isReadEverywhere(long partition) {
      return readEverywhere.get(PartitionId.table(partition));
    }
  }
}
