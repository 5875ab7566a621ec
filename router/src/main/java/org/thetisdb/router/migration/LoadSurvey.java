package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.migration.plan.MovableRange;
import org.thetisdb.migration.plan.PlanBounds;
import org.thetisdb.migration.plan.PlannedMove;
import org.thetisdb.migration.plan.RebalancePlan;
import org.thetisdb.migration.plan.SampledWork;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.schism.Trace.Access;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Makes of a sample of transactions the ranges that a plan may move. A site's load is divided among
 * the cells that it masters by what transactions write there; where reads go to masters, they
 * count, too. What is cut alike in several tables and used together is one thing, so that no plan
 * parts a customer's rows. Neighbouring cells of one master make a range, up to a share of the load
 * that is a step of its own. For one plan.
 */
final class LoadSurvey {
  /** A range is of so much of the mean load at most, unless one cell is more. */
  private static final double GRAIN = 0.1;

  /** The same of what clumps are made of, which grow by themselves. */
  private static final double GRAIN_OF_CLUMPS = 0.02;

  /** A site's cells make so many ranges at least, so that those with little load are not moved. */
  private static final int LEAST_RANGES = 32;

  /** Fewer say nothing about where load comes from. */
  private static final int LEAST_ACCESSES = 100;

  /** So many transactions tell that two tables are used together. */
  private static final int LEAST_TOGETHER = 8;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final Roster roster;
  private final long cellKeys;
  private final boolean countsReads;
  private final Map<Integer, Grids> tables = new TreeMap<>();
  private final List<CellRun> runs = new ArrayList<>();
  private final List<Unit> units = new ArrayList<>();
  private final Map<Integer, Long2LongHashMap> numbersAt = new TreeMap<>();
  private List<int[]> transactions = List.of();
  private SampledWork work;
  private double distributedThen;
  private long accesses;

  /** A cell with its like in the other tables of its group, as far as one site masters them. */
  private record Unit(int number, long cell, int master) {}

  /** A table's cells as they were noted, and as placements name them. */
  private record Grids(PartitionGrid noted, PartitionGrid placed) {}

  /**
   * What a movable range is made of; its place in the list is the range's id.
   *
   * @param first index of the first cell
   * @param last index of the last one
   * @param tables in which they are
   * @param master the site of those that are meant
   * @param units their numbers in the sample
   */
  record CellRun(long first, long last, int[] tables, int master, int[] units) {
    boolean overlaps(CellRun other) {
      return first <= other.last && other.first <= last && tables[0] == other.tables[0];
    }
  }

  LoadSurvey(EngineParts parts, RouterCatalog catalog, long cellKeys) {
    this.parts = parts;
    this.catalog = catalog;
    this.roster = parts.sites().roster();
    this.cellKeys = cellKeys;
    SchemeSpec scheme = parts.inForce().spec();
    this.countsReads = scheme.has(Trait.READS_AT_MASTERS);
  }

  /** What the ranges that were found are made of, by their ids. */
  List<CellRun> runs() {
    return runs;
  }

  /** How many accesses of cells were counted. */
  long accesses() {
    return accesses;
  }

  /**
   * The ranges that a plan may move.
   *
   * @param busy how busy each site is that takes part
   */
  List<MovableRange> ranges(Trace trace, Map<Integer, Double> busy) {
    Map<Integer, Integer> groups = survey(trace, busy);
    return accesses < LEAST_ACCESSES
        ? List.of()
        : divided(busy, groups, work.loads(), work.loads(), GRAIN * mean(busy));
  }

  /**
   * The ranges of which clumps are made, each with little of what is accessed. Neighbours make one
   * by how often they are accessed, however busy their site is.
   *
   * @param busy how busy each site is that takes part
   */
  List<MovableRange> rangesOfClumps(Trace trace, Map<Integer, Double> busy) {
    Map<Integer, Integer> groups = survey(trace, busy);
    double[] weights = new double[units.size()];
    transactions.forEach(
        each -> {
          for (int unit : each) {
            weights[unit]++;
          }
        });
    double grain = GRAIN_OF_CLUMPS * accesses / Math.max(1, busy.size());
    return accesses < LEAST_ACCESSES
        ? List.of()
        : divided(busy, groups, weights, work.loads(), grain);
  }

