package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.dialect.OwnFunctions;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.dialect.syntax.TypedSyntax;
import org.thetisdb.sql.parse.ServerSettings;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.rewrite.name.InnerNames;
import org.thetisdb.sql.rewrite.name.OtherNames;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.name.SystemNames;
import org.thetisdb.sql.rewrite.row.DistinctRows;
import org.thetisdb.sql.rewrite.row.RowComparisons;
import org.thetisdb.sql.rewrite.row.RowMembership;
import org.thetisdb.sql.rewrite.row.RowNulls;
import org.thetisdb.sql.rewrite.row.RowQueries;
import org.thetisdb.sql.rewrite.row.RowSources;
import org.thetisdb.sql.rewrite.row.RowValues;
import org.thetisdb.sql.rewrite.row.WholeRows;

/** Puts functions of this database in the place of those of Calcite. Stateless. */
public final class Rewrites extends SqlShuttle {
  private static final ObjectNames NOTHING = ObjectNames.of("", SqlCatalog.of(TableRegistry.EMPTY));

  /** The function, and the name that it has in texts, where its own is a word of the grammar. */
  private static final Set<String> CURRENT_SCHEMA = Set.of("current_schema", "current_schema_name");

  private static final String NOW = "now";

  private final Map<Integer, String> sequences;
  private final ObjectNames names;
  private final DependentColumns dependent;
  private final WholeRows rows;

  /** Calls of IN that stay as they are written. */
  private final Set<SqlNode> conditions = Collections.newSetFromMap(new IdentityHashMap<>());

  private int calls;

  private Rewrites(SqlNode tree, Map<Integer, String> sequences, ObjectNames names, int calls) {
    this.sequences = sequences;
    this.names = names;
    this.dependent = new DependentColumns(tree, names);
    this.rows = new WholeRows(tree, names);
    this.calls = calls;
  }

  /** The same tree with this database's functions; one that names no objects. */
  static SqlNode apply(SqlNode tree) {
    return apply(tree, 0);
  }

  /**
   * The same of one tree of several in a statement.
   *
   * @param calls as many calls with numbers of their own stand before it at most
   */
  public static SqlNode apply(SqlNode tree, int calls) {
    return tree.accept(new Rewrites(tree, Map.of(), NOTHING, calls));
  }

  /** A list behind RETURNING, as a query without a table, of rows of what is changed. */
  public static SqlNode applyToReturning(
      SqlSelect list, SqlNode from, Map<Integer, String> sequences, ObjectNames names) {
    list.setFrom(from);
    InnerNames.ofQuery(list);
    return apply(list, sequences, names);
  }

  /** The query of a view, whose columns have names. */
  public static SqlNode applyToView(SqlNode tree, ObjectNames names) {
    InnerNames.ofQuery(tree);
    return apply(tree, Map.of(), names);
  }

  /** The same, with names of sequences in place of parameters that stand for these. */
  public static SqlNode apply(SqlNode tree, Map<Integer, String> sequences, ObjectNames names) {
    SystemNames.showNames(tree);
    return tree.accept(new Rewrites(tree, sequences, names, 0));
  }

  /** The grammar takes a word of the standard without brackets for a name. */
  @Override
  public SqlNode visit(SqlIdentifier name) {
    return name.isSimple()
            && !name.isComponentQuoted(0)
            && name.getSimple().equalsIgnoreCase("CURRENT_TIMESTAMP")
        ? OwnFunctions.byName(NOW).createCall(name.getParserPosition())
        : super.visit(name);
  }

