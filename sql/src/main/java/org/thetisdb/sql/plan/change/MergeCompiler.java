package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.plan.query.ValueCompiler;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.change.Assignments;
import org.thetisdb.sql.run.change.MergeRule;
import org.thetisdb.sql.run.change.MergeStatement;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Compiles MERGE: one query joins the source with the table; what clauses calculate looks at a
 * single row of that join. Not thread-safe.
 */
public final class MergeCompiler {
  private final Translator translator;
  private final Function<String, SqlNode> parser;
  private final Signature bare;
  private Statement.Merge merge;
  private Parameters parameters;
  private RowWriter writer;

  /** The table as the join finds its rows: with a key. */
  private TableDef found;

  private RelDataType rowType;

  /** What holds a query in clauses, in the order of its columns behind those of the join. */
  private final List<SqlNode> queried = new ArrayList<>();

  private RelNode plan;

  /** A compiler; {@code parser} reads texts. */
  public MergeCompiler(Translator translator, Function<String, SqlNode> parser, Signature bare) {
    this.translator = translator;
    this.parser = parser;
    this.bare = bare;
  }

  /** The table that is changed, once compiled. */
  public TableDef table() {
    return writer.table();
  }

  /** The plan of the join, once compiled. */
  public RelNode plan() {
    return plan;
  }

  /** Compiles a statement; {@code named} are the parameters that name sequences. */
  public SqlStatement compile(Statement.Merge statement, Set<Integer> named) {
    merge = statement;
    SqlSelect query = (SqlSelect) parser.apply(merge.join());
    SqlNode target = target(query);
    TableDef table = ChangeCompiler.tableOf(translator, ((SqlBasicCall) target).operand(0));
    writer = new RowWriter(table);
    found = table.hasHiddenKey() ? table.withRowId() : table;
    withKeys(query);
    parameters = Parameters.of(query, null);
    List<Draft> drafts = new ArrayList<>();
    for (Statement.MergeClause clause : merge.clauses()) {
      drafts.add(draft(clause));
    }
    addQueries(drafts, query);
    QueryCompiler compiler = new QueryCompiler(translator);
    QueryCompiler.Part part = compiler.anyPart(query);
    plan = compiler.plan();
    rowType = part.rowType();
    int width = rowType.getFieldCount() - queried.size();
    List<MergeRule> rules = new ArrayList<>();
    for (Draft draft : drafts) {
      rules.add(rule(draft, width));
    }
    Returning returned = returning((SqlBasicCall) target);
    parameters.replaced(named);
    Set<String> sequences =
        rules.stream().anyMatch(rule -> rule.kind() == MergeRule.Kind.INSERT)
            ? InsertCompiler.sequences(table)
            : new TreeSet<>();
    return new MergeStatement(
        parameters
            .complete(bare, translator)
            .withColumns(returned.columns())
            .withSequences(sequences),
        returned.rows(),
        writer,
        found,
        width - found.columns().size(),
        part.rows(),
        QueryCompiler.types(rowType),
        rules);
  }

  private Returning returning(SqlBasicCall target) {
    SqlSelect select =
        merge.returning() == null
            ? null
            : (SqlSelect) parameters.addBehind(parser.apply(merge.returning()));
    return Returning.of(
        translator,
        select,
        target.operand(0),
        target.operand(1),
        ChangedTables.reachedFrom(writer.table(), translator.space().catalog()));
  }

  /** Lets the rows of the table that is changed be told apart. */
  private void withKeys(SqlSelect query) {
    SqlBasicCall target = (SqlBasicCall) named(((SqlJoin) query.getFrom()).getRight());
    target.setOperand(0, CatalogSpace.keyed(writer.table(), target.operand(0)));
  }

