package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.Details;
import org.thetisdb.core.placement.Migration.Origin;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.catalog.RangeText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.term.EngineParts;

/**
 * Makes of what an administrator asks for a migration and, where masters stay, the applied
 * placement that has it: what moves and what restorers take back is one placement. Not thread-safe.
 */
final class MigrationPlanner {
  /** A range of more cells is copied, if nobody says how it is to move. */
  private static final int MOST_SHIPPED_CELLS = 256;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final RangePieces pieces;
  private final Holdings replicas;

  /** What sites hold beside what they master. */
  interface Holdings {
    /** Whether a site has one replica of all of a range that stays behind a restart. */
    boolean keepsAll(long first, long last, int site);
  }

  /**
   * What is to be recorded, and what it comes to.
   *
   * @param placed the placement behind it; null if that stays
   * @param partitions how many the range has now
   * @param bySource how many of them move, by their masters
   */
  record Plan(
      Migration migration,
      AppliedPlacement placed,
      int partitions,
      Map<Integer, Integer> bySource) {}

  MigrationPlanner(
      EngineParts parts, RouterCatalog catalog, RangePieces pieces, Holdings replicas) {
    this.parts = parts;
    this.catalog = catalog;
    this.pieces = pieces;
    this.replicas = replicas;
  }

  /**
   * The plan of a wanted migration.
   *
   * @throws ThetisException MIGRATION_REFUSED if it cannot be
   */
  Plan plan(Migrate wanted, MigrationTable known) {
    RangeText.Bounds bounds =
        RangeText.bounds(catalog.tables(), wanted.range(), cellKeys(), ErrorCode.MIGRATION_REFUSED);
    Way way = wayOf(wanted, bounds);
    checkTarget(wanted, way);
    boolean copies = way.copiesRows() && !parts.sites().roster().holdsAll(wanted.target());
    boolean placed = isPlaced() && !copies;
    KeyInterval range =
        new KeyInterval(
            bounds.grid().tableId(),
            bounds.grid().lowerBound(bounds.first()),
            bounds.grid().upperBound(bounds.last()));
    checkFree(range, known);
    List<Owner> owners = pieces.of(range, bounds.grid());
    checkCells(wanted, isPlaced(), range, bounds);
    AppliedPlacement now = parts.placement().placed().applied();
    List<PlacedRange> targets = placed ? targets(wanted, owners, bounds) : List.of();
    Details details =
        Details.of(
            isPlaced() && !parts.placement().hasRanges() ? List.of() : origins(owners, range),
            placed ? cellKeys() : 0,
            placed ? now.ranges().within(bounds.first(), bounds.last()) : List.of());
    long id = known.freeId();
    if (id == 0) {
      throw refused(MigrationTable.MOST + " others are under way");
    }
    Migration migration =
        new Migration(
            id,
            known.nextChange(id),
            way,
            copies ? State.COPYING : State.RUNNING,
            range,
            wanted.source(),
            wanted.target(),
            details);
    AppliedPlacement next = placed ? with(now, bounds, targets) : null;
    return new Plan(migration, next, owners.size(), bySource(wanted, owners));
  }

  /**
   * What was asked for; if that is left open, the one that sends least: nothing to a site that has
   * the rows, few rows with their mastership, many beside the logs. A site with a replica is
   * promoted as one is that has its copy by now.
   */
  private Way wayOf(Migrate wanted, RangeText.Bounds bounds) {
    boolean isOpen = wanted.way().equals(Migrate.ANY_WAY);
    Way asked = isOpen ? Way.PROMOTE : wayOf(wanted.way());
    if (asked != Way.PROMOTE || parts.sites().roster().holdsAll(wanted.target())) {
      return asked;
    }
    if (replicas.keepsAll(bounds.first(), bounds.last(), wanted.target())) {
      return wanted.source() == 0 ? Way.COPY : Way.SHIP; // no row goes to who has it
    }
    long cells = PartitionId.index(bounds.last()) - PartitionId.index(bounds.first()) + 1;
    return !isOpen ? asked : cells <= MOST_SHIPPED_CELLS ? Way.SHIP : Way.COPY;
  }

  private static Way wayOf(String name) {
    return Way.labelled(name)
        .orElseThrow(
            () ->
                refused(
                    "there is no way \""
                        + name
                        + "\"; they are "
                        + Arrays.stream(Way.values())
                            .map(Way::label)
                            .collect(Collectors.joining(", "))));
  }

