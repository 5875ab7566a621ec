package org.thetisdb.sql.rewrite;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.rewrite.row.WholeRows;

/**
 * What names can mean within one query: the columns of its FROM.
 *
 * @param tables the names of all tables
 * @param sources the columns of what is known, by the names of the tables
 * @param known whether these are all
 */
record NameScope(Set<String> tables, Map<String, WholeRows.Source> sources, boolean known) {
  /** What is neither a column nor a table, though it is written like one. */
  private static final Set<String> WORDS =
      Set.of(
          "CURRENT_DATE",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "CURRENT_USER",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "SESSION_USER",
          "USER");

  /** The scope of a query. */
  static NameScope of(SqlSelect select, WholeRows rows) {
    if (select.getFrom() == null) {
      return new NameScope(Set.of(), Map.of(), true);
    }
    Map<String, WholeRows.Source> sources = rows.sources(select.getFrom());
    boolean known =
        sources.size() == width(select.getFrom())
            && sources.values().stream().noneMatch(source -> source.columns().contains("*"));
    Set<String> tables = new HashSet<>();
    addTables(select.getFrom(), tables);
    return new NameScope(tables, sources, known);
  }

  private static void addTables(SqlNode from, Set<String> tables) {
    if (from instanceof SqlJoin join) {
      addTables(join.getLeft(), tables);
      addTables(join.getRight(), tables);
    } else if (from instanceof SqlIdentifier table) {
      tables.add(Util.last(table.names));
    } else if (from.getKind() == SqlKind.AS) {
      tables.add(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
    }
  }

  private static int width(SqlNode from) {
    return from instanceof SqlJoin join ? width(join.getLeft()) + width(join.getRight()) : 1;
  }

  /** Whether a name is a word of the language. */
  static boolean isWord(SqlIdentifier name) {
    return name.isSimple()
        && !name.isComponentQuoted(0)
        && WORDS.contains(name.getSimple().toUpperCase(Locale.ROOT));
  }

  /** Whether a name is one of these. */
  boolean has(SqlIdentifier name) {
    if (!name.isSimple()) {
      return tables.contains(name.names.get(name.names.size() - 2));
    }
    String simple = name.getSimple();
    return sources.containsKey(simple)
        || sources.values().stream().anyMatch(source -> source.columns().contains(simple));
  }

  /** Whether a name may be one of these, as not all are known. */
  boolean mayHave(SqlIdentifier name) {
    return has(name) || (!known && name.isSimple());
  }

  /** A column by its table and name; as it is written if that is not one. */
  String whole(SqlIdentifier name) {
    if (!name.isSimple()) {
      return name.names.get(name.names.size() - 2) + "." + Util.last(name.names);
    }
    String simple = name.getSimple();
    String found = null;
    for (Map.Entry<String, WholeRows.Source> source : sources.entrySet()) {
      if (source.getValue().columns().contains(simple)) {
        if (found != null) {
          return simple;
        }
        found = source.getKey() + "." + simple;
      }
    }
    return found == null ? simple : found;
  }
}
