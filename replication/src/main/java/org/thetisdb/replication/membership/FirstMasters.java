package org.thetisdb.replication.membership;

import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.FirstPlacement;

/**
 * Which site masters the partitions that never moved, of which there is no list. The cluster's
 * settings give the first master, in term 0. A site that leaves the cluster hands all of them to
 * its successors, and each then has the next term; a successor that leaves later does the same.
 *
 * <p>So the order of masters of such a partition is a function of the key and of which sites left.
 * A partition that has moved follows its moves alone. Not thread-safe.
 */
public final class FirstMasters implements FirstPlacement {
  /** Tables below this id are the system's; their partitions are mastered by site 1 at first. */
  public static final int FIRST_USER_TABLE = 16;

  private final ClusterSettings settings;
  private final int[][] successors = new int[Stamp.MAX_SITE + 1][];
  private boolean anyLeft;

  /** As the settings say, before any site left. */
  public FirstMasters(ClusterSettings settings) {
    this.settings = settings;
  }

  /**
   * A site has left.
   *
   * @param to its successors; at least one, and none of them has left
   * @return whether that is news
   */
  public boolean leave(int site, List<Integer> to) {
    if (successors[site] != null) {
      return false;
    }
    if (to.isEmpty()) {
      throw new IllegalArgumentException("site " + site + " leaves without successors");
    }
    successors[site] = to.stream().mapToInt(Integer::intValue).toArray();
    anyLeft = true;
    return true;
  }

  /** Whether a site has left. */
  public boolean hasLeft(int site) {
    return successors[site] != null;
  }

  /** The successors of a site that left; none for any other. */
  public List<Integer> successors(int site) {
    return successors[site] == null
        ? List.of()
        : java.util.Arrays.stream(successors[site]).boxed().toList();
  }

  /** Whether a site holds every row. Any thread. */
  public boolean holdsAll(int site) {
    return settings.holdsAll(site);
  }

  /**
   * Whether a site holds the rows of a partition that never moved: it holds all rows, or masters
   * the partition by the cluster's settings. Any thread.
   */
  public boolean isHeldAt(int site, long partition) {
    return settings.holdsAll(site)
        || PartitionId.table(partition) < FIRST_USER_TABLE
        || first(partition) == site;
  }

  @Override
  public int master(long partition) {
    int site = first(partition);
    if (anyLeft) {
      for (int term = 0; term <= Stamp.MAX_SITE && successors[site] != null; term++) {
        site = successorOf(site, partition);
      }
    }
    return site;
  }

  /** How many of its masters have left. */
  @Override
  public int term(long partition) {
    int term = 0;
    if (anyLeft) {
      int site = first(partition);
      while (term < Stamp.MAX_SITE && successors[site] != null) {
        site = successorOf(site, partition);
        term++;
      }
    }
    return term;
  }

  @Override
  public boolean isOfLine(long partition, int term, int site) {
    int master = first(partition);
    for (int passed = 0; passed < term; passed++) {
      if (successors[master] == null) {
        return false;
      }
      master = successorOf(master, partition);
    }
    return master == site;
  }

  private int successorOf(int site, long partition) {
    int[] all = successors[site];
    // Not by the index alone: the neighbours of one site's partitions are all so many apart.
    long spread = (PartitionId.index(partition) * 0x9E3779B97F4A7C15L) >>> 33;
    return all[(int) (spread % all.length)];
  }

  private int first(long partition) {
    if (PartitionId.table(partition) < FIRST_USER_TABLE
        || settings.firstMaster() == ClusterSettings.FirstMaster.FIRST_SITE) {
      return 1;
    }
    int placed = settings.placed().site(partition);
    return placed != 0
        ? placed
        : (int) Math.floorMod(PartitionId.index(partition), (long) settings.sites()) + 1;
  }
}
