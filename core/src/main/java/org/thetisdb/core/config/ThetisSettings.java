package org.thetisdb.core.config;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * The catalogue: everything that can be set in Thetis. Sizes, times and limits name their units.
 */
public final class ThetisSettings {
  private static final int MIB = 1 << 20;

  // ---- cluster

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
          "0: partitions are ranges that are split and merged with the load; above: all have so"
              + " many consecutive keys, as the papers have them; -1: ranges, but cells of 100 keys"
              + " for a paper's strategy or fixed masters; fixed when data exist");

  /** Bound on ranges. */
  public static final Setting<Integer> PARTITION_MOST_RANGES =
      Setting.ofInt(
          "partition.most_ranges",
          20_000,
          1,
          1_000_000,
          "Ranges, of all tables, beyond which none is split any more");

  /** Which site masters what at first, where masters are fixed. */
  public static final Setting<StorePlacement> PARTITION_STORE_PLACEMENT =
      Setting.ofChoice(
          "partition.store_placement",
          StorePlacement.HASH,
          "Schemes whose masters are fixed, but for multi-master: hash, rows with one value of the first key column are at one"
              + " site, in all tables; range, so are partition.keys neighbouring values;"
              + " fixed when data exist");

  /** How many sites hold every row. */
  public static final Setting<Integer> REPLICAS_FULL_SITES =
      Setting.ofInt(
          "replicas.full_sites",
          0,
          0,
          255,
          "0: every site holds every row; above: so many of the first sites do, and each other one"
              + " holds what it masters; schemes partition-store and schism; fixed when data exist");

  /** How many copies of each table a partial cluster keeps by itself. */
  public static final Setting<Integer> REPLICAS_COPIES =
      Setting.ofInt(
          "replicas.copies",
          0,
          0,
          255,
          "With replicas.full_sites: the router adds replicas of whole tables at sites that need"
              + " them, and drops them, so that so many sites hold each table; 0: none; each router"
              + " gets the same");

  /** A placement that was cut from a trace. */
  public static final Setting<String> PARTITION_PLACEMENT_FILE =
      Setting.ofText(
          "partition.placement_file",
          "",
          "File of thetis admin place, that tells who masters which keys at first; scheme schism"
              + " needs it, multi-master and partition-store take it; each process of a new cluster"
              + " gets the same; fixed when data exist");

  /** Where a router writes what was accessed together. */
  public static final Setting<String> ROUTER_TRACE_FILE =
      Setting.ofText(
          "router.trace_file",
          "",
          "File to which a router writes, every ten seconds and when it stops, which partitions its"
              + " last transactions read and wrote together, for thetis admin place; empty, it keeps"
              + " no trace");

  /** Which scheme routes, admits, commits and replicates. */
  public static final Setting<SchemeSpec> SCHEME =
      Setting.ofNamed(
          "scheme",
          SchemeRegistry.byDefault(),
          SchemeRegistry.all(),
          "How transactions are routed and committed in a new cluster; `thetis admin scheme` changes"
              + " it later");

  /** What reads see that cannot read as of now. */
  public static final Setting<SnapshotMode> SNAPSHOT_MODE =
      Setting.ofChoice(
          "snapshot.mode",
          SnapshotMode.CUT,
          "Snapshots of rows mastered elsewhere: cut has no long forks, vector is weaker");

  // ---- network

  /** The interface to listen on. */
  public static final Setting<String> LISTEN_HOST =
      Setting.ofText(
          "listen.host", "127.0.0.1", "Address to listen on; 0.0.0.0 is every interface");

  /** The router's port for clients. */
  public static final Setting<Integer> LISTEN_PORT =
      Setting.ofInt("listen.port", 7433, 0, 65_535, "Port for clients; 0 takes any free port");

  /** Event loops. */
  public static final Setting<Integer> NET_THREADS =
      Setting.ofInt("net.threads", 1, 1, 256, "Threads that read and write connections");

  /** Ways from one part of a process to another. */
  public enum Neighbours {
    /** What one part sends is handed to the other. */
    DIRECT,
    /** As between processes. */
    SOCKETS
  }

  /** How neighbours talk. */
  public static final Setting<Neighbours> NET_NEIGHBOURS =
      Setting.ofChoice(
          "net.neighbours",
          Neighbours.DIRECT,
          "How the sites, the router and the log of a cluster in one process reach each other");

  /** Longest message. */
  public static final Setting<Integer> FRAME_LIMIT_BYTES =
      Setting.ofInt(
          "frame.limit_bytes",
          16 * MIB,
          64 << 10,
          512 * MIB,
          "Longest message in bytes; a longer one ends its connection");

  /** Time for connecting. */
  public static final Setting<Integer> CONNECT_TIMEOUT_MS =
      Setting.ofInt(
          "net.connect_timeout_ms", 3_000, 10, 600_000, "How long opening a connection may take");

  /** Bytes waiting to be sent to one peer before it counts as congested. */
  public static final Setting<Integer> SEND_HIGH_WATER_BYTES =
      Setting.ofInt(
          "net.send_high_water_bytes",
          MIB,
          64 << 10,
          512 * MIB,
          "Bytes waiting for one peer from which on nothing more is produced for it");

  /** Bytes waiting to be sent to one peer before it is disconnected. */
  public static final Setting<Integer> SEND_LIMIT_BYTES =
      Setting.ofInt(
          "net.send_limit_bytes",
          64 * MIB,
          MIB,
          1_024 * MIB,
          "Bytes waiting for one peer at which it is disconnected; at least frame.limit_bytes");

  // ---- log and membership

  /** What an acknowledgement means. */
  public static final Setting<Durability> LOG_DURABILITY =
      Setting.ofChoice(
          "log.durability",
          Durability.PROCESS,
          "An acknowledged transaction survives: process, the kill of any process; disk, a power"
              + " failure of one broker; brokers, the loss of one of several brokers");

  /** Pace of a site's log under load. */
  public static final Setting<Integer> LOG_APPEND_INTERVAL_US =
      Setting.ofInt(
          "log.append_interval_us",
          0,
          0,
          100_000,
          "Least microseconds between appends to a site's log while several calls commit at once;"
              + " one append is under way at a time in any case");

  /** When an update is logged as what has changed. */
  public static final Setting<Integer> LOG_DELTA_SAVING_BYTES =
      Setting.ofInt(
          "log.delta_saving_bytes",
          64,
          1,
          1 << 30,
          "An update is logged as what it has changed in a row, not as the whole row, if that saves"
              + " so many bytes; where each site holds all rows");

  /** Bound on a batch. */
  public static final Setting<Integer> BATCH_CALLS =
      Setting.ofInt(
          "batch.calls",
          256,
          1,
          10_000,
          "Schemes aria, calvin, bohm and pwv: calls of one batch at most; dist-aria: for each site");

  /** How long calls wait for others to share their batch. */
  public static final Setting<Integer> BATCH_WAIT_US =
      Setting.ofInt(
          "batch.wait_us",
          0,
          0,
          100_000,
          "Schemes aria, calvin, bohm, pwv and dist-aria: microseconds that a batch waits for more"
              + " calls, from its first call on");

  /** Whether reading what an earlier transaction of the batch writes is a conflict. */
  public static final Setting<Reordering> BATCH_REORDERING =
      Setting.ofChoice(
          "batch.reordering",
          Reordering.ON,
          "Schemes aria and dist-aria: on, a call that has read what an earlier one of its batch"
              + " writes commits before that one where it can; off, it loses");

  /** Whether later calls see pieces of earlier ones. */
  public static final Setting<Pieces> BATCH_PIECES =
      Setting.ofChoice(
          "batch.pieces",
          Pieces.ON,
          "Scheme pwv: on, what a piece of a call wrote is seen by later ones before the call is"
              + " whole; off, each call is one piece");

  /** What becomes of those that lost. */
  public static final Setting<BatchFallback> BATCH_FALLBACK =
      Setting.ofChoice(
          "batch.fallback",
          BatchFallback.AUTO,
          "Scheme aria: always, calls that lost a conflict lock their rows and run on their own;"
              + " never, they are first in the next batch; auto, the first while many lose");

  /** How long the two phases of STAR last together. */
  public static final Setting<Integer> STAR_ITERATION_MS =
      Setting.ofInt(
          "star.iteration_ms",
          10,
          1,
          10_000,
          "Scheme star: how long a partitioned and a single-master phase last together; longer,"
              + " fewer switches; shorter, calls wait less for their phase");

  /** How long an epoch of COCO lasts. */
  public static final Setting<Integer> EPOCH_MS =
      Setting.ofInt(
          "epoch.ms",
          10,
          1,
          1_000,
          "Schemes coco-pt and coco-lt: how long after the first decision of an epoch it goes into"
              + " the log; longer, fewer and larger appends; shorter, calls wait less");

  /** What calls in epochs are held to. */
  public static final Setting<EpochIsolation> EPOCH_ISOLATION =
      Setting.ofChoice(
          "epoch.isolation",
          EpochIsolation.SERIALIZABLE,
          "Schemes coco-pt, coco-lt and dist-aria: serializable; or snapshot, what a call reads is from one"
              + " snapshot, and need not hold when it commits (write skew is possible)");

  /** For comparisons: how much later than it could be an append is acknowledged. */
  public static final Setting<Integer> LOG_APPEND_DELAY_US =
      Setting.ofInt(
          "log.append_delay_us",
          0,
          0,
          100_000,
          "For comparisons: microseconds by which an append to the log is acknowledged later, as on"
              + " slower storage");

  /** Bound on what was committed and not yet acknowledged by the log. */
  public static final Setting<Integer> LOG_UNACKNOWLEDGED_BYTES_LIMIT =
      Setting.ofInt(
          "log.unacknowledged_bytes_limit",
          32 * MIB,
          64 << 10,
          1_024 * MIB,
          "Bytes of commits that may wait for the log; updates are refused beyond it");

  /** Where Kafka is. */
  public static final Setting<String> KAFKA_ADDRESS =
      Setting.ofText("kafka.address", "127.0.0.1:9092", "Kafka's host:port, several by commas");

  /** Where ZooKeeper is. */
  public static final Setting<String> ZOOKEEPER_ADDRESS =
      Setting.ofText(
          "zookeeper.address", "127.0.0.1:2181", "ZooKeeper's host:port, several by commas");

  /** How long a silent member is believed to live. */
  public static final Setting<Integer> MEMBERSHIP_SESSION_TIMEOUT_MS =
      Setting.ofInt(
          "membership.session_timeout_ms",
          1_000,
          200,
          600_000,
          "After this silence a site or router counts as lost");

  /** Where data are kept. */
  public static final Setting<String> DATA_DIR =
      Setting.ofText("data.dir", "data", "Directory for checkpoints and the embedded log");

  // ---- checkpoints

  /** Time between checkpoints. */
  public static final Setting<Integer> CHECKPOINT_INTERVAL_MS =
      Setting.ofInt(
          "checkpoint.interval_ms",
          60_000,
          0,
          86_400_000,
          "Milliseconds between checkpoints of a site; 0 takes none, and then no log is ever cut");

  /** Checkpoints kept. */
  public static final Setting<Integer> CHECKPOINTS_KEPT =
      Setting.ofInt(
          "checkpoint.kept",
          2,
          1,
          100,
          "Checkpoints of a site that are kept; an older one is used when a newer one is damaged");

  /** How much of a processor a checkpoint may take. */
  public static final Setting<Integer> CHECKPOINT_LOAD_PERCENT =
      Setting.ofInt(
          "checkpoint.load_percent",
          5,
          1,
          100,
          "Share of one processor that a checkpoint takes at most while the site is busy;"
              + " 100 never rests");

  // ---- site

  /** Memory for rows. */
  public static final Setting<Integer> STORE_MEMORY_MIB =
      Setting.ofInt(
          "store.memory_mib",
          0,
          0,
          1_048_576,
          "Memory for rows and indexes of one site, outside the Java heap; 0 takes a share of the"
              + " machine or the container, which each start shows");

  /** Disk for rows that memory has no room for. */
  public static final Setting<Integer> STORE_OVERFLOW_MIB =
      Setting.ofInt(
          "store.overflow_mib",
          0,
          -1,
          16_777_216,
          "Disk for rows of one site that nobody touches when memory is short, in the data"
              + " directory; 0 takes half of what is free, shared by the sites of a process, and at"
              + " most eight times the memory; -1 keeps rows in memory. With store.engine=slab on"
              + " Linux");

  /** Which row store. */
  public static final Setting<StoreEngine> STORE_ENGINE =
      Setting.ofChoice(
          "store.engine",
          StoreEngine.SLAB,
          "Where rows stand: slab, cells outside the heap; chronicle, maps outside the heap; heap,"
              + " the Java heap, slow, for tests");

  /** Versions of a row. */
  public static final Setting<Integer> STORE_VERSIONS =
      Setting.ofInt(
          "store.versions",
          1,
          1,
          32,
          "Versions of a row that are kept; more while a snapshot needs them");

  /** Bound on transactions at a site. */
  public static final Setting<Integer> SITE_ADMISSION_LIMIT =
      Setting.ofInt(
          "site.admission_limit",
          10_000,
          1,
          10_000_000,
          "Transactions that may wait or run at one site; more are refused as overload");

  /** Memory for queries. */
  public static final Setting<Integer> QUERY_MEMORY_MIB =
      Setting.ofInt(
          "query.memory_mib",
          256,
          1,
          1_048_576,
          "Java heap of one site for rows that long queries sort, group or join; more is refused");

  // ---- procedures

  /** How long a procedure may run. */
  public static final Setting<Integer> PROCEDURE_LIMIT_MS =
      Setting.ofInt(
          "procedure.limit_ms",
          1_000,
          1,
          3_600_000,
          "A procedure that runs longer is undone and loses its thread");

  /** Longest jar. */
  public static final Setting<Integer> PROCEDURE_JAR_LIMIT_BYTES =
      Setting.ofInt(
          "procedure.jar_limit_bytes",
          8 * MIB,
          1_024,
          512 * MIB,
          "Longest jar of procedures; must be below frame.limit_bytes");

  /** Who may upload jars. */
  public static final Setting<UploadPolicy> UPLOAD_ALLOWED =
      Setting.ofChoice(
          "upload.allowed",
          UploadPolicy.LOOPBACK,
          "Who may upload jars: clients on this machine, clients that know the token, nobody");

  /** What shows the right to upload. */
  public static final Setting<String> UPLOAD_TOKEN =
      Setting.ofSecret("upload.token", "The token that upload.allowed=token asks for");

  // ---- router

  /** Least time between cuts for one site that no call needs. */
  public static final Setting<Integer> ROUTER_CUT_INTERVAL_US =
      Setting.ofInt(
          "router.cut_interval_us",
          500,
          50,
          1_000_000,
          "Least microseconds between cuts that go ahead of calls; without calls or waiters, 8 times that");

  /** Least time between reports of one site that ask for a cut. */
  public static final Setting<Integer> ROUTER_REPORT_INTERVAL_US =
      Setting.ofInt(
          "router.report_interval_us",
          500,
          50,
          1_000_000,
          "Least microseconds between a site's requests for a cut; unasked it reports after twice that");

  /** After how long the router that leads counts as silent. */
  public static final Setting<Integer> ROUTER_LEADER_SILENCE_MS =
      Setting.ofInt(
          "router.leader_silence_ms",
          250,
          0,
          600_000,
          "After this silence of the leading router, of which no site hears either, another one leads; 0: membership alone says so");

  /** How the scheme dynamast decides what moves. */
  public static final Setting<Strategy> STRATEGY =
      Setting.ofChoice(
          "strategy",
          Strategy.AUTO,
          "How dynamast decides: auto weighs costs in time; the others are Equation 8 of its paper");

  /** How many transactions are remembered. */
  public static final Setting<Integer> STRATEGY_SAMPLE_SIZE =
      Setting.ofInt(
          "strategy.sample_size",
          60_000,
          100,
          10_000_000,
          "Most transactions in the sample that placement learns from");

  /** How far ahead a move has to pay back. */
  public static final Setting<Integer> STRATEGY_HORIZON_MS =
      Setting.ofInt(
          "strategy.horizon_ms",
          10_000,
          100,
          3_600_000,
          "Milliseconds in which a move has to pay back twice its cost; strategy auto only");

  /** What Equation 7 takes to be one after the other. */
  public static final Setting<Integer> STRATEGY_DELTA_T_MS =
      Setting.ofInt(
          "strategy.delta_t_ms",
          100,
          1,
          60_000,
          "Milliseconds within which a session's next transaction counts as correlated; paper strategies only");

  /** Weight of even load. */
  public static final Setting<Double> STRATEGY_WEIGHT_BALANCE =
      Setting.ofDouble(
          "strategy.weight_balance",
          1_000_000,
          0,
          1e12,
          "Weight of even load over the sites; strategy paper only");

  /** Weight of the wait for replication. */
  public static final Setting<Double> STRATEGY_WEIGHT_DELAY =
      Setting.ofDouble(
          "strategy.weight_delay",
          0.5,
          0,
          1e12,
          "Weight of the wait for refresh transactions; strategy paper only");

  /** Weight of rows written in one transaction. */
  public static final Setting<Double> STRATEGY_WEIGHT_INTRA =
      Setting.ofDouble(
          "strategy.weight_intra",
          3,
          0,
          1e12,
          "Weight of rows written in the same transaction; strategy paper only");

  /** Weight of rows written in following transactions. */
  public static final Setting<Double> STRATEGY_WEIGHT_INTER =
      Setting.ofDouble(
          "strategy.weight_inter",
          0,
          0,
          1e12,
          "Weight of rows written in the next transactions of a session; strategy paper only");

  /** Every setting, in the order in which people should see them. */
  public static final List<Setting<?>> ALL =
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
          SNAPSHOT_MODE,
          LISTEN_HOST,
          LISTEN_PORT,
          NET_THREADS,
          NET_NEIGHBOURS,
          FRAME_LIMIT_BYTES,
          CONNECT_TIMEOUT_MS,
          SEND_HIGH_WATER_BYTES,
          SEND_LIMIT_BYTES,
          LOG_DURABILITY,
          LOG_APPEND_INTERVAL_US,
          LOG_DELTA_SAVING_BYTES,
          LOG_APPEND_DELAY_US,
          LOG_UNACKNOWLEDGED_BYTES_LIMIT,
          BATCH_CALLS,
          BATCH_WAIT_US,
          BATCH_REORDERING,
          BATCH_PIECES,
          BATCH_FALLBACK,
          STAR_ITERATION_MS,
          EPOCH_MS,
          EPOCH_ISOLATION,
          KAFKA_ADDRESS,
          ZOOKEEPER_ADDRESS,
          MEMBERSHIP_SESSION_TIMEOUT_MS,
          DATA_DIR,
          CHECKPOINT_INTERVAL_MS,
          CHECKPOINTS_KEPT,
          CHECKPOINT_LOAD_PERCENT,
          STORE_MEMORY_MIB,
          STORE_OVERFLOW_MIB,
          STORE_ENGINE,
          STORE_VERSIONS,
          SITE_ADMISSION_LIMIT,
          QUERY_MEMORY_MIB,
          PROCEDURE_LIMIT_MS,
          PROCEDURE_JAR_LIMIT_BYTES,
          UPLOAD_ALLOWED,
          UPLOAD_TOKEN,
          ROUTER_CUT_INTERVAL_US,
          ROUTER_REPORT_INTERVAL_US,
          ROUTER_LEADER_SILENCE_MS,
          STRATEGY,
          STRATEGY_SAMPLE_SIZE,
          STRATEGY_HORIZON_MS,
          STRATEGY_DELTA_T_MS,
          STRATEGY_WEIGHT_BALANCE,
          STRATEGY_WEIGHT_DELAY,
          STRATEGY_WEIGHT_INTRA,
          STRATEGY_WEIGHT_INTER);

  private ThetisSettings() {}

  /** Begins to resolve all settings; values that do not fit together are refused at the end. */
  public static SettingsBuilder builder() {
    return new SettingsBuilder(ALL, ThetisSettings::check);
  }

  private static void check(Settings settings) {
    int frame = settings.get(FRAME_LIMIT_BYTES);
    require(
        settings,
        PROCEDURE_JAR_LIMIT_BYTES,
        settings.get(PROCEDURE_JAR_LIMIT_BYTES) < frame,
        "it must be below frame.limit_bytes, " + frame);
    int atLeast = Math.max(frame, settings.get(SEND_HIGH_WATER_BYTES));
    require(
        settings,
        SEND_LIMIT_BYTES,
        settings.get(SEND_LIMIT_BYTES) >= atLeast,
        "it must be at least frame.limit_bytes and net.send_high_water_bytes, " + atLeast);
    require(
        settings,
        UPLOAD_ALLOWED,
        settings.get(UPLOAD_ALLOWED) != UploadPolicy.TOKEN || !settings.get(UPLOAD_TOKEN).isEmpty(),
        "there is no upload.token");
  }

  private static <T> void require(Settings settings, Setting<T> setting, boolean fits, String why) {
    if (!fits) {
      String value = setting.show(settings.get(setting));
      throw new ThetisException(ErrorCode.BAD_SETTING, setting, value, why);
    }
  }

  /** How the scheme dynamast decides where written partitions are mastered. */
  public enum Strategy {
    /** One score in microseconds: what moves cost, and what they save within a horizon. */
    AUTO,
    /** Equation 8 with the weights of the settings. */
    PAPER,
    /** Equation 8 with the paper's weights for YCSB. */
    PAPER_YCSB,
    /** Equation 8 with the paper's weights for TPC-C. */
    PAPER_TPCC,
    /** Equation 8 with the paper's weights for SmallBank. */
    PAPER_SMALLBANK
  }

  /** How a partition-store divides rows among its sites. */
  public enum StorePlacement {
    /** By the value of the first key column: by warehouse, where keys begin with one. */
    HASH,
    /** By ranges of values of the first key column, dealt out in turn. */
    RANGE
  }

  /** Whether transactions of a batch may commit in another order than they came (Aria). */
  public enum Reordering {
    /** They may. */
    ON,
    /** They commit in the order in which they came. */
    OFF
  }

  /** Whether transactions are seen piece by piece by those behind them (PWV). */
  public enum Pieces {
    /** They are. */
    ON,
    /** Each is one piece. */
    OFF
  }

  /** When transactions of a batch that lost a conflict run under row locks (Aria). */
  public enum BatchFallback {
    /** While many of them lose. */
    AUTO,
    /** At once. */
    ALWAYS,
    /** They are first in the next batch, where they win. */
    NEVER
  }

  /** What calls that run in epochs are held to (COCO). */
  public enum EpochIsolation {
    /** They are as if they had run one after the other. */
    SERIALIZABLE,
    /** Each reads one snapshot, and the first to commit a change of a row wins. */
    SNAPSHOT
  }

  /** What a read sees of rows that are mastered elsewhere. */
  public enum SnapshotMode {
    /** A cut of the router's chain: snapshot isolation. */
    CUT,
    /** What the site has applied: parallel snapshot isolation, as in the papers. */
    VECTOR
  }

  /** What an acknowledged transaction survives. */
  public enum Durability {
    /** The kill of any process. */
    PROCESS,
    /** A power failure: the log is flushed to disk. */
    DISK,
    /** The loss of a broker: several hold the log. */
    BROKERS
  }

  /** Row stores of a site; all keep one contract. */
  public enum StoreEngine {
    /** Chronicle Map under an ordered index of keys. */
    CHRONICLE,
    /** Cells at stable addresses outside the heap. */
    SLAB,
    /** The reference on the heap. */
    HEAP
  }

  /** Who may upload jars. */
  public enum UploadPolicy {
    /** Clients on the same machine. */
    LOOPBACK,
    /** Clients that show the token. */
    TOKEN,
    /** Nobody. */
    OFF
  }
}
