package org.thetisdb.core.placement;

import java.util.List;

/**
 * Which site masters which partition, and since which term. Sites change it by replaying log
 * records, each legal only from one term to the next, so that the first record for a partition and
 * term wins and any other has no effect (hazard 2). A router believes what sites tell it: the
 * higher term holds.
 *
 * <p>Partitions are {@linkplain RangeMap ranges} that are split and merged, or {@linkplain CellMap
 * cells} of a grid. A partition is named by a {@code long}; it stands for itself on hot paths,
 * where nothing is allocated. Not thread-safe.
 */
public abstract sealed class PartitionMap permits CellMap, RangeMap {
  final FirstPlacement first;

  PartitionMap(FirstPlacement first) {
    this.first = first;
  }

  /**
   * The map of a cluster in which nothing has changed.
   *
   * @param partitionKeys 0 for ranges, else the width of a grid's cells in keys
   * @param first which site masters what no record names
   */
  public static PartitionMap of(int partitionKeys, FirstPlacement first) {
    return partitionKeys == 0 ? new RangeMap(first) : new CellMap(first);
  }

  /**
   * How a table's keys are cut.
   *
   * @param grid the table's grid; null where there are ranges
   */
  public abstract Partitioning partitioning(int tableId, PartitionGrid grid);

  /** The present master; 0 if there is no such partition any more. */
  public abstract int master(long partition);

  /**
   * The present master of that which holds a key of a table.
   *
   * @param grid the table's grid; null where there are ranges
   */
  public abstract int masterAt(int tableId, PartitionGrid grid, byte[] key);

  /** The present term; 0 if there is no such partition any more. */
  public abstract int term(long partition);

  /** Whether there is a partition of this name now. */
  public abstract boolean isLive(long partition);

  /** Where a partition begins, as it is named in messages. */
  public abstract byte[] lowerBound(long partition);

  /** The term of that which a message means: of whatever now holds its lower bound. */
  public abstract int termAt(Mastership wanted);

  /** What is known of the range that holds a key of a table. */
  public abstract Owner describeAt(int tableId, byte[] key);

  /** What is known of a partition; it must be live. */
  public abstract Owner describe(long partition);

  /**
   * What is known of that which a message means, under the name by which it is asked for, though
   * that may be none any more.
   */
  public abstract Owner describe(Mastership wanted);

  /**
   * Replays a release.
   *
   * @return whether it was the first for its term
   */
  public abstract boolean move(long partition, int term, int grantee);

  /**
   * Replays a split or a merger; both parts have its master and its term afterwards.
   *
   * @return whether it was the first for its term
   */
  public abstract boolean reshape(Reshape change);

  /** Whether a split or a merger would be the first for its term, with all as it says. */
  public abstract boolean fits(Reshape change);

  /** Takes over what a checkpoint says of a partition, in the order in which it says it. */
  public abstract void restore(long partition, byte[] from, int term, int master);

  /**
   * Takes in what a site says; older news than what is known has no effect.
   *
   * @return whether it was news
   */
  public abstract boolean learn(Owner owner, Listener listener);

  /** How often borders came or went: what was made of keys before may be stale after. */
  public abstract long shape();

  /** Number of partitions that records have named. */
  public abstract int size();

  /** All partitions that records have named, as they are now or will be when they are reached. */
  public abstract Walk walk();

  /** Those of them that a site masters, at most {@code most}. */
  public final List<Owner> masteredBy(int site, int most) {
    List<Owner> found = new java.util.ArrayList<>();
    Walk walk = walk();
    Visitor take =
        owner -> {
          if (owner.site() == site && found.size() < most) {
            found.add(owner);
          }
        };
    while (found.size() < most && walk.step(256, take)) {
      // step does it all
    }
    return found;
  }

  /** A walk over the map in pieces, while it changes. */
  public interface Walk {
    /** Visits up to {@code most} partitions; returns whether there are more. */
    boolean step(int most, Visitor visitor);
  }

  /** Sees one partition. */
  @FunctionalInterface
  public interface Visitor {
    /** One partition. */
    void visit(Owner owner);
  }

  /** Hears of what a map has learned. */
  public interface Listener {
    /** A partition that stays as it was has another master. */
    void onMoved(long partition, int from, int to);

    /** A partition is about to have other borders, or to vanish. */
    void onReshaped(long partition);
  }
}