  /**
   * What the sampled transactions access of some ranges.
   *
   * @return of each the places of the ranges in the list
   */
  List<int[]> accessesOf(List<MovableRange> ranges) {
    int[] places = new int[units.size()];
    Arrays.fill(places, -1);
    for (int i = 0; i < ranges.size(); i++) {
      for (int unit : runs.get(ranges.get(i).id()).units) {
        places[unit] = i;
      }
    }
    return transactions.stream()
        .map(
            each ->
                Arrays.stream(each)
                    .map(unit -> places[unit])
                    .filter(place -> place >= 0)
                    .distinct()
                    .toArray())
        .toList();
  }

  /** A plan of some moves, and how busy they let sites expect to be. */
  RebalancePlan forecast(List<PlannedMove> moves) {
    List<int[]> cells = runs.stream().map(CellRun::units).toList();
    RebalancePlan plan = work.forecast(moves, cells);
    distributedThen = work.distributed(plan, cells);
    return plan;
  }

  /**
   * Some of the partitions of a range that were accessed, of each of its tables.
   *
   * @param most no more than so many
   */
  List<Long> partitionsOf(MovableRange range, int most) {
    CellRun run = runs.get(range.id());
    List<Long> found = new ArrayList<>();
    for (int unit : run.units) {
      for (int table : run.tables) {
        if (found.size() < most) {
          found.add(partitionOf(PartitionId.of(table, PartitionId.index(units.get(unit).cell))));
        }
      }
    }
    return found;
  }

  private Map<Integer, Integer> survey(Trace trace, Map<Integer, Double> busy) {
    List<long[]> sampled = new ArrayList<>(trace.transactions().size());
    for (Access each : trace.transactions()) {
      long[] cells = placed(trace, each);
      if (cells.length > 0) {
        sampled.add(cells);
      }
    }
    Map<Integer, Integer> groups = groups(sampled);
    transactions = new ArrayList<>(sampled.size());
    sampled.forEach(cells -> transactions.add(units(cells, groups)));
    work =
        new SampledWork(transactions, units.stream().mapToInt(each -> each.master).toArray(), busy);
    return groups;
  }

  private static double mean(Map<Integer, Double> busy) {
    return busy.values().stream().mapToDouble(each -> each).average().orElse(0);
  }

  /**
   * Neighbours of one master, as far as they weigh little together.
   *
   * @param weights of the units
   * @param loads of the units, as shares of their sites' time
   */
  private List<MovableRange> divided(
      Map<Integer, Double> busy,
      Map<Integer, Integer> groups,
      double[] weights,
      double[] loads,
      double grain) {
    Map<Integer, List<Unit>> byMaster = new TreeMap<>();
    for (Unit unit : units) {
      byMaster.computeIfAbsent(unit.master, none -> new ArrayList<>()).add(unit);
    }
    List<MovableRange> found = new ArrayList<>();
    byMaster.forEach(
        (master, all) -> {
          if (busy.containsKey(master)) {
            all.sort(Comparator.comparingLong(Unit::cell));
            found.addAll(new Division(master, grain, groups, loads).of(all, weights));
          }
        });
    return found;
  }

  /** What the plan comes to: the sample knows which transactions it parts. */
  RebalancePlan expected(RebalancePlan plan, PlanBounds bounds) {
    if (plan.moves().isEmpty()) {
      return plan;
    }
    List<int[]> cells = runs.stream().map(CellRun::units).toList();
    RebalancePlan expected = work.expected(plan, cells, bounds);
    distributedThen = work.distributed(plan, cells);
    return expected;
  }

