package org.thetisdb.router.routing;

import java.util.List;
import java.util.function.LongPredicate;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;

/**
 * Which site masters each partition, and since which term, as this router believes it
 * (ARCHITECTURE: remastering). The belief follows from what sites report, where the highest term
 * wins, and is put right by them when it is wrong. Not thread-safe; a lookup allocates nothing.
 */
public final class Placement {
  private final Roster roster;
  private final PartitionMap map;
  private final Changes changes = new Changes();
  private final PlacedMasters placed;
  private Listener listener = Listener.NONE;
  private LongPredicate migrating = partition -> false;

  /**
   * The placement of a cluster in which nothing has changed.
   *
   * @param roster the sites; nothing else notifies it of those that leave
   */
  public Placement(Roster roster) {
    this(roster, new PlacedMasters(table -> null));
  }

  /**
   * The placement of a cluster in which nothing has changed.
   *
   * @param placed what was applied to the cluster
   */
  public Placement(Roster roster, PlacedMasters placed) {
    this.roster = roster;
    this.placed = placed;
    this.map = PartitionMap.of(roster.partitionKeys(), roster.firstMasters());
  }

  /** Notifies {@code newListener}, and nobody else, of what changes. */
  public void setListener(Listener newListener) {
    listener = newListener;
  }

  /** Completes the pair: says of which partitions migrations are under way. */
  public void setMigrating(LongPredicate underWay) {
    migrating = underWay;
  }

  /** Whether a migration brings a partition to where it belongs; then nobody else does. */
  public boolean isMigrating(long partition) {
    return migrating.test(partition);
  }

  /** The highest number that was given to a site. */
  public int sites() {
    return roster.highest();
  }

  /** How a table's keys are cut; see {@link PartitionMap#partitioning}. */
  public Partitioning partitioning(int tableId, PartitionGrid grid) {
    return map.partitioning(tableId, grid);
  }

  /** Whether borders come and go; else keys are cut into the cells of a grid. */
  public boolean hasRanges() {
    return roster.partitionKeys() == 0;
  }

  /** Whether a partition is all of a table that has no borders yet. */
  public boolean isWholeTable(long partition) {
    return hasRanges()
        && PartitionId.index(partition) == 0
        && map.describe(partition).to().length == 0;
  }

  /** Whether there is a partition of this name now; what was made of keys before may be stale. */
  public boolean isLive(long partition) {
    return map.isLive(partition);
  }

  /** Rises whenever borders come or go. */
  public long shape() {
    return map.shape();
  }

  /**
   * The site that masters {@code partition}; of one that is no more, the master of the beginning of
   * its table.
   */
  public int master(long partition) {
    int master = map.master(partition);
    return master != 0 ? master : map.master(PartitionId.of(PartitionId.table(partition), 0));
  }

  /** The term of {@code partition}: how often it moved, or got other borders. */
  public int term(long partition) {
    return map.term(partition);
  }

  /** A partition as messages name it, in its present term or a later one. */
  public Mastership mastership(long partition, int laterBy) {
    return new Mastership(partition, map.term(partition) + laterBy, map.lowerBound(partition));
  }

  /** Where a partition begins; empty for the beginning of its table and for a cell of a grid. */
  public byte[] lowerBound(long partition) {
    return map.lowerBound(partition);
  }

  /** What is known of a partition; it must be live. */
  public Owner describe(long partition) {
    return map.describe(partition);
  }

  /** Whether a change of borders fits what is known, and makes no name that is taken. */
  public boolean fits(Reshape change) {
    return map.fits(change) && (!change.split() || !map.isLive(change.upper()));
  }

  /** Whether a partition stays where it is as long as its master does: one of the system. */
  public static boolean isPinned(long partition) {
    return PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE;
  }

  /** Whether one of these partitions is {@linkplain #isPinned pinned}. */
  public static boolean isAnyPinned(long[] partitions) {
    for (long partition : partitions) {
      if (isPinned(partition)) {
        return true;
      }
    }
    return false;
  }

  /** The site that masters all of {@code partitions}; 0 if there is no such site. */
  public int commonMaster(long[] partitions) {
    int common = 0;
    for (long partition : partitions) {
      int site = master(partition);
      if (common != 0 && site != common) {
        return 0;
      }
      common = site;
    }
    return common;
  }

  /**
   * Which site masters a partition of a grid if it never moves, or did not before its site left.
   */
  public int firstMaster(long partition) {
    return roster.firstMasters().master(partition);
  }

  /** What was applied to the cluster. */
  public PlacedMasters placed() {
    return placed;
  }