  /** The table that is changed, and its name here. */
  private static SqlNode target(SqlSelect query) {
    boolean join =
        query.getFrom() instanceof SqlJoin joined
            && joined.getJoinType() == JoinType.LEFT
            && joined.getRight().getKind() == SqlKind.AS
            && query.getWhere() == null
            && query.getGroup() == null;
    if (!join) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "MERGE takes one source, then ON and a condition.");
    }
    return named(((SqlJoin) query.getFrom()).getRight());
  }

  /** The table under its name, which a condition with a query makes a query of its own. */
  private static SqlNode named(SqlNode right) {
    SqlNode inner = ((SqlCall) right).operand(0);
    return inner.getKind() == SqlKind.LATERAL
        ? ((SqlSelect) ((SqlCall) inner).operand(0)).getFrom()
        : right;
  }

  /**
   * A clause that is read.
   *
   * @param items its condition, if it has one, and then what it calculates
   */
  private record Draft(
      Statement.MergeClause clause, List<SqlNode> items, int[] columns, List<ValueSource> sources) {
    boolean conditional() {
      return clause.conditionSql() != null;
    }
  }

  private Draft draft(Statement.MergeClause clause) {
    List<SqlNode> items = new ArrayList<>();
    if (clause.conditionSql() != null) {
      items.add(condition(parameters.addBehind(parser.apply(clause.conditionSql()))));
    }
    ValueCompiler values = new ValueCompiler(translator, parameters);
    SqlNode action =
        clause.actionSql() == null ? null : parameters.addBehind(parser.apply(clause.actionSql()));
    int[] columns = {};
    List<ValueSource> sources = List.of();
    if (action instanceof SqlUpdate update) {
      columns = updated(update);
      sources = set(update, columns, values);
    } else if (action instanceof SqlInsert insert) {
      sources = inserted(insert, values);
    }
    items.addAll(values.expressions());
    return new Draft(clause, items, columns, sources);
  }

  /** What holds a query is calculated with the join, behind its columns. */
  private void addQueries(List<Draft> drafts, SqlSelect query) {
    for (Draft draft : drafts) {
      draft.items().stream().filter(Selects::holdsQuery).forEach(queried::add);
    }
    List<SqlNode> items = new ArrayList<>(query.getSelectList());
    for (SqlNode item : queried) {
      SqlParserPos place = item.getParserPosition();
      items.add(
          SqlStdOperatorTable.AS.createCall(
              place, item, new SqlIdentifier("\0query " + items.size(), place)));
    }
    query.setSelectList(new SqlNodeList(items, SqlParserPos.ZERO));
  }

  private MergeRule rule(Draft draft, int width) {
    int conditions = draft.conditional() ? 1 : 0;
    boolean matched = draft.clause().matched();
    List<RexNode> compiled = overJoin(draft.items(), matched, width);
    List<RexNode> expressions = compiled.subList(conditions, compiled.size());
    List<ValueSource> typed = ValueCompiler.typed(draft.sources(), expressions);
    return new MergeRule(
        matched,
        draft.conditional() ? function(compiled.subList(0, 1)).single() : null,
        kind(draft.clause().action()),
        function(expressions),
        new Assignments(writer, draft.columns(), typed));
  }

  private static MergeRule.Kind kind(Statement.MergeAction action) {
    return switch (action) {
      case UPDATE -> MergeRule.Kind.UPDATE;
      case DELETE -> MergeRule.Kind.DELETE;
      case INSERT -> MergeRule.Kind.INSERT;
      case NOTHING -> MergeRule.Kind.NOTHING;
    };
  }

  private static SqlNode condition(SqlNode query) {
    if (query instanceof SqlSelect select
        && select.getFrom() == null
        && select.getSelectList().size() == 1) {
      return select.getSelectList().get(0);
    }
    throw ThetisException.withMessage(
        ErrorCode.SQL_INVALID, "Behind AND in a clause of MERGE comes one condition.");
  }

  private int[] updated(SqlUpdate update) {
    if (update.getCondition() != null) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "An UPDATE of MERGE has no WHERE; write WHEN MATCHED AND.");
    }
    int[] columns = new int[update.getTargetColumnList().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ChangeCompiler.columnOf(writer.table(), update.getTargetColumnList().get(i));
    }
    ChangeCompiler.requireDistinct(columns, writer.table());
    return columns;
  }

  private List<ValueSource> set(SqlUpdate update, int[] columns, ValueCompiler values) {
    List<ValueSource> sources = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      sources.add(
          values.changedTo(
              update.getSourceExpressionList().get(i), writer.table().columns().get(columns[i])));
    }
    return sources;
  }

  private List<ValueSource> inserted(SqlInsert insert, ValueCompiler values) {
    SqlNode source = insert.getSource();
    if (source.getKind() != SqlKind.VALUES || ((SqlBasicCall) source).operandCount() != 1) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "An INSERT of MERGE has VALUES of one row.");
    }
    int[] columns = InsertCompiler.columns(insert, writer.table());
    List<SqlNode> given = ((SqlBasicCall) ((SqlBasicCall) source).operand(0)).getOperandList();
    InsertCompiler.requireWidth(given.size(), columns.length, writer.table());
    return InsertCompiler.sources(
        values, writer.table(), columns, given, Statement.Rows.Overriding.NOTHING);
  }

  private RowFunction function(List<RexNode> expressions) {
    return Scalars.compile(translator.rexBuilder(), expressions, rowType);
  }

  /** Expressions over a row of the join; those that hold a query are columns of it. */
  private List<RexNode> overJoin(List<SqlNode> items, boolean matched, int width) {
    List<SqlNode> selected = new ArrayList<>(items);
    selected.removeAll(queried);
    List<RexNode> calculated = selected.isEmpty() ? List.of() : calculated(selected, width);
    int source = width - found.columns().size();
    int last = RelOptUtil.InputFinder.bits(calculated, null).length();
    if (!matched && last > source) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "WHEN NOT MATCHED looks at columns of \"%s\", but there is no row of it."
              .formatted(writer.table().name()));
    }
    List<RexNode> all = new ArrayList<>();
    Iterator<RexNode> next = calculated.iterator();
    for (SqlNode item : items) {
      int query = queried.indexOf(item);
      all.add(query < 0 ? next.next() : RexInputRef.of(width + query, rowType));
    }
    return all;
  }

  private List<RexNode> calculated(List<SqlNode> items, int width) {
    List<SqlNode> selected = new ArrayList<>(items);
    // all columns as they are would be no calculation
    selected.add(SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO));
    RelNode rel =
        OwnValues.flat(translator.toRel(Selects.of(selected, from(), null)).project(true));
    if (!(rel instanceof Project project)
        || project.getInput().getRowType().getFieldCount() != width) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          "MERGE cannot calculate what a clause asks for; calculate it in the source, behind"
              + " USING.");
    }
    return OwnValues.of(project, translator.rexBuilder()).subList(0, items.size());
  }

  /** The join once more, for trees are changed while they are validated. */
  private SqlNode from() {
    SqlParserPos zero = SqlParserPos.ZERO;
    SqlSelect query = (SqlSelect) parser.apply(merge.join());
    withKeys(query);
    SqlJoin join = (SqlJoin) query.getFrom();
    return new SqlJoin(
        zero,
        join.getLeft(),
        SqlLiteral.createBoolean(false, zero),
        JoinType.LEFT.symbol(zero),
        join.getRight(),
        JoinConditionType.ON.symbol(zero),
        SqlLiteral.createBoolean(true, zero));
  }
}
