package org.thetisdb.sql.define;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.thetisdb.core.config.NearestName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.parse.ddl.DefaultText;

/** Names that are free, and the errors of those that are not. Stateless. */
final class Names {
  /** Most characters of a name. */
  static final int MAX_LENGTH = 128;

  private static final int MAX_STORED_LENGTH = 63;
  private static final int MAX_TRIES = 100_000;

  private Names() {}

  /** Refuses a name that is empty or too long. */
  static void require(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "A name has 1 to " + MAX_LENGTH + " characters, not " + name.length() + ".");
    }
  }

  /** The name, or the first with a number behind it that is free. */
  static String free(String wanted, Predicate<String> taken) {
    String base = wanted.length() > MAX_LENGTH - 8 ? wanted.substring(0, MAX_LENGTH - 8) : wanted;
    String name = base;
    for (int i = 1; i < MAX_TRIES && taken.test(name); i++) {
      name = base + i;
    }
    return name;
  }

  private static String numbered(String base, Predicate<String> taken) {
    String name = base;
    for (int i = 1; i < MAX_TRIES && taken.test(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /**
   * A name for a stored table: the wanted one if procedures can use it as it is, else one like it.
   *
   * @param tableId the table that may keep its name
   */
  static String stored(String wanted, SqlCatalog catalog, int tableId) {
    String base = identifier(wanted, "t");
    return numbered(
        base,
        name -> {
          RegisteredTable other = catalog.registry().byName(name);
          return other != null && other.id() != tableId;
        });
  }

  /** A name for a stored column, unlike those of {@code columns} whatever their case. */
  static String storedColumn(String wanted, List<Column> columns) {
    Set<String> taken = new HashSet<>();
    columns.forEach(column -> taken.add(column.name().toLowerCase(Locale.ROOT)));
    return numbered(identifier(wanted, "c"), name -> taken.contains(name.toLowerCase(Locale.ROOT)));
  }

  /** Letters, digits and underscores, short enough for a number behind it. */
  private static String identifier(String wanted, String instead) {
    String cleaned = wanted.replaceAll("[^A-Za-z0-9_]", "_");
    if (cleaned.isEmpty() || Character.isDigit(cleaned.charAt(0))) {
      cleaned = instead + cleaned;
    }
    int most = MAX_STORED_LENGTH - 7;
    return cleaned.length() > most ? cleaned.substring(0, most) : cleaned;
  }

  /** Refuses the text of a DEFAULT that takes values from sequences that are not there. */
  static void requireSequences(SqlCatalog catalog, String defaultSql) {
    for (String sequence : DefaultText.sequences(defaultSql)) {
      if (catalog.sequence(sequence) == null) {
        throw unknown("sequence", sequence);
      }
    }
  }

  static ThetisException secondKey(String table) {
    return ThetisException.withMessage(
        ErrorCode.INVALID_TABLE_DEFINITION,
        "Table \"%s\" cannot have two primary keys.".formatted(table));
  }

  static ThetisException exists(String what, String name) {
    return new ThetisException(ErrorCode.OBJECT_EXISTS, what, name);
  }

  static ThetisException unknown(String what, String name) {
    return new ThetisException(ErrorCode.UNKNOWN_OBJECT, what, name);
  }

  static ThetisException unknownColumn(String table, String column, List<String> columns) {
    String nearest = NearestName.of(column, columns);
    String hint =
        nearest == null
            ? "It has " + String.join(", ", columns) + "."
            : "Did you mean \"" + nearest + "\"?";
    return new ThetisException(
        ErrorCode.UNKNOWN_COLUMN,
        "Table \"%s\" has no column \"%s\". %s".formatted(table, column, hint));
  }

  static ThetisException invalid(String problem) {
    return new ThetisException(ErrorCode.SQL_INVALID, problem);
  }

  static ThetisException depends(String problem) {
    return new ThetisException(ErrorCode.DEPENDENT_OBJECTS, problem);
  }

  /** Whether a table's schema can still have one more column. */
  static void requireRoom(TableSchema schema) {
    if (schema.columns().size() >= TableSchema.MAX_COLUMNS) {
      throw invalid("A table has at most " + TableSchema.MAX_COLUMNS + " columns.");
    }
  }
}
