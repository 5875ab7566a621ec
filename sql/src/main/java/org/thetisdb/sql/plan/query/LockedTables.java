package org.thetisdb.sql.plan.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.validation.Validator;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.run.query.Locking;

/**
 * The tables whose rows FOR UPDATE and its kin lock, as PostgreSQL has it: those that OF names, or
 * all that the query itself names. Their keys are put behind the columns of the query, so that what
 * runs it knows which rows it found. For one compilation; not thread-safe.
 */
public final class LockedTables {
  private static final String KEY_COLUMN = "$key";

  private final Statement.Locks locks;
  private final Translator translator;
  private final SqlCatalog catalog;
  private final Set<String> commonTables = new HashSet<>();
  private final List<Source> sources = new ArrayList<>();
  private final List<TableDef> tables = new ArrayList<>();
  private int hidden;
  private String obstacle;

  /**
   * What stands in FROM.
   *
   * @param table null if it is not a stored table
   * @param columns what the query calls its columns; null for their own names
   * @param nullable whether an outer join may leave it out
   * @param derived whether rows of tables stand behind it that it does not name
   */
  private record Source(
      String name, TableDef table, List<SqlNode> columns, boolean nullable, boolean derived) {}

  private LockedTables(Statement.Locks locks, Translator translator) {
    this.locks = locks;
    this.translator = translator;
    this.catalog = translator.space().catalog();
  }

  /** Finds the tables, and adds their keys to the columns of the query. */
  public static LockedTables of(SqlNode query, Statement.Locks locks, Translator translator) {
    LockedTables locked = new LockedTables(locks, translator);
    SqlSelect select = locked.selectOf(query);
    locked.requireRows(select, translator.validator());
    if (select.getFrom() != null) {
      locked.addSources(select.getFrom(), false);
    }
    List<SqlNode> items = new ArrayList<>(select.getSelectList());
    locked.choose(items);
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    return locked;
  }

  /** How many columns were put behind those of the query. */
  int hidden() {
    return hidden;
  }

  /** How the rows are locked. */
  Locking locking() {
    return new Locking(locks.mode(), locks.ofLocked());
  }

  /** The tables, in the order of their keys. */
  List<TableDef> tables() {
    return List.copyOf(tables);
  }

  /** Whether to lock the rows of a query of this table alone is all that is wanted. */
  boolean isOnly(TableDef table) {
    return obstacle != null
        || (tables.size() == 1 && tables.get(0).stored().equals(table.stored()));
  }

  /** Refuses a query whose rows are no rows of a table with a key. */
  void requireKeys() {
    if (obstacle != null) {
      throw refused(obstacle);
    }
  }

  private SqlSelect selectOf(SqlNode query) {
    if (query instanceof SqlSelect select) {
      return select;
    }
    if (query instanceof SqlOrderBy order) {
      return selectOf(order.query);
    }
    if (query instanceof SqlWith with) {
      for (SqlNode item : with.withList) {
        commonTables.add(((SqlWithItem) item).name.getSimple());
      }
      return selectOf(with.body);
    }
    throw notRows("UNION, INTERSECT, EXCEPT or VALUES");
  }

  /** A row of the result has to be one row of each table. */
  private void requireRows(SqlSelect select, Validator validator) {
    if (select.isDistinct()) {
      throw notRows("DISTINCT");
    }
    if (select.getGroup() != null || select.getHaving() != null) {
      throw notRows("GROUP BY or HAVING");
    }
    if (validator.isAggregate(select)) {
      throw notRows("aggregate functions");
    }
    if (select.getQualify() != null || hasWindow(select.getSelectList())) {
      throw notRows("window functions");
    }
  }

  private static boolean hasWindow(SqlNode node) {
    if (node instanceof SqlNodeList list) {
      return list.stream().anyMatch(LockedTables::hasWindow);
    }
    return node instanceof SqlCall call
        && !call.isA(SqlKind.QUERY)
        && (call.getKind() == SqlKind.OVER
            || call.getOperandList().stream().anyMatch(LockedTables::hasWindow));
  }

