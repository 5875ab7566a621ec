package org.thetisdb.replication.membership;

import org.thetisdb.core.placement.PlacedRanges;

/**
 * What all processes of a cluster must agree on for its whole life; written once when the cluster
 * is made.
 *
 * @param name the cluster's name; part of the names of its logs
 * @param sites number of sites at the start; sites are numbered from 1, those that are admitted
 *     later too, see {@link Roster}
 * @param partitionKeys number of consecutive keys in one partition
 * @param firstMaster how partitions that never moved are mastered
 * @param placed partitions whose first master is given one by one; it wins over {@code firstMaster}
 * @param scheme the name of the scheme that the cluster was made with; changes of it are in the
 *     log; empty if the cluster was made by a release that did not write it
 * @param fullSites the first so many sites hold every row, and each other one holds what it
 *     masters; 0 if all sites hold every row, {@link #NO_FULL_SITE} if none does
 * @param plainVectors whether sites read rows that are mastered elsewhere at plain vectors and not
 *     at cuts, which allows long forks: weaker, for comparison
 * @param snapshotBatches whether what calls in epochs and in batches are held to is snapshot
 *     isolation, and no more
 * @param id distinguishes the cluster from others of its name, such as one that was here before;
 *     the registry gives it when it writes the settings; 0 for settings that are only wanted
 */
public record ClusterSettings(
    String name,
    int sites,
    int partitionKeys,
    FirstMaster firstMaster,
    PlacedRanges placed,
    String scheme,
    int fullSites,
    boolean plainVectors,
    boolean snapshotBatches,
    long id) {
  /** In place of how many sites hold every row: none does (decision 0186). */
  public static final int NO_FULL_SITE = -1;

  /** Settings that are wanted for a cluster that may be new. */
  public ClusterSettings(String name, int sites, int partitionKeys, FirstMaster firstMaster) {
    this(name, sites, partitionKeys, firstMaster, PlacedRanges.NONE, "", 0, false, false, 0);
  }

  /** These settings, with first masters that are given one by one. */
  public ClusterSettings withPlaced(PlacedRanges ranges) {
    return new ClusterSettings(
        name,
        sites,
        partitionKeys,
        firstMaster,
        ranges,
        scheme,
        fullSites,
        plainVectors,
        snapshotBatches,
        id);
  }

  /** These settings, of a cluster that is made with a scheme. */
  public ClusterSettings withScheme(String name) {
    return new ClusterSettings(
        this.name,
        sites,
        partitionKeys,
        firstMaster,
        placed,
        name,
        fullSites,
        plainVectors,
        snapshotBatches,
        id);
  }

  /** These settings, of the cluster with this id. */
  public ClusterSettings withId(long newId) {
    return new ClusterSettings(
        name,
        sites,
        partitionKeys,
        firstMaster,
        placed,
        scheme,
        fullSites,
        plainVectors,
        snapshotBatches,
        newId);
  }

  /** These settings, with so many sites that hold every row; 0 for all, negative for none. */
  public ClusterSettings withFullSites(int count) {
    int full = sites == 1 || count >= sites ? 0 : Math.max(NO_FULL_SITE, count);
    return new ClusterSettings(
        name,
        sites,
        partitionKeys,
        firstMaster,
        placed,
        scheme,
        full,
        plainVectors,
        snapshotBatches,
        id);
  }

  /** These settings, with reads at plain vectors or without. */
  public ClusterSettings withPlainVectors(boolean plain) {
    return new ClusterSettings(
        name,
        sites,
        partitionKeys,
        firstMaster,
        placed,
        scheme,
        fullSites,
        plain,
        snapshotBatches,
        id);
  }

  /** These settings, with snapshot isolation in epochs and batches or without. */
  public ClusterSettings withSnapshotBatches(boolean snapshots) {
    return new ClusterSettings(
        name,
        sites,
        partitionKeys,
        firstMaster,
        placed,
        scheme,
        fullSites,
        plainVectors,
        snapshots,
        id);
  }

  /** Whether some sites hold only a part of the rows. */
  public boolean isPartial() {
    return fullSites != 0;
  }

  /** Whether no site holds every row. */
  public boolean lacksFullSite() {
    return fullSites == NO_FULL_SITE;
  }

  /**
   * Whether a site holds every row. Where some do not, one that is admitted later does not either:
   * it begins with the system's rows alone.
   */
  public boolean holdsAll(int site) {
    return fullSites == 0 || site <= fullSites;
  }

  /** The master of a partition that was never moved; term 0. */
  public enum FirstMaster {
    /** Partition after partition in turn over the sites, so that neighbours begin apart. */
    SCATTERED,
    /** All at site 1. */
    FIRST_SITE
  }
}