  /** Whether masters stay where a placement has them, so that a migration has to change it. */
  boolean isPlaced() {
    return parts.inForce().spec().has(Trait.MASTERS_STAY);
  }

  /** Whether ranges move with their rows, since some sites hold a part of them, and then stay. */
  boolean sendsRows() {
    return parts.sites().roster().isPartial()
        && !parts.placement().hasRanges()
        && isPlaced()
        && obstacleOfScheme().isEmpty();
  }

  /** The width of the cells by which ranges are named and placed. */
  long cellKeys() {
    AppliedPlacement applied = parts.placement().placed().applied();
    if (!parts.placement().hasRanges()) {
      return parts.sites().roster().partitionKeys();
    }
    return applied.isEmpty() ? 1 : applied.cellKeys();
  }

  /** The width of the cells by which a migration is named. */
  long cellKeysOf(Migration migration) {
    return migration.details().isPlaced() ? migration.details().cellKeys() : cellKeys();
  }

  private void checkTarget(Migrate wanted, Way way) {
    int target = wanted.target();
    String problem = obstacle(target, way);
    if (!problem.isEmpty()) {
      throw refused(problem);
    }
    if (!parts.sites().isUsable(target)) {
      throw refused("site " + target + " is not connected");
    }
    if (way.copiesRows() && wanted.source() != 0) {
      throw refused("a copy has all of a range; name no source with it");
    }
  }

  /** Why nothing can go to a site by a way as long as that does not change; empty if it can be. */
  String obstacle(int target, Way way) {
    Roster roster = parts.sites().roster();
    String ofScheme = obstacleOfScheme();
    if (!ofScheme.isEmpty()) {
      return ofScheme;
    }
    if (!roster.is(target, SiteStanding.MEMBER)) {
      return "there is no site " + target + " that stays";
    }
    if (!roster.holdsAll(target) && way == Way.PROMOTE) {
      return "site "
          + target
          + " holds only a part of the rows; move it by copy, ship or on-demand";
    }
    return "";
  }

  /** Why no mastership goes anywhere, nor returns, under the scheme in force; empty if it may. */
  String obstacleOfScheme() {
    SchemeSpec scheme = parts.inForce().spec();
    return scheme.has(Trait.ONE_MASTER) ? "one site masters all under scheme " + scheme.name() : "";
  }

  private static void checkFree(KeyInterval range, MigrationTable known) {
    for (Migration each : known.underWay()) {
      if (each.range().overlaps(range)) {
        throw refused("migration " + each.id() + " moves some of it; wait for it, or cancel it");
      }
    }
  }

  private void checkCells(
      Migrate wanted, boolean placed, KeyInterval range, RangeText.Bounds bounds) {
    boolean each = wanted.source() != 0 || !placed;
    if (!parts.placement().hasRanges()
        && each
        && RangePieces.isTooManyCells(range, bounds.grid())) {
      throw refused(
          "it has %,d cells, and %,d at most move by one command; name a smaller range"
              .formatted(
                  PartitionId.index(bounds.last()) - PartitionId.index(bounds.first()) + 1,
                  RangePieces.MOST_CELLS));
    }
  }

  /** What the placement has to say of the range. */
  private List<PlacedRange> targets(Migrate wanted, List<Owner> owners, RangeText.Bounds bounds) {
    if (wanted.source() == 0) {
      return List.of(new PlacedRange(bounds.first(), bounds.last(), wanted.target()));
    }
    List<PlacedRange> targets = new ArrayList<>();
    long next = bounds.first();
    AppliedPlacement now = parts.placement().placed().applied();
    for (Owner owner : owners) {
      if (owner.site() == wanted.source() && hasKeys(owner, bounds)) {
        PlacedRange cells = cellsOf(owner, bounds);
        targets.addAll(now.ranges().within(next, cells.first() - 1));
        targets.add(new PlacedRange(cells.first(), cells.last(), wanted.target()));
        next = cells.last() + 1;
      }
    }
    targets.addAll(now.ranges().within(next, bounds.last()));
    return targets;
  }

  /** Two borders may differ in zeros behind all that keys have there: no key lies between them. */
  private static boolean hasKeys(Owner owner, RangeText.Bounds bounds) {
    byte[] first = bounds.grid().lowerBound(bounds.first());
    byte[] from = Arrays.compareUnsigned(owner.from(), first) > 0 ? owner.from() : first;
    return bounds.grid().countPartitions(from, owner.to()) > 0;
  }