  private void addSources(SqlNode from, boolean nullable) {
    if (from instanceof SqlJoin join) {
      JoinType type = join.getJoinType();
      addSources(join.getLeft(), nullable || type.generatesNullsOnLeft());
      addSources(join.getRight(), nullable || type.generatesNullsOnRight());
      return;
    }
    if (from.getKind() != SqlKind.AS) {
      sources.add(source(from, null, nullable));
      return;
    }
    List<SqlNode> operands = ((SqlCall) from).getOperandList();
    String alias = ((SqlIdentifier) operands.get(1)).getSimple();
    Source source = source(operands.get(0), alias, nullable);
    List<SqlNode> columns = operands.size() > 2 ? operands.subList(2, operands.size()) : null;
    sources.add(new Source(alias, source.table, columns, nullable, source.derived));
  }

  private Source source(SqlNode node, String alias, boolean nullable) {
    if (!(node instanceof SqlIdentifier name)) {
      boolean derived = node.getKind() != SqlKind.VALUES;
      return new Source(alias == null ? "" : alias, null, null, nullable, derived);
    }
    String simple = Util.last(name.names);
    boolean common = commonTables.contains(simple) || translator.space().isPart(simple);
    boolean known = name.names.size() > 1 || !common;
    String found = known ? translator.relation(name) : null;
    TableDef table = known ? catalog.table(found) : null;
    boolean derived = known && table == null && catalog.view(found) != null;
    return new Source(alias == null ? simple : alias, table, null, nullable, derived);
  }

  private void choose(List<SqlNode> items) {
    for (String name : locks.tables()) {
      if (sources.stream().noneMatch(source -> source.name.equals(name))) {
        throw ThetisException.withMessage(
            ErrorCode.UNKNOWN_TABLE,
            "%s OF names \"%s\", which is no table of the query."
                .formatted(locks.mode().clause(), name));
      }
    }
    for (Source source : sources) {
      boolean named = locks.tables().contains(source.name);
      if (named || locks.tables().isEmpty()) {
        lock(source, named, items);
      }
    }
  }

  /** Like PostgreSQL, passes over lists of values and WITH queries that OF does not name. */
  private void lock(Source source, boolean named, List<SqlNode> items) {
    if (source.table == null && !source.derived && !named) {
      return;
    }
    if (source.nullable) {
      throw refused("of \"%s\", which an outer join may leave out,".formatted(source.name));
    }
    if (source.table == null || source.table.hasHiddenKey()) {
      obstacle =
          source.table == null
              ? "of \"%s\", which is no table,".formatted(source.name)
              : "of \"%s\", a table without a primary key, in a query of this form"
                  .formatted(source.name);
      if (sources.size() > 1 || (source.table == null && !source.derived)) {
        throw refused(obstacle);
      }
      return;
    }
    tables.add(source.table);
    for (int place : source.table.primaryKey()) {
      items.add(keyColumn(source, place));
    }
  }

  private SqlNode keyColumn(Source source, int place) {
    boolean renamed = source.columns != null && place < source.columns.size();
    String column =
        renamed
            ? ((SqlIdentifier) source.columns.get(place)).getSimple()
            : source.table.columns().get(place).name();
    SqlParserPos zero = SqlParserPos.ZERO;
    return SqlStdOperatorTable.AS.createCall(
        zero,
        new SqlIdentifier(List.of(source.name, column), zero),
        new SqlIdentifier(KEY_COLUMN + hidden++, zero));
  }

  private ThetisException notRows(String what) {
    return new ThetisException(ErrorCode.NOT_SUPPORTED, locks.mode().clause() + " with " + what);
  }

  private ThetisException refused(String what) {
    return ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "%s %s is not supported; OF names the tables that are meant."
            .formatted(locks.mode().clause(), what));
  }
}
