package org.thetisdb.core.config;

import java.util.List;

/** What a site keeps, on disk and in memory, and how much it takes in. */
public final class SiteSettings {
  /** Where data are kept. */
  public static final Setting<String> DATA_DIR =
      Setting.ofText("data.dir", "data", "Directory for checkpoints and the embedded log");

  /** Time between checkpoints. */
  public static final Setting<Integer> CHECKPOINT_INTERVAL_MS =
      Setting.ofInt(
          "checkpoint.interval_ms",
          60_000,
          0,
          86_400_000,
          "Milliseconds between checkpoints of a site; 0 takes none, and then no log is ever"
              + " truncated");

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
          "Disk in the data directory for rows of a site that nobody touches when memory is"
              + " short; 0 takes half of what is free, shared by the sites of a process, and at most"
              + " eight times the memory; -1 none. With store.engine=slab on Linux");

  /** Disk that is kept free. */
  public static final Setting<Long> DISK_RESERVE_BYTES =
      Setting.ofLong(
          "disk.reserve_bytes",
          256L << 20,
          0,
          1L << 50,
          "Bytes of the data directory's file system that are kept free for what is under"
              + " way, checkpoints and truncating logs. With less, a site refuses to write (53100)"
              + " and goes on reading. 0 does not look");

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
          0,
          0,
          1_048_576,
          "Java heap of one site for what all statements at a time sort, group, join or make; more"
              + " is refused. 0 takes a quarter of the heap, shared by the sites of the process");

  /** Memory for one statement. */
  public static final Setting<Integer> QUERY_STATEMENT_MEMORY_MIB =
      Setting.ofInt(
          "query.statement_memory_mib",
          0,
          0,
          1_048_576,
          "The most that one statement may have of query.memory_mib; 0 takes three quarters");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          DATA_DIR,
          CHECKPOINT_INTERVAL_MS,
          CHECKPOINTS_KEPT,
          CHECKPOINT_LOAD_PERCENT,
          STORE_MEMORY_MIB,
          STORE_OVERFLOW_MIB,
          DISK_RESERVE_BYTES,
          STORE_ENGINE,
          STORE_VERSIONS,
          SITE_ADMISSION_LIMIT,
          QUERY_MEMORY_MIB,
          QUERY_STATEMENT_MEMORY_MIB);

  private SiteSettings() {}

  /** Row stores of a site; all keep one contract. */
  public enum StoreEngine {
    /** Chronicle Map under an ordered index of keys. */
    CHRONICLE,
    /** Cells at stable addresses outside the heap. */
    SLAB,
    /** The reference on the heap. */
    HEAP
  }
}
