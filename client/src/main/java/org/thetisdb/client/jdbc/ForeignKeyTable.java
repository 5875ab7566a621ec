package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import org.thetisdb.client.jdbc.CatalogReader.Reference;
import org.thetisdb.client.jdbc.CatalogReader.TableKey;
import org.thetisdb.client.jdbc.CatalogReader.TableName;

/** The result for imported and exported keys: a row for each column of a foreign key. */
final class ForeignKeyTable {
  private final List<TableKey> keys;
  private final MetaTable table =
      new MetaTable()
          .text("PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME", "PKCOLUMN_NAME")
          .text("FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME", "FKCOLUMN_NAME")
          .number("KEY_SEQ", "UPDATE_RULE", "DELETE_RULE")
          .text("FK_NAME", "PK_NAME")
          .number("DEFERRABILITY");

  ForeignKeyTable(List<TableKey> keys) {
    this.keys = keys;
  }

  /** Adds those between some tables. */
  void addAll(List<Reference> references, Predicate<TableName> parent, Predicate<TableName> child) {
    for (Reference reference : references) {
      TableKey parentKey = find(reference.parentTable(), reference.parentKey());
      for (TableKey key : keys) {
        boolean matches =
            key.type().equals("FOREIGN KEY")
                && key.table().equals(reference.table())
                && key.name().equals(reference.name())
                && child.test(key.table());
        if (matches && parentKey != null && parent.test(parentKey.table())) {
          add(reference, key, parentKey);
        }
      }
    }
  }

  private TableKey find(TableName table, String name) {
    for (TableKey key : keys) {
      if (key.table().equals(table) && key.name().equals(name)) {
        return key;
      }
    }
    return null;
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
