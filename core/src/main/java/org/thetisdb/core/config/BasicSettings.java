package org.thetisdb.core.config;

import java.util.List;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * What a cluster is: its name, sites and scheme, and which site masters and holds what at first.
 */
public final class BasicSettings {
  /** The cluster's name. */
  public static final Setting<String> CLUSTER_NAME =
      Setting.ofText(
          "cluster.name",
          "thetis",
          "Name of the cluster; sites and routers of another name are turned away");

  /** How many sites the first placement counts on. */
  public static final Setting<Integer> CLUSTER_SITES =
      Setting.ofInt(
          "cluster.sites",
          3,
          1,
          255,
          "Number of sites among which a new cluster divides mastership; fixed when data exist");

  /** Engines of one site, each of which is a site of its own to the rest of the cluster. */
  public static final Setting<Integer> SITE_LANES =
      Setting.ofInt(
          "site.lanes",
          1,
          1,
          32,
          "Engines of each site, which share its rows; lane k of site s is number (s-1)*lanes+k in"
              + " the cluster. All processes of a cluster need the same");

  /** Stands for {@link #PARTITION_KEYS} that the strategy decides about. */
  public static final int PARTITION_KEYS_AUTO = -1;

  /** Keys in one cell of a grid. */
  public static final Setting<Integer> PARTITION_KEYS =
      Setting.ofInt(
          "partition.keys",
          PARTITION_KEYS_AUTO,
          PARTITION_KEYS_AUTO,
          1_000_000_000,
          "0: ranges that are split and merged with the load; above: a grid of so many"
              + " consecutive keys, as the papers have it; -1: ranges, but cells of 100 keys for a"
              + " paper's strategy or fixed masters; fixed when data exist");

  /** Bound on ranges. */
  public static final Setting<Integer> PARTITION_MOST_RANGES =
      Setting.ofInt(
          "partition.most_ranges",
          20_000,
          1,
          1_000_000,
          "Ranges, of all tables, beyond which none is split any more");

  /** Which scheme routes, admits, commits and replicates. */
  public static final Setting<SchemeSpec> SCHEME =
      Setting.ofNamed(
          "scheme",
          SchemeRegistry.byDefault(),
          SchemeRegistry.all(),
          "How transactions are routed and committed in a new cluster; `thetis admin scheme` changes"
              + " it later");

  /** Which site masters what at first, where masters are fixed. */
  public static final Setting<StorePlacement> PARTITION_STORE_PLACEMENT =
      Setting.ofChoice(
          "partition.store_placement",
          StorePlacement.HASH,
          "Schemes whose masters are fixed, but for multi-master: hash, rows with one value"
              + " of the first key column are at one site, in all tables; range, so are"
              + " partition.keys neighbouring values; fixed when data exist");

  /** In place of how many sites hold every row: none does. */
  public static final int NO_FULL_SITE = -1;

  /** How many sites hold every row. */
  public static final Setting<Integer> REPLICAS_FULL_SITES =
      Setting.ofIntOr(
          "replicas.full_sites",
          0,
          0,
          255,
          "none",
          NO_FULL_SITE,
          "0: every site holds every row; above: so many of the first sites do, each other"
              + " one what it masters; schemes partition-store, schism, clay, leap, morphosys and star; none:"
              + " no site does, scheme morphosys alone; fixed when data exist");

  /** How many copies of each table a partial cluster keeps by itself. */
  public static final Setting<Integer> REPLICAS_COPIES =
      Setting.ofInt(
          "replicas.copies",
          0,
          0,
          255,
          "With replicas.full_sites: at so many sites the router keeps replicas of each"
              + " table; 0: none; each router gets the same");

  /** A placement that was derived from a trace. */
  public static final Setting<String> PARTITION_PLACEMENT_FILE =
      Setting.ofText(
          "partition.placement_file",
          "",
          "File of thetis admin place: which site masters which keys; scheme schism needs it,"
              + " multi-master and partition-store take it; the same for each process; fixed when"
              + " data exist");

  /** Where a router writes what was accessed together. */
  public static final Setting<String> ROUTER_TRACE_FILE =
      Setting.ofText(
          "router.trace_file",
          "",
          "File to which a router writes, every ten seconds and when it stops, which"
              + " partitions its last transactions accessed together, for thetis admin place; empty,"
              + " it keeps no trace");

  /** What reads see that cannot read as of now. */
  public static final Setting<SnapshotMode> SNAPSHOT_MODE =
      Setting.ofChoice(
          "snapshot.mode",
          SnapshotMode.CUT,
          "Snapshots of rows mastered elsewhere in a new cluster: cut has no long forks, vector is"
              + " weaker");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          CLUSTER_NAME,
          CLUSTER_SITES,
          SITE_LANES,
          PARTITION_KEYS,
          PARTITION_MOST_RANGES,
          SCHEME,
          PARTITION_STORE_PLACEMENT,
          REPLICAS_FULL_SITES,
          REPLICAS_COPIES,
          PARTITION_PLACEMENT_FILE,
          ROUTER_TRACE_FILE,
          SNAPSHOT_MODE);

  private BasicSettings() {}

  /** How a partition-store divides rows among its sites. */
  public enum StorePlacement {
    /** By the value of the first key column: by warehouse, where keys begin with one. */
    HASH,
    /** By ranges of values of the first key column, dealt out in turn. */
    RANGE
  }

  /** What a read sees of rows that are mastered elsewhere. */
  public enum SnapshotMode {
    /** A cut of the router's chain: snapshot isolation. */
    CUT,
    /** What the site has applied: parallel snapshot isolation, as in the papers. */
    VECTOR
  }
}
