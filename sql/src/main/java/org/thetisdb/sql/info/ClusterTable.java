package org.thetisdb.sql.info;

import java.util.List;
import java.util.Locale;
import org.thetisdb.sql.info.VirtualTable.Column;

/**
 * A table of {@code information_schema} about the cluster as it is now: sites, partitions, what
 * moved and why. The router that takes a query knows its rows, and sends them along with the query
 * to the site that runs it. Immutable, safe for all threads.
 */
public enum ClusterTable {
  /** The sites, and what each has done. */
  SITES(
      "site:INTEGER",
      "state",
      "incarnation:INTEGER",
      "address",
      "mastered_partitions:INTEGER",
      "mastered_share:DOUBLE",
      "busy:DOUBLE",
      "committed:BIGINT",
      "aborted:BIGINT",
      "refreshed:BIGINT",
      "stored_rows:BIGINT",
      "used_bytes:BIGINT",
      "limit_bytes:BIGINT"),

  /** Which site masters which keys, since when, and why. */
  PARTITIONS(
      "table_schema",
      "table_name",
      "ordinal_position:INTEGER",
      "partition_id:BIGINT",
      "first_key",
      "end_key",
      "site:INTEGER",
      "term:INTEGER",
      "moved_at:TIMESTAMPTZ",
      "reason"),

  /** The last moves of mastership. */
  MOVES(
      "moved_at:TIMESTAMPTZ",
      "table_schema",
      "table_name",
      "partition_id:BIGINT",
      "from_site:INTEGER",
      "to_site:INTEGER",
      "term:INTEGER",
      "reason"),

  /** The last decisions about what moves: what each site would have cost, by factor. */
  DECISIONS(
      "decision:BIGINT",
      "decided_at:TIMESTAMPTZ",
      "chosen_site:INTEGER",
      "moved_partitions:INTEGER",
      "table_schema",
      "table_name",
      "partition_id:BIGINT",
      "reason",
      "site:INTEGER",
      "factor",
      "score:DOUBLE",
      "unit"),

  /** The ranges that were moved by hand or by a plan, and how far they are. */
  MIGRATIONS(
      "migration:BIGINT",
      "range",
      "from_site:INTEGER",
      "to_site:INTEGER",
      "way",
      "state",
      "estimated_rows:BIGINT",
      "estimated_bytes:BIGINT",
      "copied_rows:BIGINT",
      "moved_partitions:INTEGER",
      "partitions_left:INTEGER",
      "ran_ms:DOUBLE",
      "left_ms:DOUBLE",
      "longest_wait_ms:DOUBLE",
      "waits_for",
      "problem"),

  /** What the scheme in force chooses while it runs, as a value of a setting, and why. */
  SCHEME_CHOICES("setting", "value", "reason");

  @SuppressWarnings("ImmutableEnumChecker") // a list that cannot be changed, of records
  private final List<Column> columns;

  ClusterTable(String... columns) {
    this.columns = List.of(columns).stream().map(Column::of).toList();
  }

  /** The name, in lower case. */
  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The columns, in order; any may be null. */
  public List<Column> columns() {
    return columns;
  }
}
