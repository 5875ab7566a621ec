package org.thetisdb.sql.info.postgres;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;

/** Definitions as PostgreSQL writes them. Stateless. */
final class DefinitionTexts {
  private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");

  private DefinitionTexts() {}

  /** A name, in quotes if it needs them. */
  static String quoted(String name) {
    return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A name with its schema in front, unless that is public. */
  static String qualified(String name) {
    String bare = quoted(simple(name));
    return schema(name).equals(ObjectName.PUBLIC) ? bare : quoted(schema(name)) + '.' + bare;
  }

  static String view(ViewDef view) {
    return ' ' + SearchPath.without(view.querySql()).strip() + ';';
  }

  static String index(PgRelation.Index index) {
    IndexDef of = index.index();
    String unique = of == null || of.unique() ? "UNIQUE " : "";
    String where = of != null && of.isPartial() ? " WHERE (" + of.where().conditionSql() + ')' : "";
    return "CREATE %sINDEX %s ON %s.%s USING btree (%s)%s"
        .formatted(
            unique,
            quoted(index.simpleName()),
            quoted(index.schemaName()),
            quoted(simple(index.table().name())),
            String.join(", ", held(index)),
            where);
  }

  /** What an index holds, one by one. */
  static List<String> held(PgRelation.Index index) {
    IndexDef of = index.index();
    List<Integer> places = of == null ? index.table().primaryKey() : of.columns();
    return places.stream()
        .map(
            place ->
                place < 0
                    ? of.expression(place).shownSql()
                    : quoted(index.table().columns().get(place).name()))
        .toList();
  }

  static String key(TableDef table, String kind, List<Integer> places) {
    return kind + " (" + names(table, places) + ')';
  }

  private static String names(TableDef table, List<Integer> places) {
    return places.stream()
        .map(place -> quoted(table.columns().get(place).name()))
        .collect(Collectors.joining(", "));
  }

  static String foreignKey(SqlCatalog catalog, TableDef table, ForeignKeyDef key) {
    TableDef parent = catalog.definedTable(key.parent());
    StringBuilder text = new StringBuilder(key(table, "FOREIGN KEY", key.columns()));
    text.append(" REFERENCES ").append(qualified(key.parent()));
    if (parent != null) {
      text.append('(').append(names(parent, key.parentColumns())).append(')');
    }
    if (key.onUpdate() != ForeignKeyDef.OnParent.NO_ACTION) {
      text.append(" ON UPDATE ").append(action(key.onUpdate()));
    }
    if (key.onDelete() != ForeignKeyDef.OnParent.NO_ACTION) {
      text.append(" ON DELETE ").append(action(key.onDelete()));
    }
    return switch (key.timing()) {
      case NOT_DEFERRABLE -> text.toString();
      case INITIALLY_IMMEDIATE -> text + " DEFERRABLE";
      case INITIALLY_DEFERRED -> text + " DEFERRABLE INITIALLY DEFERRED";
    };
  }

  private static String action(ForeignKeyDef.OnParent action) {
    return action.name().replace('_', ' ').toUpperCase(Locale.ROOT);
  }
}