  @Override
  public SqlNode visit(SqlCall written) {
    CompileBudget.step();
    SqlCall call = written;
    if (written instanceof SqlOrderBy ordered) {
      InnerNames.ofOrder(ordered);
      call = prepared(ordered);
    } else if (written instanceof SqlWithItem item) {
      InnerNames.ofItem(item);
      MixedValues.inQuery(item.query);
    } else if (written instanceof SqlUpdate || written instanceof SqlDelete) {
      RaisedAggregates.requireNoneInChange(ChangedRows.asQuery(written), rows);
      ChangedRows.writeOut(written, rows);
      conditions.addAll(RowMembership.conditions(written));
    } else if (written instanceof SqlWith with) {
      requireNamesOfTheirOwn(with);
    } else if (written instanceof SqlSelect select) {
      SelectForms.plain(select);
      prepare(select, SqlNodeList.EMPTY);
      conditions.addAll(RowMembership.conditions(select));
    } else if (written.getKind() == SqlKind.NOT) {
      conditions.add(written.operand(0));
    }
    SqlCall visited = (SqlCall) super.visit(call);
    if (visited instanceof SqlWithItem item) {
      RecursiveQueries.prepare(item);
      return item;
    }
    if (visited.getKind() == SqlKind.NEXT_VALUE) {
      return nextValue((SqlIdentifier) visited.operand(0), visited.getParserPosition());
    }
    if (!(visited instanceof SqlBasicCall)) {
      return visited;
    }
    if (visited.getKind() == SqlKind.OVER) {
      SqlNode ranked = RankingWindows.plain(visited);
      if (!(ranked instanceof SqlCall plain) || plain.getKind() != SqlKind.OVER) {
        return ranked;
      }
      visited = plain;
    } else if (visited.getOperator() instanceof SqlFunction) {
      visited = NullOperands.typed(visited);
    }
    if (visited.getKind() == SqlKind.OVER && LagDefaults.hasOne(visited)) {
      return LagDefaults.inPlaceOf(visited);
    }
    SqlNode nulls = RowNulls.inPlaceOf(visited);
    if (nulls != null) {
      return nulls;
    }
    SqlNode membership =
        visited.getKind() == SqlKind.IN && !conditions.contains(written)
            ? RowMembership.ofValue(visited)
            : RowMembership.inPlaceOf(visited);
    if (membership != null) {
      return membership;
    }
    SqlNode queried = RowQueries.inPlaceOf(visited);
    if (queried != null) {
      return queried;
    }
    SqlNode compared = RowComparisons.inPlaceOf(visited);
    if (compared != null) {
      return compared;
    }
    SqlNode typed = TypedSyntax.inPlaceOf(visited);
    if (typed != null) {
      return typed;
    }
    SqlNode ofSystem = SystemNames.inPlaceOf(visited, names.path());
    if (ofSystem != null) {
      return ofSystem;
    }
    if (isFunction(visited)) {
      RefusedFunctions.check(visited);
      String name = visited.getOperator().getName().toLowerCase(Locale.ROOT);
      SqlOperator ofValues = ValueFunctions.byName(name, visited.operandCount());
      if (ofValues != null) {
        return ofValues.createCall(visited.getParserPosition(), visited.getOperandList());
      }
    }
    if (CURRENT_SCHEMA.contains(visited.getOperator().getName().toLowerCase(Locale.ROOT))) {
      return text(names.current(), visited.getParserPosition());
    }
    if (isFunction(visited)
        && visited.getOperator().getName().equalsIgnoreCase("current_setting")) {
      return setting(visited);
    }
    SqlCall known = OtherNames.inPlaceOf(visited);
    if (known != null) {
      return known;
    }
    SqlOperator own = OwnFunctions.byName(visited.getOperator().getName().toLowerCase(Locale.ROOT));
    if (own == null || visited.getKind() == SqlKind.AS) {
      return visited.getOperator() instanceof SqlUnresolvedFunction ? inCapitals(visited) : visited;
    }
    if (own.getName().equalsIgnoreCase(NOW)
        && visited.operandCount() == 1
        && visited.operand(0) instanceof SqlLiteral) {
      return ofDigits(own.createCall(visited.getParserPosition()), visited.operand(0));
    }
    SqlCall made = own.createCall(visited.getParserPosition(), visited.getOperandList());
    boolean named = own.equals(OwnFunctions.NEXTVAL) || own.equals(OwnFunctions.CURRVAL);
    return numbered(named ? ofSequence(made) : made);
  }

  /** {@code CURRENT_TIMESTAMP(3)}. */
  private static SqlNode ofDigits(SqlNode now, SqlNode digits) {
    SqlParserPos place = now.getParserPosition();
    SqlBasicTypeNameSpec type =
        new SqlBasicTypeNameSpec(
            SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
            ((SqlLiteral) digits).intValue(true),
            place);
    return SqlStdOperatorTable.CAST.createCall(place, now, new SqlDataTypeSpec(type, place));
  }

  private static void requireNamesOfTheirOwn(SqlWith with) {
    Set<String> queries = new HashSet<>();
    for (SqlNode item : with.withList) {
      String name = ((SqlWithItem) item).name.getSimple();
      if (!queries.add(name)) {
        throw ThetisException.withMessage(
            ErrorCode.DUPLICATE_ALIAS, "WITH has two queries named \"" + name + "\".");
      }
    }
  }

