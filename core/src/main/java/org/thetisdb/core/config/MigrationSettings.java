package org.thetisdb.core.config;

import java.util.List;

/** How ranges and their rows move to other sites while they serve. */
public final class MigrationSettings {
  /** Bytes of copies. */
  public static final Setting<Long> MIGRATION_BYTES_PER_SECOND =
      Setting.ofLong(
          "migration.bytes_per_second",
          32L << 20,
          1 << 10,
          1L << 40,
          "Bytes of ranges that a site copies to others in a second at most; fewer while its"
              + " transactions wait");

  /** Share of a processor. */
  public static final Setting<Integer> MIGRATION_LOAD_PERCENT =
      Setting.ofInt(
          "migration.load_percent",
          25,
          1,
          100,
          "Share of one processor that reading these rows takes at most; 100 does not bound it");

  /** How much one pull takes. */
  public static final Setting<Integer> MIGRATION_CHUNK_BYTES =
      Setting.ofInt(
          "migration.chunk_bytes",
          8 << 20,
          1 << 10,
          8 << 20,
          "Bytes that one pull of a range takes that moves by squall");

  /** How often chunks are pulled that no call waits for. */
  public static final Setting<Integer> MIGRATION_CHUNK_INTERVAL_MS =
      Setting.ofInt(
          "migration.chunk_interval_ms",
          200,
          0,
          60_000,
          "Milliseconds from one chunk of such a range that no call waits for to the next");

  /** In how many parts a range is pulled. */
  public static final Setting<Integer> MIGRATION_SUB_PLANS =
      Setting.ofInt(
          "migration.sub_plans",
          5,
          1,
          1_000,
          "Parts of such a range, of which one is pulled behind the other");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          MIGRATION_BYTES_PER_SECOND,
          MIGRATION_LOAD_PERCENT,
          MIGRATION_CHUNK_BYTES,
          MIGRATION_CHUNK_INTERVAL_MS,
          MIGRATION_SUB_PLANS);

  private MigrationSettings() {}
}
