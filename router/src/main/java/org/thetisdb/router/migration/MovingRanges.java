package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.migration.move.MigrationPorts;
import org.thetisdb.migration.move.RangeMigration;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.PullConfig;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.term.EngineParts;

/** What migrations need of one leadership term. Owned by the engine's thread. */
final class MovingRanges implements MigrationPorts {
  /**
   * Rows that one release takes along, where its way does not say how many: the source reads them
   * in one task. A partition of more goes alone.
   */
  private static final int SHIPPED_TOGETHER_BYTES = 1 << 20;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final ReplicaChanges replicas;
  private final MigrationPlanner planner;
  private final RangePieces pieces;
  private final Moves moves;
  private final Borders borders;
  private final WaitPriority precedence;
  private final BiConsumer<Migration, Runnable> recorder;
  private final PullConfig pulls;
  private final LongFunction<RangeSize> sizes;
  private final Map<MoveGroup, Moving> groups = new HashMap<>();

  private boolean paused;

  private record Moving(List<Move> moves, GroupListener listener) {}

  /**
   * None moves yet.
   *
   * @param sizes about how much those hold that are under way, by their ids
   */
  MovingRanges(
      EngineParts parts,
      RouterCatalog catalog,
      ReplicaChanges replicas,
      MigrationPlanner planner,
      RangePieces pieces,
      Moves moves,
      Borders borders,
      WaitPriority precedence,
      BiConsumer<Migration, Runnable> recorder,
      PullConfig pulls,
      LongFunction<RangeSize> sizes) {
    this.parts = parts;
    this.catalog = catalog;
    this.replicas = replicas;
    this.planner = planner;
    this.pieces = pieces;
    this.moves = moves;
    this.borders = borders;
    this.precedence = precedence;
    this.recorder = recorder;
    this.pulls = pulls;
    this.sizes = sizes;
  }

  @Override
  public long nowUs() {
    return parts.scheduler().clock().nowUs();
  }

  @Override
  public String obstacle(Migration migration) {
    if (catalog.isDropped(migration.range().tableId())) {
      return "its table was dropped";
    }
    if (migration.state() == State.COPYING) {
      String overlap = overlap(migration);
      if (!overlap.isEmpty()) {
        return overlap;
      }
    }
    boolean runs = migration.state() == State.RUNNING;
    if (runs && migration.details().isPlaced() != planner.isPlaced()) {
      return "scheme " + parts.inForce().spec().name() + " has come into force";
    }
    return migration.state() == State.CANCELLING
        ? planner.obstacleOfScheme()
        : planner.obstacle(migration.target(), migration.way());
  }

  /** A replica at the target that is in the way of the one that a copy needs; empty if none is. */
  String overlap(Migration migration) {
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    return bounds == null || parts.sites().roster().holdsAll(migration.target())
        ? ""
        : replicas.obstacle(bounds.first(), bounds.last(), migration.target());
  }

  @Override
  public String awaited(Migration migration) {
    int target = migration.target();
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    if (bounds == null || migration.way().shipsRows() || parts.sites().roster().holdsAll(target)) {
      return "";
    }
    boolean adds = migration.state() == State.COPYING && !paused;
    try {
      return replicas.awaitSaved(bounds.first(), bounds.last(), target, adds);
    } catch (ThetisException refused) {
      return "a replica: " + refused.getMessage();
    }
  }

  /** Whether its target lacks rows of it. */
  boolean sendsRows(Migration migration) {
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    int target = migration.target();
    return bounds != null
        && !parts.sites().roster().holdsAll(target)
        && !replicas.keepsAll(bounds.first(), bounds.last(), target);
  }

  /** How many rows of it its target has got. */
  long copiedRows(Migration migration) {
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    return bounds == null
        ? 0
        : replicas.copiedRows(bounds.first(), bounds.last(), migration.target());
  }

  @Override
  public Migration switched(Migration migration) {
    return planner.switched(migration);
  }

  @Override
  public List<Piece> pieces(Migration migration) {
    TableSchema schema = catalog.schema(migration.range().tableId());
    if (schema == null || paused) {
      return null; // not known yet, or not now
    }
    List<Reshape> missing = pieces.missingBorders(migration.range());
    if (!missing.isEmpty()) {
      missing.forEach(borders::begin);
      return null;
    }
    List<Piece> found = new ArrayList<>();
    for (Owner owner : pieces.of(migration.range(), gridOf(migration, schema))) {
      found.add(new Piece(owner.partition(), owner.from(), owner.site(), goal(migration, owner)));
    }
    return found;
  }

  @Override
  public Piece piece(Migration migration, long partition) {
    if (PartitionId.table(partition) != migration.range().tableId()
        || paused
        || !parts.placement().isLive(partition)) {
      return null;
    }
    TableSchema schema = catalog.schema(migration.range().tableId());
    if (schema == null) {
      return null;
    }
    Owner owner = pieces.owner(partition, gridOf(migration, schema));
    return migration.range().encloses(owner)
        ? new Piece(partition, owner.from(), owner.site(), goal(migration, owner))
        : null;
  }