  /** Whether an applied placement says where some partitions are to be. */
  public boolean isPlaced() {
    return !placed.applied().isEmpty();
  }

  /**
   * Where a cell of a grid is to be mastered if masters are fixed: where the applied placement
   * says, else at its first master.
   */
  public int preferredSite(long cell) {
    int site = placed.siteOfCell(cell);
    return site == 0 || roster.is(site, SiteStanding.GONE) ? firstMaster(cell) : site;
  }

  /** Where a range, or a cell, is to be mastered if masters are fixed; 0 if nobody has said so. */
  public int preferredSite(Owner owner) {
    if (!hasRanges()) {
      return preferredSite(owner.partition());
    }
    int site = placed.siteOf(owner);
    return roster.is(site, SiteStanding.GONE) ? 0 : site;
  }

  /** How many partitions that have moved are elsewhere than an applied placement says. */
  public int awayFromPreferred() {
    int[] away = {0};
    if (isPlaced()) {
      forEachMoved(
          owner -> {
            int preferred = isPinned(owner.partition()) ? 0 : preferredSite(owner);
            away[0] += preferred != 0 && preferred != owner.site() ? 1 : 0;
          });
    }
    return away[0];
  }

  /** What is known of the range that holds a key of a table. */
  public Owner describeAt(int tableId, byte[] key) {
    return map.describeAt(tableId, key);
  }

  /**
   * Takes in that {@code site} masters {@code partition} since {@code term}. Older news than what
   * is known has no effect.
   *
   * @return whether it was news
   */
  public boolean learn(long partition, int term, int site) {
    Owner known = map.isLive(partition) ? map.describe(partition) : null;
    return known != null && learn(new Owner(partition, term, site, known.from(), known.to()));
  }

  /**
   * Takes in what a site knows of a partition.
   *
   * @return whether it was news
   */
  public boolean learn(Owner owner) {
    if (owner.site() < 1 || owner.site() > Stamp.MAX_SITE || owner.term() < 0) {
      throw new IllegalArgumentException("an owner that cannot be: " + owner);
    }
    boolean news = map.learn(owner, changes);
    if (changes.reshaped) {
      changes.reshaped = false;
      listener.onBordersChanged();
    }
    return news;
  }

  /** A site has left, and what it mastered and never moved is with its successors. */
  public boolean leave(int site, List<Integer> successors) {
    if (roster.firstMasters().hasLeft(site)) {
      return false;
    }
    long[] affected = listener.knownAt(site);
    roster.leave(site, successors);
    for (long partition : affected) {
      int now = master(partition);
      if (now != site) {
        listener.onMoved(partition, site, now);
      }
    }
    return true;
  }

  /** Number of partitions that a record named: those that moved, or ranges with borders. */
  public int movedCount() {
    return map.size();
  }

  /** Visits each of them, by table and in their order. */
  public void forEachMoved(PartitionMap.Visitor visitor) {
    PartitionMap.Walk walk = map.walk();
    while (walk.step(1024, visitor)) {
      // step does it all
    }
  }

  /** Of how many of them each site is the master, by the site's number. */
  public int[] masteredPerSite() {
    int[] mastered = new int[Stamp.MAX_SITE + 1];
    forEachMoved(owner -> mastered[owner.site()]++);
    return mastered;
  }

  /** A walk over all of them in pieces. */
  public PartitionMap.Walk walk() {
    return map.walk();
  }

  /** Those of them that a site masters, at most {@code most}. */
  public List<Owner> masteredBy(int site, int most) {
    return map.masteredBy(site, most);
  }

  private final class Changes implements PartitionMap.Listener {
    private boolean reshaped;

    @Override
    public void onMoved(long partition, int from, int to) {
      listener.onMoved(partition, from, to);
    }

    @Override
    public void onReshaped(long partition) {
      reshaped = true;
      listener.onReshaped(partition);
    }
  }

  /** Hears of masters that change. */
  public interface Listener {
    /** Keeps nothing. */
    Listener NONE =
        new Listener() {
          @Override
          public void onMoved(long partition, int from, int to) {}

          @Override
          public long[] knownAt(int site) {
            return new long[0];
          }
        };

    /** The master of {@code partition} is no longer {@code from} but {@code to}. */
    void onMoved(long partition, int from, int to);

    /**
     * A partition is about to have other borders, or to be no more: what was learned of it does not
     * hold any longer.
     */
    default void onReshaped(long partition) {}

    /** The borders have changed of all partitions that were reported since the last time. */
    default void onBordersChanged() {}

    /** The partitions with this master of which the listener keeps something. */
    long[] knownAt(int site);
  }
}
