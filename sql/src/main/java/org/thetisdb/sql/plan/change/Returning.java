package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.access.OfferedRows;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.plan.relation.LargeUses;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.change.ReturnedRows;
import org.thetisdb.sql.statement.SqlColumn;

/**
 * What a change gives back of the rows that it wrote or deleted. Immutable.
 *
 * @param rows makes rows of the result of rows of the table; null for none
 * @param columns of the result
 * @param others the fields that it looks at of what the table is joined with
 * @param own how many fields of the join are the table's
 * @param all how many fields the join has; 0 if the table is joined with nothing
 */
record Returning(ReturnedRows rows, List<SqlColumn> columns, int[] others, int own, int all) {
  private static final int[] NO_OTHERS = {};
  private static final Returning NOTHING = new Returning(null, List.of(), NO_OTHERS, 0, 0);

  /**
   * Compiles the list behind RETURNING.
   *
   * @param select the list as a query of the table, or of its join with others; null for none
   * @param alias what the table is called; null for its name
   * @param changed the tables that the statement changes
   */
  static Returning of(
      Translator translator,
      SqlSelect select,
      SqlNode target,
      SqlIdentifier alias,
      Set<String> changed) {
    if (select == null) {
      return NOTHING;
    }
    TableDef table = ChangeCompiler.tableOf(translator, target);
    String called = alias == null ? ObjectName.simple(table.name()) : alias.getSimple();
    SqlNode from = CatalogSpace.from(table, called);
    boolean joins = select.getFrom() instanceof SqlJoin;
    if (joins) {
      ((SqlJoin) select.getFrom()).setLeft(from);
    } else {
      select.setFrom(from);
    }
    List<String> labels = Labels.of(select);
    RelRoot root = translator.toRel(select);
    RelNode logical = root.project(true);
    List<SqlColumn> columns = QueryCompiler.columns(root, logical, labels, translator);
    requireOfRows(logical);
    QueryCompiler compiler = new QueryCompiler(translator);
    boolean queries = holdsQuery(logical);
    if (!queries && !joins) {
      return new Returning(ReturnedRows.of(compiler.projection(logical)), columns, NO_OTHERS, 0, 0);
    }
    List<RelDataTypeField> fields = input(logical).getRowType().getFieldList();
    int width = table.columns().size();
    if (queries) {
      int[] others = IntStream.range(width, fields.size()).toArray();
      RowReader reader = new RowReader(table, IntStream.range(0, width).toArray());
      ReturnedRows rows =
          ReturnedRows.of(
              reader, others, fields.size(), compiler.offered(OfferedRows.below(logical)));
      requireUnchanged(compiler.plan(), changed);
      return new Returning(rows, columns, others, width, fields.size());
    }
    return ofJoin(translator, table, logical, columns);
  }

  private static Returning ofJoin(
      Translator translator, TableDef table, RelNode logical, List<SqlColumn> columns) {
    RelDataType joined = input(logical).getRowType();
    int width = table.columns().size();
    List<RexNode> values = valuesOf(logical, translator);
    int[] used = RelOptUtil.InputFinder.bits(values, null).toArray();
    int[] own = IntStream.of(used).filter(field -> field < width).toArray();
    int[] others = IntStream.of(used).filter(field -> field >= width).toArray();
    BitSet lookedAt = LargeUses.lookedAt(values, true);
    BitSet passed = new BitSet();
    for (int i = 0; i < own.length; i++) {
      passed.set(i, !lookedAt.get(own[i]));
    }
    ReturnedRows rows =
        ReturnedRows.of(
            new RowReader(table, own, passed),
            others,
            joined.getFieldCount(),
            Scalars.compile(translator.rexBuilder(), values, joined),
            QueryCompiler.types(logical.getRowType()));
    return new Returning(rows, columns, others, width, joined.getFieldCount());
  }

  /** What is calculated over a row of the join. */
  private static List<RexNode> valuesOf(RelNode logical, Translator translator) {
    RelNode flat = OwnValues.flat(logical);
    return flat instanceof Project project
        ? OwnValues.of(project, translator.rexBuilder())
        : flat.getRowType().getFieldList().stream()
            .map(field -> (RexNode) new RexInputRef(field.getIndex(), field.getType()))
            .toList();
  }

  private static RelNode input(RelNode logical) {
    return logical instanceof Project project ? input(project.getInput()) : logical;
  }

  private static void requireOfRows(RelNode logical) {
    RelNode node = logical;
    while (node instanceof Project project) {
      if (RexOver.containsOver(project.getProjects(), null)) {
        throw ThetisException.withMessage(
            ErrorCode.MISPLACED_WINDOW, "Window functions are not allowed in RETURNING.");
      }
      node = project.getInput();
    }
    if (node instanceof Aggregate) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_GROUPED, "Aggregates are not allowed in RETURNING.");
    }
  }

  private static boolean holdsQuery(RelNode logical) {
    return logical instanceof Project project
        && (project.getProjects().stream()
                .anyMatch(node -> RexUtil.SubQueryFinder.find(node) != null)
            || holdsQuery(project.getInput()));
  }

  private static void requireUnchanged(RelNode plan, Set<String> changed) {
    String read = ChangedTables.readBy(plan, changed);
    if (read != null) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          ("Table \"%s\" is read by a subquery of RETURNING, but the statement changes it;"
                  + " read it in a statement of its own.")
              .formatted(read));
    }
  }

  /**
   * The query that finds the rows, which gives what is looked at of the others, too.
   *
   * @param width of the table's own columns in the join
   */
  RelNode withOthers(RelNode found, int width) {
    if (others.length == 0) {
      return found;
    }
    int wide = width + all - own;
    if (found instanceof Project renamed
        && renamed.getInput() instanceof Project listed
        && isOver(listed, wide)
        && RexUtil.isIdentity(renamed.getProjects(), listed.getRowType())) {
      return withOthers(listed, width);
    }
    if (!(found instanceof Project project) || !isOver(project, wide)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "RETURNING of what a join of this form holds");
    }
    List<RexNode> values = new ArrayList<>(project.getProjects());
    for (int field : others) {
      values.add(RexInputRef.of(width + field - own, project.getInput().getRowType()));
    }
    return LogicalProject.create(
        project.getInput(),
        project.getHints(),
        values,
        (List<String>) null,
        project.getVariablesSet());
  }

  private static boolean isOver(Project project, int fields) {
    return project.getInput().getRowType().getFieldCount() == fields;
  }
}