  /** Which share of the transactions met several sites. */
  double distributed() {
    return work == null ? 0 : work.distributed();
  }

  /** Which share would do so behind the plan. */
  double distributedThen() {
    return distributedThen;
  }

  /** The cells that a transaction puts load on, as placements name them. */
  private long[] placed(Trace trace, Access access) {
    long[] cells =
        Arrays.copyOf(
            access.written(), access.written().length + (countsReads ? access.read().length : 0));
    if (countsReads) {
      System.arraycopy(access.read(), 0, cells, access.written().length, access.read().length);
    }
    int count = 0;
    for (long cell : cells) {
      Grids grids = grids(PartitionId.table(cell), trace.partitionKeys());
      if (grids != null) {
        cells[count++] =
            trace.partitionKeys() == cellKeys
                ? cell
                : grids.placed.partitionOfValue(grids.noted.firstValue(cell));
      }
    }
    return Arrays.copyOf(cells, count);
  }

  /** Those of a table whose ranges can be named; null of any other. */
  private Grids grids(int table, int notedKeys) {
    Grids known = tables.get(table);
    TableSchema schema = known == null ? catalog.schema(table) : null;
    if (schema == null || catalog.isDropped(table)) {
      return known;
    }
    Grids grids =
        new Grids(
            new PartitionGrid(table, schema, notedKeys),
            new PartitionGrid(table, schema, cellKeys));
    if (!grids.placed.isOfNumbers()) {
      return null;
    }
    tables.put(table, grids);
    return grids;
  }

  /** Of each table the first one that it goes together with. */
  private static Map<Integer, Integer> groups(List<long[]> sampled) {
    Map<Integer, Integer> groups = new TreeMap<>();
    Map<Long, int[]> pairs = new TreeMap<>();
    for (long[] cells : sampled) {
      Set<Long> together = new HashSet<>();
      Set<Long> alike = new HashSet<>();
      for (long one : cells) {
        groups.putIfAbsent(PartitionId.table(one), PartitionId.table(one));
        for (long other : cells) {
          if (PartitionId.table(one) < PartitionId.table(other)) {
            long pair = (long) PartitionId.table(one) << 32 | PartitionId.table(other);
            together.add(pair);
            if (PartitionId.index(one) == PartitionId.index(other)) {
              alike.add(pair);
            }
          }
        }
      }
      together.forEach(pair -> pairs.computeIfAbsent(pair, none -> new int[2])[0]++);
      alike.forEach(pair -> pairs.get(pair)[1]++);
    }
    pairs.forEach(
        (pair, seen) -> {
          if (seen[1] >= LEAST_TOGETHER && seen[1] * 2 >= seen[0]) {
            int one = groups.get((int) (pair >>> 32));
            int other = groups.get(pair.intValue());
            groups.replaceAll(
                (table, group) -> group == Math.max(one, other) ? Math.min(one, other) : group);
          }
        });
    return groups;
  }

