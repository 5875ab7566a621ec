package org.thetisdb.migration.move;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Migration.State;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.migration.move.MigrationPorts.Group;
import org.thetisdb.migration.move.MigrationPorts.GroupListener;
import org.thetisdb.migration.move.MigrationPorts.Piece;

/**
 * One range that is promoted at a site which holds it (DrTM+B, section 4.1): its borders come
 * first, then the target catches up with the log of each source while calls go on (cooperative
 * commit), and then all that moves between the two goes in one log entry. Where rows go with their
 * mastership, few partitions go at a time, and calls wait for these alone; a range with one that is
 * too large for that is taken back. On demand, what calls are to write goes first, and the rest
 * behind it at a pace; by squall, of one sub-plan after the other, and in chunks. Replica failover
 * and stop-and-copy, with which others compare, have calls wait for all of the range. Cancelling is
 * the same with the sources as targets. Everything that the next router needs to go on stands in
 * the log; so this is made anew from there at any time. Owned by the engine's thread.
 */
public final class RangeMigration {
  /** Partitions that go together, in one entry of the source's log. */
  public static final int MOST_TOGETHER = 256;

  /** Partitions that go together with their rows. */
  public static final int MOST_SHIPPED_TOGETHER = 16;

  /** For so long a release waits for interactive transactions; then they end. */
  private static final long HOLDERS_US = 100_000;

  /** On demand, so long nothing goes behind what has gone unasked: others are to have the log. */
  public static final long REST_US = 20_000;

  private final MigrationPorts ports;
  private final long beganUs;
  private final CatchUps catchUps;
  private final PullPlan pullPlan = new PullPlan();
  private final Map<SitePair, Moving> underWay = new LinkedHashMap<>();
  private final Set<Moving> demanded = new LinkedHashSet<>();

  /** Partitions that have moved for it: where masters do not stay, they may move on. */
  private final LongHashSet moved = new LongHashSet();

  private Migration migration;

  /** All that is to move, while calls wait for it; null if calls go on. */
  private Moving stopped;

  private boolean recording;
  private int count;
  private int toGo;
  private long longestUs;
  private String waitsFor = "";

  /** Partitions that cannot go since their rows are too many for a release. */
  private final LongHashSet tooLarge = new LongHashSet();

  private long restUntilUs;

  /** Goes on with a migration that is not over. */
  public RangeMigration(Migration migration, MigrationPorts ports) {
    this.migration = migration;
    this.ports = ports;
    this.catchUps = new CatchUps(ports);
    this.beganUs = ports.nowUs();
  }

  /** As the log has it. */
  public Migration migration() {
    return migration;
  }

  /** What it waits for; empty if for nothing. */
  public String waitsFor() {
    return waitsFor;
  }

  /** How many partitions it has moved. */
  public int moved() {
    return count;
  }

  /** How many partitions were to move when it looked last. */
  public int left() {
    return toGo;
  }

  /** Since when this router goes on with it. */
  public long beganUs() {
    return beganUs;
  }

  /** The log has a later change of it. */
  public void learn(Migration later) {
    State before = migration.state();
    migration = later;
    if (later.state() != before) {
      moved.clear();
      catchUps.forgetAll();
      tooLarge.clear();
      pullPlan.clear();
      boolean keepsStill = later.state() == State.RUNNING && later.way() == Way.STOP;
      underWay().stream()
          .filter(each -> each != stopped || !keepsStill)
          .forEach(each -> each.group.withdraw());
    }
  }

  /** Does what can be done now. Called from time to time, and when something has changed. */
  public void step() {
    if (recording || migration.state().isOver()) {
      return;
    }
    underWay().forEach(Moving::endHoldersIfLong);
    if (migration.state() != State.CANCELLING) {
      waitsFor = ports.awaited(migration);
    }
    if (migration.state() == State.COPYING && isPossible()) {
      copy();
    } else if (migration.state() != State.COPYING) {
      move();
    }
  }

  /** Whether it can go on; else it ends. */
  private boolean isPossible() {
    String obstacle = ports.obstacle(migration);
    if (!obstacle.isEmpty()) {
      if (isIdle()) {
        end(migration.state() == State.CANCELLING ? State.CANCELLED : State.FAILED, obstacle);
      } else if (stopped != null && !stopped.hasGone) {
        stopped.group.withdraw(); // or calls would wait for what never moves
      }
      return false;
    }
    return true;
  }