  /** A query with ORDER BY, in the forms that Calcite has. */
  private SqlOrderBy prepared(SqlOrderBy written) {
    SqlOrderBy ordered = DistinctRows.ordered(SelectForms.plain(RowLimits.plain(written)), rows);
    if (!(ordered.query instanceof SqlSelect select)) {
      return ordered;
    }
    Map<String, String> columns = RowSources.columnsByAlias(select);
    SqlNodeList keys = RowValues.order(ordered.orderList, select, rows);
    SqlNodeList order = (SqlNodeList) RowSources.resolved(keys, columns);
    order = prepare(select, order);
    return new SqlOrderBy(
        ordered.getParserPosition(), select, order, ordered.offset, ordered.fetch);
  }

  private SqlNodeList prepare(SqlSelect select, SqlNodeList order) {
    select.setFrom(InnerNames.inFrom(CommaJoins.inOrder(select.getFrom())));
    MixedValues.inFrom(select.getFrom());
    OuterHaving.writeOut(select, rows);
    JoinedByQueries.inFrom(select.getFrom());
    NamedWindows.writeOut(select);
    dependent.add(select, order);
    SqlNodeList keys = RaisedAggregates.writeOut(select, order, rows);
    rows.writeOut(select);
    RowValues.writeOut(select, rows);
    return RowSources.prepare(select, keys);
  }

  /**
   * Each call that comes to something else each time has a number, else Calcite takes two in a row
   * for one. NEXT VALUE FOR has none: as SQL's standard says, it is the same within a row.
   */
  private SqlCall numbered(SqlCall call) {
    if (call.getOperator().isDeterministic() || call.getOperator().equals(OwnFunctions.CURRVAL)) {
      return call;
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.add(SqlLiteral.createExactNumeric("" + ++calls, call.getParserPosition()));
    return call.getOperator().createCall(call.getParserPosition(), operands);
  }

  /** CURRENT_SETTING('name' [, whether NULL is wanted for one that there is not]). */
  private SqlNode setting(SqlCall call) {
    String name =
        call.operandCount() > 0 && call.operand(0) instanceof SqlLiteral literal
            ? literal.toValue()
            : null;
    if (name == null) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "CURRENT_SETTING of anything but a constant");
    }
    boolean path = name.equalsIgnoreCase("search_path");
    String value = path ? names.path().toString() : ServerSettings.value(name);
    if (value == null && call.operandCount() == 1) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "setting", name);
    }
    return text(value, call.getParserPosition());
  }

  /** A constant text of any length. */
  private static SqlNode text(String text, SqlParserPos position) {
    SqlNode value =
        text == null
            ? SqlLiteral.createNull(position)
            : SqlLiteral.createCharString(text, position);
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position);
    return SqlStdOperatorTable.CAST.createCall(position, value, type);
  }

  private static boolean isFunction(SqlCall call) {
    return call.getOperator() instanceof SqlFunction && call.getFunctionQuantifier() == null;
  }

  /** Functions of libraries are found by names in capitals alone. */
  private static SqlNode inCapitals(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlUnresolvedFunction function =
        new SqlUnresolvedFunction(
            new SqlIdentifier(name, call.getParserPosition()),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION);
    return function.createCall(
        call.getFunctionQuantifier(), call.getParserPosition(), call.getOperandList());
  }

  /** The name as the catalog has it: folded, unless it stands in quotes within the text. */
  private SqlCall ofSequence(SqlCall call) {
    if (call.operandCount() != 1) {
      return call;
    }
    SqlNode name = call.operand(0);
    String given = null;
    if (name instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
      given = literal.getValueAs(String.class);
    } else if (name instanceof SqlDynamicParam parameter) {
      given = sequences.get(parameter.getIndex());
    }
    return given == null
        ? call
        : call.getOperator()
            .createCall(
                call.getParserPosition(),
                SqlLiteral.createCharString(
                    names.inText(ObjectNames.Kind.SEQUENCE, given), name.getParserPosition()));
  }

  private SqlNode nextValue(SqlIdentifier sequence, SqlParserPos position) {
    List<String> parts = sequence.names;
    String schema = parts.size() < 2 ? null : parts.get(parts.size() - 2);
    String name = names.find(ObjectNames.Kind.SEQUENCE, schema, Util.last(parts));
    return OwnFunctions.NEXTVAL.createCall(
        position, SqlLiteral.createCharString(name, sequence.getParserPosition()));
  }
}