  private PartitionGrid gridOf(Migration migration, TableSchema schema) {
    return new PartitionGrid(migration.range().tableId(), schema, planner.cellKeysOf(migration));
  }

  /** Begins nothing while it is paused, and nothing waits for what has not begun to move. */
  void pause(boolean pauses) {
    paused = pauses;
    if (pauses) {
      List.copyOf(groups.keySet()).stream()
          .filter(MoveGroup::isStopped)
          .forEach(MoveGroup::withdraw);
    }
  }

  /** How many borders a migration needs that are not there. */
  int missingBorders(Migration migration) {
    return pieces.missingBorders(migration.range()).size();
  }

  /**
   * Where masters stay, where the applied placement has them; and so when it is taken back. What no
   * placement speaks of returns to where it came from. A site that leaves gets nothing, or it would
   * never be rid of what moves: that stays where it is.
   */
  private int goal(Migration migration, Owner owner) {
    int wanted = wanted(migration, owner);
    return wanted != 0 && parts.sites().roster().is(wanted, SiteStanding.MEMBER) ? wanted : 0;
  }

  private int wanted(Migration migration, Owner owner) {
    int preferred = migration.details().isPlaced() ? parts.placement().preferredSite(owner) : 0;
    if (preferred != 0) {
      return preferred;
    }
    int origin = migration.origin(owner.from());
    if (migration.state() == State.CANCELLING) {
      return origin;
    }
    boolean isMeant = migration.source() == 0 || migration.source() == origin;
    return isMeant && !migration.details().isPlaced() ? migration.target() : 0;
  }

  @Override
  public Pulls pulls(Migration migration) {
    return new Pulls(
        pulls.subPlans(),
        chunkPartitions(migration, sizes.apply(migration.id())),
        pulls.intervalUs());
  }

  /** About how many partitions are one chunk of what moves by sub-plans. */
  int chunkPartitions(Migration migration, RangeSize size) {
    MigrationPlanner.Bounds bounds = planner.boundsOf(migration);
    if (bounds == null || !size.isKnown()) {
      return RangeMigration.MOST_SHIPPED_TOGETHER;
    }
    double cells = bounds.last() - bounds.first() + 1.0;
    double inChunk = cells * pulls.chunkBytes() / Math.max(1, size.bytes());
    return (int) Math.max(1, Math.min(RangeMigration.MOST_TOGETHER, inChunk));
  }

  @Override
  public long logPosition(int site) {
    return parts.sites().report(site).get(site);
  }

  @Override
  public boolean hasApplied(int site, int log, long position) {
    return parts.sites().report(site).get(log) >= position;
  }

  @Override
  public Group begin(Migration migration, List<Piece> together, GroupListener listener) {
    List<Move> startable = startable(together);
    return startable.isEmpty() || paused
        ? null
        : known(begin(migration, startable), startable, listener);
  }

  private MoveGroup begin(Migration migration, List<Move> startable) {
    if (!migration.way().shipsRows()) {
      return moves.begin(startable, reason(migration), null);
    }
    int together = migration.way() == Way.SQUALL ? pulls.chunkBytes() : SHIPPED_TOGETHER_BYTES;
    return moves.pull(startable, reason(migration), together);
  }

  @Override
  public Group stop(Migration migration, List<Piece> together, GroupListener listener) {
    List<Move> startable = startable(together);
    return startable.isEmpty() || paused
        ? null
        : known(moves.stop(startable, reason(migration)), startable, listener);
  }

  private List<Move> startable(List<Piece> together) {
    List<Move> wanted = new ArrayList<>(together.size());
    for (Piece piece : together) {
      wanted.add(new Move(piece.id(), piece.master(), piece.goal()));
    }
    return moves.startable(precedence.unclaimed(wanted));
  }

  private Group known(MoveGroup group, List<Move> moving, GroupListener listener) {
    groups.put(group, new Moving(moving, listener));
    return new Group() {
      @Override
      public void go() {
        moves.go(group);
      }

      @Override
      public void withdraw() {
        group.withdraw();
      }

      @Override
      public void endHolders() {
        group.endHolders();
      }
    };
  }

  private static String reason(Migration migration) {
    return migration.state() == State.RUNNING
        ? "migration " + migration.id() + " moves it"
        : "migration " + migration.id() + " is cancelled";
  }

  /** A partition has too many rows to go with its release. */
  void onTooLarge(Move move) {
    for (Moving each : groups.values()) {
      if (each.moves.contains(move)) {
        each.listener.onTooLarge(move.partition());
      }
    }
  }

  /** Whether a group was moved from here; then it is done. */
  boolean isDone(MoveGroup group) {
    Moving moving = groups.remove(group);
    if (moving == null) {
      return false;
    }
    for (Move move : moving.moves) {
      if (parts.placement().isLive(move.partition())
          && parts.placement().master(move.partition()) == move.to()) {
        moving.listener.onMoved(move.partition());
      }
    }
    moving.listener.onDone();
    return true;
  }

  @Override
  public void record(Migration next, Runnable answer) {
    recorder.accept(next, answer);
  }
}
