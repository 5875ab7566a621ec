package org.thetisdb.sql.system;

import java.util.List;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.parse.ServerSettings;

/** {@code pg_settings}: the settings of PostgreSQL that tools ask for. Stateless. */
final class PgSettings {
  private static final List<String> COLUMNS =
      List.of(
          "name",
          "setting",
          "unit",
          "category",
          "short_desc",
          "extra_desc",
          "context",
          "vartype",
          "source",
          "min_val",
          "max_val",
          "enumvals:VARCHAR[]",
          "boot_val",
          "reset_val",
          "sourcefile",
          "sourceline:INTEGER",
          "pending_restart:BOOLEAN");

  private PgSettings() {}

  static VirtualTable table() {
    return VirtualTable.of(
        290,
        VirtualTable.PG_CATALOG,
        "pg_settings",
        COLUMNS,
        (context, key) -> ServerSettings.names().stream().map(PgSettings::row));
  }

  private static Object[] row(String name) {
    Object[] row = new Object[COLUMNS.size()];
    String value = ServerSettings.value(name);
    row[0] = name;
    row[1] = value;
    row[3] = "Fixed";
    row[4] = "";
    row[6] = "internal";
    row[7] = "string";
    row[8] = "default";
    row[12] = value;
    row[13] = value;
    row[16] = false;
    return row;
  }
}
