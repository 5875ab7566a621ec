package org.thetisdb.router.routing.fixed;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.PinnedRoute;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.SettledRoutes;

/**
 * What schemes whose masters stay where they are have in common: which masters a call meets, and
 * what becomes of partitions whose master is lost or leaves. Not thread-safe.
 */
public final class FixedMasters {
  private final Placement placement;
  private final ClusterView cluster;
  private final SettledRoutes settled = new SettledRoutes();

  public FixedMasters(Placement placement, ClusterView cluster) {
    this.placement = placement;
    this.cluster = cluster;
  }

  /** A route without moves or participants, shared by all calls of a site. */
  public Route settled(int site) {
    return settled.to(site);
  }

  /**
   * The way of an update that needs its masters moved, or meets the system's partitions; null if it
   * runs where they are.
   */
  public Route exception(Footprint footprint) {
    long[] written = footprint.written();
    if (Placement.isAnyPinned(written)) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    return rescued(rescue(written));
  }

  /** The same for an update that needs the masters of all that it reads, too. */
  public Route exceptionWithReads(Footprint footprint) {
    Route exception = exception(footprint);
    return exception == null ? rescued(rescue(footprint.read())) : exception;
  }

  private static Route rescued(MoveList moves) {
    return moves == null
        ? null
        : new Route(moves.target(), moves.moves(), "their master is lost, or leaves");
  }

  /** Moves away what masters have that cannot be used, to the next site that can; null if none. */
  private MoveList rescue(long[] written) {
    MoveList moves = null;
    for (long partition : written) {
      int master = placement.master(partition);
      if (isToMove(master)) {
        int target = moves == null ? nextUsable(master) : moves.target();
        if (target == 0) {
          return null;
        }
        moves = moves == null ? new MoveList(target) : moves;
        moves.add(partition, master);
      }
    }
    return moves;
  }

  private boolean isToMove(int master) {
    return !cluster.keepsWork(master) && cluster.canRelease(master);
  }

  private int nextUsable(int lost) {
    for (int step = 1; step <= cluster.sites(); step++) {
      int site = (lost - 1 + step) % cluster.sites() + 1;
      if (cluster.isUsable(site) && cluster.holdsAll(site)) {
        return site;
      }
    }
    return 0;
  }

  /**
   * Where an update of several masters runs if some sites hold only a part of the rows: at one that
   * holds all that it touches. Keys that are found while it runs can be prepared nowhere; they move
   * to a site that holds every row, and return.
   *
   * @param participants the masters of what it writes or reads; is changed
   */
  public Route overPartial(Footprint footprint, BitSet participants) {
    int full = holder(participants, cluster::holdsAll);
    MoveList moves = new MoveList(full);
    for (long partition : footprint.grown()) {
      moves.add(partition, placement.master(partition));
    }
    if (!moves.moves().isEmpty()) {
      return new Route(full, moves.moves(), "its keys are found where all rows are held");
    }
    int site = footprint.grown().length > 0 ? full : holderOf(footprint, participants);
    participants.clear(site);
    return participants.isEmpty()
        ? settled(site)
        : Route.over(site, participants.stream().toArray());
  }

  private int holderOf(Footprint footprint, BitSet participants) {
    return holder(participants, site -> cluster.holds(site, footprint));
  }

  /**
   * A site that holds what it is asked for: the first usable one that takes part, else the first
   * usable.
   */
  private int holder(BitSet preferred, IntPredicate holds) {
    int best = 0;
    int first = 0;
    for (int site = cluster.sites(); site >= 1; site--) {
      if (holds.test(site) && !cluster.hasLeft(site)) {
        first = site;
        boolean better = best == 0 || preferred.get(site) || !preferred.get(best);
        best = cluster.isUsable(site) && better ? site : best;
      }
    }
    return best == 0 ? first : best;
  }

  /** The masters of partitions, in the order of their numbers, each once. */
  public int[] mastersOf(long[] partitions) {
    int[] masters = new int[partitions.length];
    for (int i = 0; i < masters.length; i++) {
      masters[i] = placement.master(partitions[i]);
    }
    return Arrays.stream(masters).sorted().distinct().toArray();
  }

  /**
   * Where an update of several masters runs: at the one with the highest number, so that all
   * transactions lock at sites in one order. Keys that are found while it runs cannot be prepared
   * before, so it runs where these are mastered, if there are any.
   *
   * @param all the masters of what it writes, in the order of their numbers
   */
  public int coordinator(Footprint footprint, int[] all) {
    int highest = 0;
    for (long partition : footprint.grown()) {
      highest = Math.max(highest, placement.master(partition));
    }
    return highest == 0 ? all[all.length - 1] : highest;
  }
}