  /** The rows come first, beside the logs; calls go on where they are, or wait. */
  private void copy() {
    if (migration.way() == Way.STOP) {
      List<Piece> pieces = ports.pieces(migration);
      if (pieces == null) {
        waitsFor = "borders";
        return;
      }
      stop(left(pieces));
    }
    if (waitsFor.isEmpty()) {
      recording = true;
      ports.record(ports.switched(migration), () -> recording = false);
    }
  }

  private void move() {
    if (!isPossible() || (migration.state() == State.RUNNING && !waitsFor.isEmpty())) {
      return;
    }
    if (migration.state() == State.RUNNING && !tooLarge.isEmpty()) {
      takeBack();
      return;
    }
    List<Piece> pieces = ports.pieces(migration);
    if (pieces == null) {
      waitsFor = "borders";
      return;
    }
    Map<SitePair, List<Piece>> left = left(pieces);
    toGo = left.values().stream().mapToInt(List::size).sum();
    if (left.isEmpty() && isIdle()) {
      end(migration.state() == State.RUNNING ? State.DONE : State.CANCELLED, leftBehind());
      return;
    }
    waitsFor = "";
    if (migration.way().stopsCalls() && migration.state() == State.RUNNING) {
      stop(left);
      goTogether(left);
    } else {
      next(pieces, left).forEach(this::move);
    }
  }

  /** Of what is left, what may go now. */
  private Map<SitePair, List<Piece>> next(List<Piece> all, Map<SitePair, List<Piece>> left) {
    if (migration.way() != Way.SQUALL || migration.state() != State.RUNNING) {
      return left;
    }
    pullPlan.look(all, this::isToGo, ports.pulls(migration));
    return pullPlan.next();
  }

  private void stop(Map<SitePair, List<Piece>> left) {
    List<Piece> all = new ArrayList<>();
    left.values().forEach(all::addAll);
    all.removeIf(piece -> piece.goal() != migration.target());
    if (stopped == null && !all.isEmpty()) {
      Moving moving = new Moving(null, ports.nowUs(), false);
      moving.group = ports.stop(migration, all, moving);
      stopped = moving.group == null ? null : moving;
      waitsFor = stopped == null ? "what writes there" : waitsFor;
      catchUps.forgetAll();
    }
  }

  /** Nothing is written there any more, so the target has all when it has caught up. */
  private void goTogether(Map<SitePair, List<Piece>> left) {
    if (stopped == null || stopped.hasGone) {
      return;
    }
    for (SitePair route : left.keySet()) {
      if (!catchUps.isDone(route)) {
        waitsFor = "site " + route.to() + " to catch up with site " + route.from();
        return;
      }
    }
    stopped.hasGone = true;
    stopped.goneUs = ports.nowUs();
    stopped.group.go();
  }

  private Map<SitePair, List<Piece>> left(Collection<Piece> pieces) {
    Map<SitePair, List<Piece>> left = new LinkedHashMap<>();
    for (Piece piece : pieces) {
      if (isToGo(piece)) {
        left.computeIfAbsent(SitePair.of(piece), route -> new ArrayList<>()).add(piece);
      }
    }
    return left;
  }

  private boolean isToGo(Piece piece) {
    return piece.goal() != 0
        && piece.goal() != piece.master()
        && !hasMovedOn(piece)
        && !tooLarge.contains(piece.id());
  }

  private boolean hasMovedOn(Piece piece) {
    return !migration.details().isPlaced() && moved.contains(piece.id());
  }

  /**
   * A call is about to write these partitions. Those of them that are to move on demand begin to,
   * so that it waits for them and runs where they are then.
   */
  public void demand(long[] written) {
    if (!migration.way().takesWhatCallsWrite()
        || migration.state() != State.RUNNING
        || recording
        || !tooLarge.isEmpty()) {
      return;
    }
    Map<Long, Piece> wanted = new LinkedHashMap<>(4);
    for (long partition : written) {
      Piece piece = ports.piece(migration, partition);
      if (piece != null && isToGo(piece)) {
        addWith(piece, wanted);
      }
    }
    left(wanted.values())
        .forEach((route, pieces) -> begin(new Moving(route, ports.nowUs(), true), pieces));
  }

