package org.thetisdb.router.move;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.routing.ChangeTimes;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.reshape.MoveCauses;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.term.EngineParts;

/**
 * Moves under way (decision 0002). A group of partitions moves to one site, for one call or for
 * none. While it moves, its partitions are locked here: calls that write them queue behind the
 * group, and no second move of them begins. Each site that gives partitions up gets one message;
 * all are under way at once. Owned by the engine's thread.
 */
public final class Moves {
  /** Partitions of a stopped group that one message has; one entry of the source's log does. */
  private static final int MOST_OF_A_RELEASE = 256;

  private final Placement placement;
  private final Scheme scheme;
  private final SiteTable sites;
  private final SuccessorChoice successors;
  private final Clock clock;
  private final Listener listener;
  private final MoveCauses causes;
  private final Long2ObjectHashMap<MoveGroup> locks = new Long2ObjectHashMap<>();
  private Holdings holdings = (site, partition) -> false;
  private Demand demand;
  private long lastMoveId;
  private int underWay;

  /** Replicas by which sites hold partitions. */
  public interface Holdings {
    /**
     * Whether a site that is connected has a replica of a partition that stays behind a restart,
     * and is not dropped before moves to it are over.
     */
    boolean keeps(int site, long partition);
  }

  /** Begins to move what calls need elsewhere. */
  public interface Demand {
    /** A call is about to write these partitions. */
    void onWritten(long[] partitions);
  }

  /** Hears when groups are done. */
  public interface Listener {
    /** A partition has a new master. */
    void onMoved(Move move, int term, String reason);

    /** A site refused to give a partition up. */
    void onRefused(Move move);

    /** It did so since its rows are too many to go with it. */
    void onTooLarge(Move move);

    /** All releases of a group were answered or lost, and its partitions are free again. */
    void onGroupDone(MoveGroup group);
  }

  /** Nothing moves yet. */
  public Moves(EngineParts parts, Listener listener) {
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.successors = parts.successors();
    this.clock = parts.scheduler().clock();
    this.listener = listener;
    this.causes = new MoveCauses(parts.placement(), parts.reshaping());
  }

  /** The first move under way that a writer of these partitions has to wait for; null if none. */
  public MoveGroup blocking(long[] written) {
    if (underWay > 0) {
      for (long partition : written) {
        MoveGroup group = locks.get(partition);
        if (group != null) {
          return group;
        }
      }
    }
    return null;
  }

  /** Those of {@code moves} whose partitions do not move already, and can move now. */
  public List<Move> startable(List<Move> moves) {
    List<Move> startable = new ArrayList<>(moves.size());
    for (Move move : moves) {
      if (!locks.containsKey(move.partition())
          && successors.canRelease(move.from())
          && sites.isUsable(move.to())
          && placement.isLive(move.partition())
          && placement.master(move.partition()) == move.from()) {
        startable.add(move);
      }
    }
    return startable;
  }

  /** Whether a partition of a range moves to a site now. */
  public boolean bring(ReplicaRange range) {
    for (MoveGroup group : locks.values()) {
      boolean isMeant =
          group.target == range.site()
              && group.moves().stream().anyMatch(move -> range.contains(move.partition()));
      if (isMeant) {
        return true;
      }
    }
    return false;
  }

  /** Completes the pair: says what sites hold by replicas. */
  public void setHoldings(Holdings replicas) {
    holdings = replicas;
  }

  /** From now on {@code wanted} hears what calls are about to write; null if nobody does. */
  public void setDemand(Demand wanted) {
    demand = wanted;
  }

  /** A call is about to write these partitions, and waits for what moves then. */
  public void demand(long[] written) {
    if (demand != null) {
      demand.onWritten(written);
    }
  }

  /** Whether a partition moves to or from a site now. */
  public boolean involves(int site) {
    for (MoveGroup group : locks.values()) {
      if (group.target == site || group.movesFrom(site)) {
        return true;
      }
    }
    return false;
  }

  /** Names an answer that is waited for. */
  public long nextId() {
    return ++lastMoveId;
  }

  /** Has calls that write these partitions queue, while their borders change at their master. */
  MoveGroup lock(int master, long[] partitions) {
    MoveGroup group = new MoveGroup(master, "", null, List.of(), clock.nowUs());
    for (long partition : partitions) {
      if (locks.put(partition, group) != null) {
        throw new IllegalStateException("borders of a partition that moves change");
      }
    }
    underWay++;
    return group;
  }

  /** Lets the calls go on that queued behind a {@link #lock}. */
  void unlock(MoveGroup group, long[] partitions) {
    for (long partition : partitions) {
      locks.remove(partition);
    }
    underWay--;
    listener.onGroupDone(group);
  }

  /** Begins to move partitions that all {@linkplain #startable can}. */
  public MoveGroup begin(List<Move> moves, String reason, PendingCall cause) {
    return begun(stopped(moves, reason, cause));
  }

