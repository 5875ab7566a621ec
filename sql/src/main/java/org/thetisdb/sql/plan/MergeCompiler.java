package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.run.RowFunction;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.ValueSource;
import org.thetisdb.sql.run.change.Assignments;
import org.thetisdb.sql.run.change.MergeRule;
import org.thetisdb.sql.run.change.MergeStatement;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Compiles MERGE: one query joins the source with the table; what clauses calculate looks at a
 * single row of that join. Not thread-safe.
 */
final class MergeCompiler {
  private final Translator translator;
  private final Function<String, SqlNode> parser;
  private final Signature bare;
  private Statement.Merge merge;
  private Parameters parameters;
  private RowWriter writer;
  private RelDataType rowType;
  private RelNode plan;

  /** A compiler; {@code parser} reads texts. */
  MergeCompiler(Translator translator, Function<String, SqlNode> parser, Signature bare) {
    this.translator = translator;
    this.parser = parser;
    this.bare = bare;
  }

  /** The table that is changed, once compiled. */
  TableDef table() {
    return writer.table();
  }

  /** The plan of the join, once compiled. */
  RelNode plan() {
    return plan;
  }

  /** Compiles a statement; {@code named} are the parameters that name sequences. */
  SqlStatement compile(Statement.Merge statement, Set<Integer> named) {
    merge = statement;
    SqlSelect query = (SqlSelect) parser.apply(merge.join());
    SqlNode target = target(query);
    TableDef table = ChangeCompiler.tableOf(translator, ((SqlBasicCall) target).operand(0));
    if (table.hasHiddenKey()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "MERGE into a table without a primary key");
    }
    writer = new RowWriter(table);
    parameters = Parameters.of(query, null);
    QueryCompiler compiler = new QueryCompiler(translator);
    QueryCompiler.Part part = compiler.anyPart(query);
    plan = compiler.plan();
    rowType = part.rowType();
    List<MergeRule> rules = new ArrayList<>();
    for (Statement.MergeClause clause : merge.clauses()) {
      rules.add(rule(clause));
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
        returned.projection(),
        writer,
        part.rows(),
        QueryCompiler.types(rowType),
        rules);
  }

  private Returning returning(SqlBasicCall target) {
    SqlSelect select =
        merge.returning() == null
            ? null
            : (SqlSelect) parameters.addBehind(parser.apply(merge.returning()));
    return Returning.of(translator, select, target.operand(0), target.operand(1));
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
    return ((SqlJoin) query.getFrom()).getRight();
  }

  private MergeRule rule(Statement.MergeClause clause) {
    List<SqlNode> items = new ArrayList<>();
    boolean conditional = clause.conditionSql() != null;
    if (conditional) {
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
    List<RexNode> compiled = items.isEmpty() ? List.of() : overJoin(items, clause.matched());
    List<RexNode> expressions = compiled.subList(conditional ? 1 : 0, items.size());
    List<ValueSource> typed = ValueCompiler.typed(sources, expressions);
    return new MergeRule(
        clause.matched(),
        conditional ? function(compiled.subList(0, 1)).single() : null,
        kind(clause.action()),
        function(expressions),
        new Assignments(writer, columns, typed));
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
    return InsertCompiler.sources(values, writer.table(), columns, given);
  }

  private RowFunction function(List<RexNode> expressions) {
    return Scalars.compile(translator.rexBuilder(), expressions, rowType);
  }

  /** Expressions over a row of the join. */
  private List<RexNode> overJoin(List<SqlNode> items, boolean matched) {
    List<SqlNode> selected = new ArrayList<>(items);
    // all columns as they are would be no calculation
    selected.add(SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO));
    RelNode rel =
        translator
            .toRel(ChangeCompiler.select(selected, from(), null))
            .project(true)
            .accept(new ConvertToChecked(translator.rexBuilder(), true));
    if (!(rel instanceof Project project)
        || project.getInput().getRowType().getFieldCount() != rowType.getFieldCount()
        || project.getProjects().stream()
            .anyMatch(node -> RexUtil.SubQueryFinder.find(node) != null)) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within a clause of MERGE");
    }
    int source = rowType.getFieldCount() - writer.table().columns().size();
    int last = RelOptUtil.InputFinder.bits(project.getProjects(), null).length();
    if (!matched && last > source) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "WHEN NOT MATCHED looks at columns of \"%s\", but there is no row of it."
              .formatted(writer.table().name()));
    }
    return project.getProjects();
  }

  /** The join once more, for trees are changed while they are validated. */
  private SqlNode from() {
    SqlParserPos zero = SqlParserPos.ZERO;
    SqlJoin join = (SqlJoin) ((SqlSelect) parser.apply(merge.join())).getFrom();
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
