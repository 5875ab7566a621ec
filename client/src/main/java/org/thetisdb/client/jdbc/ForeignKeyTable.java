package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.client.jdbc.CatalogReader.Reference;
import org.thetisdb.client.jdbc.CatalogReader.TableKey;
import org.thetisdb.client.jdbc.CatalogReader.TableName;

/** The result for imported and exported keys: a row for each column of a foreign key. */
final class ForeignKeyTable {
  /** A key by its table and its name there. */
  private record KeyName(TableName table, String name) {}

  private final Map<KeyName, TableKey> keys = new HashMap<>();
  private final MetaTable table =
      new MetaTable()
          .text("PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME", "PKCOLUMN_NAME")
          .text("FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME", "FKCOLUMN_NAME")
          .number("KEY_SEQ", "UPDATE_RULE", "DELETE_RULE")
          .text("FK_NAME", "PK_NAME")
          .number("DEFERRABILITY");

  ForeignKeyTable(List<TableKey> keys) {
    keys.forEach(key -> this.keys.put(new KeyName(key.table(), key.name()), key));
  }

  /** Adds one, if its key and the one that it refers to are known. */
  void add(Reference reference) {
    TableKey key = keys.get(new KeyName(reference.table(), reference.name()));
    TableKey parentKey = keys.get(new KeyName(reference.parentTable(), reference.parentKey()));
    if (key != null && parentKey != null) {
      add(reference, key, parentKey);
    }
  }

  private void add(Reference reference, TableKey key, TableKey parentKey) {
    int columns = Math.min(key.columns().size(), parentKey.columns().size());
    for (int i = 0; i < columns; i++) {
      table.row(
          null,
          parentKey.table().schema(),
          parentKey.table().name(),
          parentKey.columns().get(i),
          null,
          key.table().schema(),
          key.table().name(),
          key.columns().get(i),
          i + 1,
          rule(reference.updateRule()),
          rule(reference.deleteRule()),
          key.name(),
          parentKey.name(),
          key.deferrability());
    }
  }

  private static int rule(String rule) {
    return switch (rule.replace('_', ' ')) {
      case "CASCADE" -> DatabaseMetaData.importedKeyCascade;
      case "SET NULL" -> DatabaseMetaData.importedKeySetNull;
      case "SET DEFAULT" -> DatabaseMetaData.importedKeySetDefault;
      case "NO ACTION" -> DatabaseMetaData.importedKeyNoAction;
      default -> DatabaseMetaData.importedKeyRestrict;
    };
  }

  ResultSet result() throws SQLException {
    return table.result();
  }

  ResultSet sortedByParent() throws SQLException {
    return table.sorted("PKTABLE_SCHEM", "PKTABLE_NAME", "FK_NAME", "KEY_SEQ").result();
  }

  ResultSet sortedByChild() throws SQLException {
    return table.sorted("FKTABLE_SCHEM", "FKTABLE_NAME", "FK_NAME", "KEY_SEQ").result();
  }
}