  private PlacedRange cellsOf(Owner owner, RangeText.Bounds bounds) {
    PartitionGrid grid = bounds.grid();
    long first = Math.max(bounds.first(), grid.partitionOf(owner.from()));
    long count = grid.countPartitions(grid.lowerBound(first), owner.to());
    long last = Math.min(bounds.last(), first + count - 1);
    Owner cells = new Owner(first, 0, 0, grid.lowerBound(first), grid.upperBound(last));
    KeyInterval all = new KeyInterval(grid.tableId(), owner.from(), owner.to());
    if (!all.encloses(cells)) {
      throw refused(
          "a range of site "
              + owner.site()
              + " begins or ends within a value of the first key column; move it without --from");
    }
    return new PlacedRange(first, last, Math.max(1, owner.site()));
  }

  private static List<Origin> origins(List<Owner> owners, KeyInterval range) {
    List<Origin> origins = new ArrayList<>();
    for (Owner owner : owners) {
      boolean isFirst = origins.isEmpty();
      if (isFirst || origins.get(origins.size() - 1).site() != owner.site()) {
        origins.add(new Origin(isFirst ? range.from() : owner.from(), owner.site()));
      }
    }
    if (origins.size() > Details.MOST_ORIGINS) {
      throw refused("masters alternate in it too often; name a smaller range");
    }
    return origins;
  }

  private AppliedPlacement with(
      AppliedPlacement now, RangeText.Bounds bounds, List<PlacedRange> by) {
    return with(now, bounds.first(), bounds.last(), by, cellKeys());
  }

  private static AppliedPlacement with(
      AppliedPlacement now, long first, long last, List<PlacedRange> by, long cellKeys) {
    try {
      PlacedRanges ranges = now.ranges().with(first, last, by);
      return now.next(ranges.ranges().isEmpty() ? 0 : cellKeys, ranges);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The placement as it was before a migration, as far as it is about its range; null if it was
   * changed as a whole meanwhile, or the migration has not changed it.
   */
  AppliedPlacement without(Migration migration) {
    AppliedPlacement now = parts.placement().placed().applied();
    long cellKeys = migration.details().cellKeys();
    if (!migration.details().isPlaced() || now.cellKeys() != cellKeys) {
      return null;
    }
    Bounds bounds = boundsOf(migration);
    return bounds == null
        ? null
        : with(now, bounds.first(), bounds.last(), migration.details().replaced(), cellKeys);
  }

  /** The change with which mastership goes to a target that has the rows by now. */
  Migration switched(Migration migration) {
    Bounds bounds = boundsOf(migration);
    boolean placed = isPlaced() && bounds != null;
    Details details = migration.details();
    AppliedPlacement now = parts.placement().placed().applied();
    return migration.next(
        State.RUNNING,
        Details.of(
            details.origins(),
            placed ? cellKeys() : 0,
            placed ? now.ranges().within(bounds.first(), bounds.last()) : List.of()));
  }

  /** The placement that comes into force with a change of a migration; null if it stays. */
  AppliedPlacement placedBy(Migration next, State before) {
    boolean begins = next.state() == State.RUNNING && before == State.COPYING;
    Bounds bounds = begins && next.details().isPlaced() ? boundsOf(next) : null;
    return bounds == null
        ? null
        : with(
            parts.placement().placed().applied(),
            bounds.first(),
            bounds.last(),
            List.of(new PlacedRange(bounds.first(), bounds.last(), next.target())),
            cellKeys());
  }

  /** The cells of a migration. */
  record Bounds(long first, long last) {}

  /** The cells of a migration; null if its table is not there. */
  Bounds boundsOf(Migration migration) {
    TableSchema schema = catalog.schema(migration.range().tableId());
    if (schema == null) {
      return null;
    }
    PartitionGrid grid =
        new PartitionGrid(migration.range().tableId(), schema, cellKeysOf(migration));
    long first = grid.partitionOf(migration.range().from());
    long count = grid.countPartitions(migration.range().from(), migration.range().to());
    return new Bounds(first, first + count - 1);
  }

  private Map<Integer, Integer> bySource(Migrate wanted, List<Owner> owners) {
    TreeMap<Integer, Integer> moving = new TreeMap<>();
    for (Owner owner : owners) {
      boolean isMeant = wanted.source() == 0 || wanted.source() == owner.site();
      if (isMeant && owner.site() != wanted.target() && !Placement.isPinned(owner.partition())) {
        moving.merge(owner.site(), 1, Integer::sum);
      }
    }
    return moving;
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.MIGRATION_REFUSED, why);
  }
}