  /** What a transaction meets; the tables of a group are one thing where one site masters them. */
  private int[] units(long[] cells, Map<Integer, Integer> groups) {
    int[] found = new int[cells.length];
    int count = 0;
    for (long cell : cells) {
      long unit = PartitionId.of(groups.get(PartitionId.table(cell)), PartitionId.index(cell));
      int number = number(unit, master(cell));
      boolean isNew = true;
      for (int i = 0; i < count; i++) {
        isNew &= found[i] != number;
      }
      if (isNew) {
        found[count++] = number;
        accesses++;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private int number(long cell, int master) {
    Long2LongHashMap numbers = numbersAt.computeIfAbsent(master, none -> new Long2LongHashMap(-1));
    long known = numbers.get(cell);
    if (known < 0) {
      known = units.size();
      numbers.put(cell, known);
      units.add(new Unit((int) known, cell, master));
    }
    return (int) known;
  }

  /** What a placement has for a cell of the noted grid. */
  private long partitionOf(long cell) {
    if (!parts.placement().hasRanges()) {
      return cell;
    }
    int table = PartitionId.table(cell);
    byte[] first = tables.get(table).placed.lowerBound(cell);
    return parts.placement().describeAt(table, first).partition();
  }

  private int master(long cell) {
    Placement placement = parts.placement();
    if (!placement.hasRanges()) {
      return placement.master(cell);
    }
    int table = PartitionId.table(cell);
    return placement.describeAt(table, tables.get(table).placed.lowerBound(cell)).site();
  }

  /** Of what a site masters. */
  private final class Division {
    private final int master;
    private final double grain;
    private final double[] loads;
    private final Map<Integer, int[]> members = new TreeMap<>();
    private final List<MovableRange> found = new ArrayList<>();
    private final List<MovableRange> open = new ArrayList<>();
    private double openWeight;
    private int mostCells;

    private Division(int master, double grain, Map<Integer, Integer> groups, double[] loads) {
      this.master = master;
      this.loads = loads;
      this.grain = grain;
      for (int group : new TreeSet<>(groups.values())) {
        members.put(
            group,
            groups.keySet().stream()
                .filter(table -> groups.get(table) == group)
                .mapToInt(table -> table)
                .toArray());
      }
    }

    private List<MovableRange> of(List<Unit> inOrder, double[] weights) {
      mostCells = Math.max(2, inOrder.size() / LEAST_RANGES);
      for (Unit unit : inOrder) {
        add(unit, weights[unit.number]);
      }
      close();
      return found;
    }

    private void add(Unit unit, double weight) {
      long cell = unit.cell;
      boolean isFull = openWeight + weight > grain || open.size() >= mostCells;
      if (!open.isEmpty() && (isFull || !isNextTo(cell))) {
        close();
      }
      long index = PartitionId.index(cell);
      int[] group = members.get(PartitionId.table(cell));
      CellRun run = new CellRun(index, index, group, master, new int[] {unit.number});
      open.add(range(run, loads[unit.number], List.of()));
      openWeight += weight;
    }

    /** Whether a cell may be in one range with those before it. */
    private boolean isNextTo(long cell) {
      CellRun first = runs.get(open.get(0).id());
      CellRun last = runs.get(open.get(open.size() - 1).id());
      long index = PartitionId.index(cell);
      boolean isNear =
          roster.isPartial()
              ? index == last.last + 1 // what is copied is copied with all that lies between
              : index - first.first < RangePieces.MOST_CELLS;
      return isNear && members.get(PartitionId.table(cell)) == first.tables;
    }

    private void close() {
      if (open.size() == 1) {
        found.add(open.get(0));
      } else if (!open.isEmpty()) {
        CellRun first = runs.get(open.get(0).id());
        CellRun last = runs.get(open.get(open.size() - 1).id());
        int[] all = open.stream().mapToInt(each -> runs.get(each.id()).units[0]).toArray();
        CellRun run = new CellRun(first.first, last.last, first.tables, master, all);
        found.add(range(run, open.stream().mapToDouble(MovableRange::load).sum(), open));
      }
      open.clear();
      openWeight = 0;
    }

    private MovableRange range(CellRun run, double load, List<MovableRange> split) {
      runs.add(run);
      return new MovableRange(runs.size() - 1, master, load, bytes(run), fullSites(), split);
    }

    private List<Integer> fullSites() {
      return roster.counting().stream().filter(roster::holdsAll).toList();
    }

    /** As if each key had a row in each table, as large as rows are on average. */
    private long bytes(CellRun run) {
      SiteTable sites = parts.sites();
      if (!roster.isPartial() || !sites.isReady(master)) {
        return 0;
      }
      SiteLoad load = sites.link(master).load();
      long rows = (run.last - run.first + 1) * run.tables.length * cellKeys;
      return load.rows() == 0 ? 0 : Math.min(rows, load.rows()) * (load.usedBytes() / load.rows());
    }
  }
}
