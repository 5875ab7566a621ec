package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.validation.SameNames;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * The name of a table where a value is wanted, such as in {@code to_jsonb(t)}: it stands for the
 * whole row, which is written out as a document of its columns. {@code count(t)} counts rows that
 * are there. For one statement; not thread-safe.
 */
public final class WholeRows {
  private static final Set<String> TO_DOCUMENT = Set.of("to_json", "to_jsonb", "row_to_json");
  private static final Set<String> AROUND =
      Set.of("json_agg", "jsonb_agg", "json of element", "jsonb of element");

  private final ObjectNames names;

  /** The columns of queries of WITH. */
  private final Map<String, List<String>> queries = new HashMap<>();

  /**
   * A row that a query can name.
   *
   * @param key a column that is null only if there is no row; null if none is known
   * @param optional whether an outer join may leave it out
   */
  public record Source(List<String> columns, String key, boolean optional) {}

  public WholeRows(SqlNode tree, ObjectNames names) {
    this.names = names;
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item) {
              queries.put(
                  item.name.getSimple(),
                  item.columnList == null ? labels(item.query) : simple(item.columnList));
            }
            return super.visit(call);
          }
        });
  }

  private static List<String> simple(SqlNodeList names) {
    return names.stream().map(name -> ((SqlIdentifier) name).getSimple()).toList();
  }

  /** Writes whole rows out in what a query lists. */
  public void writeOut(SqlSelect select) {
    if (select.getFrom() == null || select.getSelectList().stream().noneMatch(this::mayName)) {
      return;
    }
    SqlNode list = select.getSelectList().accept(new Writer(sources(select.getFrom())));
    select.setSelectList((SqlNodeList) list);
  }

  /** The rows that a query can name, by their names. */
  public Map<String, Source> sources(SqlNode from) {
    Map<String, Source> sources = new LinkedHashMap<>();
    addSources(from, sources, false);
    return sources;
  }

  /** A value of a row; NULL where an outer join leaves the row out. */
  static SqlNode ofRow(String alias, Source source, SqlNode value, SqlParserPos place) {
    return source.optional ? Writer.where(Writer.there(alias, source, place), value, place) : value;
  }

  /** A row as a document of its columns. */
  static SqlNode document(String alias, Source source, SqlParserPos place) {
    return Writer.document(alias, source, place);
  }

  /** Whether it holds one of the functions that take rows. */
  private boolean mayName(SqlNode item) {
    try {
      item.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (takesRow(call)) {
                throw Util.FoundOne.NULL;
              }
              return super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  private static boolean takesRow(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return call instanceof SqlBasicCall
        && call.operandCount() > 0
        && call.operand(0) instanceof SqlIdentifier
        && (TO_DOCUMENT.contains(name) || AROUND.contains(name) || name.equals("count"));
  }

  private void addSources(SqlNode from, Map<String, Source> sources, boolean optional) {
    if (from instanceof SqlJoin join) {
      JoinType type = join.getJoinType();
      addSources(join.getLeft(), sources, optional || type.generatesNullsOnLeft());
      addSources(join.getRight(), sources, optional || type.generatesNullsOnRight());
    } else if (from instanceof SqlIdentifier table) {
      add(Util.last(table.names), table, sources, optional);
    } else if (from.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) from;
      String alias = ((SqlIdentifier) as.operand(1)).getSimple();
      if (as.operandCount() > 2) {
        List<SqlNode> columns = as.getOperandList().subList(2, as.operandCount());
        boolean rows = as.operand(0).isA(SqlKind.QUERY);
        if (rows) {
          sources.put(
              alias,
              new Source(simple(new SqlNodeList(columns, SqlParserPos.ZERO)), null, optional));
        }
      } else if (as.operand(0) instanceof SqlIdentifier table) {
        add(alias, table, sources, optional);
      } else if (as.operand(0).isA(SqlKind.QUERY)) {
        sources.put(alias, new Source(labels(as.operand(0)), null, optional));
      }
    }
  }

  private void add(
      String alias, SqlIdentifier name, Map<String, Source> sources, boolean optional) {
    if (name.isSimple() && queries.containsKey(name.getSimple())) {
      sources.put(alias, new Source(queries.get(name.getSimple()), null, optional));
      return;
    }
    String schema = name.isSimple() ? null : name.names.get(name.names.size() - 2);
    TableDef table = names.table(schema, Util.last(name.names));
    if (table != null) {
      String key =
          table.hasHiddenKey() ? null : table.columns().get(table.primaryKey().get(0)).name();
      List<String> columns = table.columns().stream().map(ColumnDef::name).toList();
      sources.put(alias, new Source(columns, key, optional));
      return;
    }
    List<String> ofView = names.columnsOfView(schema, Util.last(name.names));
    if (!ofView.isEmpty()) {
      sources.put(alias, new Source(ofView, null, optional));
    }
  }

  /** The columns of a query; with stars in them if nobody knows what these stand for. */
  private List<String> labels(SqlNode query) {
    List<String> labels = Labels.of(query);
    SqlSelect select = labels.contains("*") ? first(query) : null;
    if (select == null || select.getFrom() == null || !isPlain(select.getFrom())) {
      return labels;
    }
    Map<String, Source> sources = sources(select.getFrom());
    List<String> columns = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (SelectForms.isMark(item)) {
        continue;
      }
      if (!(item instanceof SqlIdentifier star) || !star.isStar()) {
        columns.add(Labels.label(item));
      } else if (star.names.size() == 1) {
        sources.values().forEach(source -> columns.addAll(source.columns));
      } else {
        Source source = sources.get(star.names.get(star.names.size() - 2));
        columns.addAll(source == null ? List.of("*") : source.columns);
      }
    }
    return sources.size() == width(select.getFrom()) && !columns.contains("*")
        ? toldApart(columns)
        : labels;
  }

  /** As the validator calls columns of stars that have the same name. */
  private static List<String> toldApart(List<String> columns) {
    List<String> all = new ArrayList<>();
    for (String column : columns) {
      all.add(all.contains(column) ? SameNames.marked(column, all.size()) : column);
    }
    return all;
  }

  /** The query whose columns those of a query are called by. */
  private static SqlSelect first(SqlNode query) {
    SqlNode first = query;
    while (first instanceof SqlCall call && !(first instanceof SqlSelect)) {
      first =
          switch (call.getKind()) {
            case ORDER_BY, UNION, INTERSECT, EXCEPT -> call.operand(0);
            case WITH -> call.operand(1);
            default -> null;
          };
    }
    return (SqlSelect) first;
  }

  /** Whether a star stands for all columns of all tables, one after the other. */
  private static boolean isPlain(SqlNode from) {
    return !(from instanceof SqlJoin join)
        || (!join.isNatural()
            && !(join.getCondition() instanceof SqlNodeList)
            && isPlain(join.getLeft())
            && isPlain(join.getRight()));
  }

  private static int width(SqlNode from) {
    return from instanceof SqlJoin join ? width(join.getLeft()) + width(join.getRight()) : 1;
  }

  /** Replaces names of rows; other queries within have theirs. */
  private static final class Writer extends SqlShuttle {
    private final Map<String, Source> sources;

    Writer(Map<String, Source> sources) {
      this.sources = sources;
    }

    @Override
    public SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      if (!takesRow(call)) {
        return super.visit(call);
      }
      SqlIdentifier name = call.operand(0);
      boolean star = name.isStar() && name.names.size() == 2;
      String alias = name.names.get(0);
      Source source = star || name.isSimple() ? sources.get(alias) : null;
      if (source == null || (!star && isColumn(alias)) || source.columns.contains("*")) {
        return super.visit(call);
      }
      String function = call.getOperator().getName().toLowerCase(Locale.ROOT);
      if (TO_DOCUMENT.contains(function)) {
        return document(alias, source, call.getParserPosition());
      }
      SqlNode value =
          AROUND.contains(function) || call.getFunctionQuantifier() != null
              ? document(alias, source, call.getParserPosition())
              : presence(alias, source, call.getParserPosition());
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, value);
      return call.getOperator()
          .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
    }

    private boolean isColumn(String name) {
      return sources.values().stream().anyMatch(source -> source.columns.contains(name));
    }

    private static SqlIdentifier column(String alias, String column, SqlParserPos place) {
      return new SqlIdentifier(List.of(alias, column), place);
    }

    private static SqlNode presence(String alias, Source source, SqlParserPos place) {
      SqlNode one = SqlLiteral.createExactNumeric("1", place);
      return source.optional ? where(there(alias, source, place), one, place) : one;
    }

    /** Of a row without a key that is there, some column is not null. */
    private static SqlNode there(String alias, Source source, SqlParserPos place) {
      List<String> some = source.key == null ? source.columns : List.of(source.key);
      SqlNode all = null;
      for (String column : some) {
        SqlNode one =
            SqlStdOperatorTable.IS_NOT_NULL.createCall(place, column(alias, column, place));
        all = all == null ? one : SqlStdOperatorTable.OR.createCall(place, all, one);
      }
      return all;
    }

    private static SqlNode where(SqlNode condition, SqlNode value, SqlParserPos place) {
      return new SqlCase(
          place,
          null,
          SqlNodeList.of(condition),
          SqlNodeList.of(value),
          SqlLiteral.createNull(place));
    }

    private static SqlNode document(String alias, Source source, SqlParserPos place) {
      List<SqlNode> members = new ArrayList<>();
      for (String column : source.columns) {
        members.add(SqlLiteral.createCharString(SameNames.plain(column), place));
        members.add(column(alias, column, place));
      }
      SqlNode built =
          new SqlUnresolvedFunction(
                  new SqlIdentifier("jsonb_build_object", place),
                  null,
                  null,
                  null,
                  null,
                  SqlFunctionCategory.USER_DEFINED_FUNCTION)
              .createCall(place, members);
      return source.optional ? where(there(alias, source, place), built, place) : built;
    }
  }
}