  /** Partitions that a call writes may be of one chunk, which goes once. */
  private void addWith(Piece piece, Map<Long, Piece> wanted) {
    if (migration.way() != Way.SQUALL) {
      wanted.put(piece.id(), piece);
      return;
    }
    for (long together : pullPlan.with(piece.id())) {
      Piece now = ports.piece(migration, together);
      if (now != null) {
        wanted.put(together, now);
      }
    }
  }

  private List<Moving> underWay() {
    List<Moving> all = new ArrayList<>(underWay.values());
    all.addAll(demanded);
    if (stopped != null) {
      all.add(stopped);
    }
    return all;
  }

  private boolean isIdle() {
    return underWay.isEmpty() && demanded.isEmpty() && stopped == null;
  }

  private void move(SitePair route, List<Piece> pieces) {
    if (underWay.containsKey(route)) {
      return;
    }
    if (ports.nowUs() < restUntilUs) {
      waitsFor = "its pace";
      return;
    }
    if (!migration.way().takesWhatCallsWrite() && !catchUps.isDone(route)) {
      waitsFor = "site " + route.to() + " to catch up with site " + route.from();
      return;
    }
    int most = mostTogether();
    List<Piece> together = pieces.subList(0, Math.min(most, pieces.size()));
    if (!begin(new Moving(route, ports.nowUs(), false), together)) {
      waitsFor = "what writes there, or site %d or %d".formatted(route.from(), route.to());
    }
  }

  /** Chunks are cut already. */
  private int mostTogether() {
    boolean isSmall = migration.way().shipsRows() && migration.way() != Way.SQUALL;
    return isSmall ? MOST_SHIPPED_TOGETHER : MOST_TOGETHER;
  }

  private boolean begin(Moving moving, List<Piece> together) {
    Group group = ports.begin(migration, together, moving);
    if (group != null && !moving.isDone) {
      moving.group = group;
      if (moving.isDemanded) {
        demanded.add(moving);
      } else {
        underWay.put(moving.route, moving);
      }
    }
    return group != null;
  }

  /** What has moved by now returns, since the rest cannot come. */
  private void takeBack() {
    if (isIdle()) {
      end(
          State.CANCELLING,
          "a partition has too many rows to go with its mastership; move the range by copy");
    }
  }

  /** Why it was taken back, or what could not return; empty if neither. */
  private String leftBehind() {
    String problem = migration.details().problem();
    return problem.isEmpty() && !tooLarge.isEmpty()
        ? "a partition has too many rows to return with its mastership, and stays"
        : problem;
  }

  /** When more goes that no call waits for; chunks are pulled at intervals from their beginning. */
  private long restUntilUs(long beganLastUs) {
    return switch (migration.way()) {
      case ON_DEMAND -> ports.nowUs() + REST_US;
      case SQUALL -> beganLastUs + ports.pulls(migration).intervalUs();
      default -> 0;
    };
  }

  private void end(State state, String problem) {
    recording = true;
    long tookUs = ports.nowUs() - beganUs;
    ports.record(
        migration.next(state, migration.details().with(count, tookUs, longestUs, problem)),
        () -> recording = false);
  }

  private final class Moving implements GroupListener {
    private final SitePair route;
    private final long sinceUs;
    private final boolean isDemanded;
    private boolean isDone;
    private boolean hasEndedHolders;
    private boolean hasGone;
    private long goneUs;
    private Group group;

    Moving(SitePair route, long sinceUs, boolean isDemanded) {
      this.route = route;
      this.sinceUs = sinceUs;
      this.goneUs = sinceUs;
      this.isDemanded = isDemanded;
    }

    void endHoldersIfLong() {
      boolean isAsked = this != stopped || hasGone;
      if (isAsked && !hasEndedHolders && ports.nowUs() - goneUs >= HOLDERS_US) {
        hasEndedHolders = true;
        group.endHolders();
      }
    }

    @Override
    public void onMoved(long partition) {
      moved.add(partition);
      count++;
    }

    @Override
    public void onTooLarge(long partition) {
      tooLarge.add(partition);
    }

    @Override
    public void onDone() {
      isDone = true;
      if (this == stopped) {
        stopped = null;
      } else if (isDemanded) {
        demanded.remove(this);
      } else {
        underWay.remove(route);
        catchUps.forget(route);
        restUntilUs = restUntilUs(sinceUs);
      }
      longestUs = Math.max(longestUs, ports.nowUs() - sinceUs);
      step();
    }
  }
}
