package org.thetisdb.core.config;

import java.util.List;

/** How much a site spends on rows that it copies to others while it serves. */
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

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL = List.of(MIGRATION_BYTES_PER_SECOND, MIGRATION_LOAD_PERCENT);

  private MigrationSettings() {}
}