  /** The same for no call, with so many bytes of rows at most, where their target lacks these. */
  public MoveGroup pull(List<Move> moves, String reason, int mostBytes) {
    MoveGroup group = stopped(moves, reason, null);
    group.setPullBytes(mostBytes);
    return begun(group);
  }

  private MoveGroup begun(MoveGroup group) {
    bySource(group.moves()).forEach((source, fromThere) -> release(source, group, fromThere));
    return group;
  }

  /**
   * Has calls that write these partitions queue, which all {@linkplain #startable can} move to one
   * site, and move with {@link #go} or go on when the group is withdrawn.
   */
  public MoveGroup stop(List<Move> moves, String reason) {
    MoveGroup group = stopped(moves, reason, null);
    group.setStopped(() -> end(group));
    return group;
  }

  private MoveGroup stopped(List<Move> moves, String reason, PendingCall cause) {
    MoveGroup group = new MoveGroup(moves.get(0).to(), reason, cause, moves, clock.nowUs());
    for (Move move : moves) {
      if (locks.put(move.partition(), group) != null) {
        throw new IllegalStateException("two moves of one partition at once: " + move);
      }
    }
    underWay++;
    return group;
  }

  private static SortedMap<Integer, List<Move>> bySource(List<Move> moves) {
    TreeMap<Integer, List<Move>> bySource = new TreeMap<>();
    for (Move move : moves) {
      bySource.computeIfAbsent(move.from(), source -> new ArrayList<>()).add(move);
    }
    return bySource;
  }

  /** Has a stopped group move, as far as it still can; nothing if it does or was withdrawn. */
  public void go(MoveGroup group) {
    if (!group.isStopped()) {
      return;
    }
    List<Move> able = new ArrayList<>();
    for (Move move : group.moves()) {
      if (sites.isUsable(move.to())
          && successors.canRelease(move.from())
          && placement.isLive(move.partition())
          && placement.master(move.partition()) == move.from()) {
        able.add(move);
      }
    }
    if (able.isEmpty()) {
      group.withdraw();
      return;
    }
    group.setStopped(null);
    bySource(able)
        .forEach(
            (source, all) -> {
              for (int i = 0; i < all.size(); i += MOST_OF_A_RELEASE) {
                int end = Math.min(all.size(), i + MOST_OF_A_RELEASE);
                release(source, group, List.copyOf(all.subList(i, end)));
              }
            });
  }

  private void release(int source, MoveGroup group, List<Move> moves) {
    List<Mastership> released = new ArrayList<>(moves.size());
    for (Move move : moves) {
      released.add(placement.mastership(move.partition(), 1));
    }
    int incarnation = sites.link(group.target).info().incarnation();
    boolean holds = moves.stream().allMatch(move -> holdings.keeps(group.target, move.partition()));
    SiteLink releaser = successors.releaser(source);
    int onBehalfOf = releaser.site() == source ? 0 : source;
    Release release = new Release(this, group, moves, released, releaser, nextId(), clock.nowUs());
    group.await(release);
    releaser.send(
        new RouterToSite.Release(
            release.moveId,
            released,
            group.target,
            incarnation,
            onBehalfOf,
            holds,
            group.pullBytes()),
        release);
  }

  /** A site answered. */
  void onReleased(Release release, Released answer) {
    MoveGroup group = release.group;
    if (answer.refused().isEmpty()) {
      long tookUs = clock.nowUs() - release.askedUs;
      scheme.onReleased(release.moves, new ChangeTimes(tookUs, release.ahead, answer.times()));
    }
    Long2ObjectHashMap<Owner> refused = new Long2ObjectHashMap<>();
    answer.refused().forEach(owner -> refused.put(owner.partition(), owner));
    for (int i = 0; i < release.moves.size(); i++) {
      Move move = release.moves.get(i);
      Owner owner = refused.get(move.partition());
      if (owner == null) {
        int term = release.released.get(i).term();
        placement.learn(move.partition(), term, move.to());
        listener.onMoved(move, term, group.reason);
        if (group.cause() != null) {
          causes.note(group.cause().footprint(), move.partition());
        }
      } else {
        Owners.learn(placement, owner);
        group.miss();
        listener.onRefused(move);
        if (answer.tooLarge().contains(move.partition())) {
          listener.onTooLarge(move);
        }
      }
    }
    answered(release);
  }

  /**
   * The site was lost before it answered: what became of the partitions is for its return to say.
   */
  void onLost(Release release) {
    release.group.miss();
    answered(release);
  }

  private void answered(Release release) {
    MoveGroup group = release.group;
    if (!group.answered(release)) {
      return;
    }
    end(group);
  }

  private void end(MoveGroup group) {
    for (Move move : group.moves()) {
      locks.remove(move.partition());
    }
    underWay--;
    listener.onGroupDone(group);
  }

  /** Number of groups under way. */
  public int underWay() {
    return underWay;
  }
}
