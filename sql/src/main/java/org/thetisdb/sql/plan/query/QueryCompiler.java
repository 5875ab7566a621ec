package org.thetisdb.sql.plan.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlNode;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.access.CatalogTable;
import org.thetisdb.sql.access.ClusterRows;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.code.CodePart;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.validation.SameNames;
import org.thetisdb.sql.plan.relation.LargeUses;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.query.GeneratedQuery;
import org.thetisdb.sql.run.query.GeneratedRows;
import org.thetisdb.sql.run.query.Locking;
import org.thetisdb.sql.run.query.LockingQuery;
import org.thetisdb.sql.run.query.OfferedQuery;
import org.thetisdb.sql.run.query.Projection;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.query.RowLimit;
import org.thetisdb.sql.run.query.RowOrder;
import org.thetisdb.sql.run.query.TableQuery;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Compiles queries. For one compilation; not thread-safe. */
public final class QueryCompiler {
  private final Translator translator;
  private final Optimizer optimizer;
  private final ScanBuilder scans;
  private RelNode plan;

  public QueryCompiler(Translator translator) {
    this.translator = translator;
    this.optimizer = new Optimizer(translator);
    this.scans = new ScanBuilder(translator);
  }

  /** The plan, once compiled. */
  public RelNode plan() {
    return plan;
  }

  /**
   * Compiles a query.
   *
   * @param labels of its columns, for those that it gives no name
   * @param locked for FOR UPDATE, whose keys are the last columns; null without it
   */
  public SqlStatement compile(
      SqlNode query, List<String> labels, Supplier<Signature> bare, LockedTables locked) {
    RelRoot root = translator.toRel(query);
    RelNode logical = root.project(true);
    int visible = logical.getRowType().getFieldCount() - (locked == null ? 0 : locked.hidden());
    Signature signature =
        bare.get().withColumns(columns(root, logical, labels, translator).subList(0, visible));
    plan = optimizer.optimize(logical);
    Shape shape = Shape.of(plan);
    boolean only = shape != null && locked != null && locked.isOnly(shape.access.path().table());
    if (only && shape.access.path().table().isSystem()) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED, "Rows of a system table cannot be locked.");
    }
    if (only) {
      return straight(shape.first(visible), signature, locked.locking());
    }
    if (locked != null) {
      locked.requireKeys();
    }
    if (locked != null && !locked.tables().isEmpty()) {
      return locking(locked, signature, visible);
    }
    return shape == null
        ? new GeneratedQuery(signature, rows(LargeUses.of(plan)), ClusterRows.in(plan))
        : straight(shape, signature, null);
  }

  /** A query that passes locked rows over does not know how many rows to look at. */
  private SqlStatement locking(LockedTables locked, Signature signature, int visible) {
    RowLimit limit = RowLimit.NONE;
    if (locked.locking().ofLocked() == RowWait.SKIP) {
      limit = limit(limitOf(plan));
      plan = unlimited(plan);
    }
    return new LockingQuery(
        signature, rows(LargeUses.of(plan)), visible, locked.tables(), limit, locked.locking());
  }

  private static Sort limitOf(RelNode node) {
    if (node instanceof Project project) {
      return limitOf(project.getInput());
    }
    return node instanceof Sort sort && (sort.fetch != null || sort.offset != null) ? sort : null;
  }

  /** A plan without the limit at its top. */
  private static RelNode unlimited(RelNode node) {
    if (node instanceof Project project) {
      return project.copy(project.getTraitSet(), List.of(unlimited(project.getInput())));
    }
    if (limitOf(node) == null) {
      return node;
    }
    Sort sort = (Sort) node;
    return sort.getCollation().getFieldCollations().isEmpty()
        ? sort.getInput()
        : sort.copy(sort.getTraitSet(), sort.getInput(), sort.getCollation(), null, null);
  }

  /** Compiles a list of expressions over single rows of a table. */
  public Projection projection(RelNode logical) {
    plan = optimizer.optimize(logical);
    Shape shape = Shape.of(plan);
    if (shape == null || !shape.isUnordered()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "RETURNING of anything but values of rows");
    }
    return projection(shape, types(plan.getRowType()));
  }

  /** Compiles a query over rows that are offered. */
  public OfferedQuery offered(RelNode logical) {
    plan = optimizer.optimize(logical);
    return new OfferedQuery(rows(null), types(plan.getRowType()));
  }

  /** The plan's rows, by generated code; {@code uses} as ScanBuilder has it. */
  private GeneratedRows rows(LargeUses uses) {
    return new GeneratedRows(
        translator.space().runs() ? code() : null,
        scans.buildAll(optimizer.accesses(), uses),
        types(plan.getRowType()));
  }

  private CodePart code() {
    CodePart part = translator.space().plans().of(plan, this::generated);
    translator.code().add(part);
    return part;
  }

  private CodePart generated() {
    EnumerableRel physical = optimizer.implement(plan);
    HashMap<String, Object> parameters = new HashMap<>();
    ClassDeclaration tree =
        new EnumerableRelImplementor(translator.rexBuilder(), parameters)
            .implementRoot(physical, EnumerableRel.Prefer.ARRAY);
    if (!parameters.isEmpty()) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A constant of this kind");
    }
    return CodePart.ofQuery(tree);
  }

  /** Plans a query whose rows serve another statement. */
  Part part(SqlNode query) {
    return part(query, UnaryOperator.identity());
  }

  /** The same of what takes the place of the query's plan as it is written. */
  public Part part(SqlNode query, UnaryOperator<RelNode> completed) {
    plan = optimizer.optimize(completed.apply(translator.toRel(query).project(true)));
    Shape shape = Shape.of(plan);
    return shape != null && shape.isUnordered()
        ? new Part(shape, null, plan.getRowType())
        : new Part(null, rows(null), plan.getRowType());
  }

  /** Plans a query all of whose rows serve another statement, whatever its shape. */
  public Part anyPart(SqlNode query) {
    plan = optimizer.optimize(translator.toRel(query).project(true));
    return new Part(null, rows(null), plan.getRowType());
  }

  /**
   * A query within a statement.
   *
   * @param shape a choice of rows of one table; null if it is more than that
   * @param rows the rows if it is more
   */
  public record Part(Shape shape, GeneratedRows rows, RelDataType rowType) {}

  /**
   * A choice of rows of one table.
   *
   * @param projects over the access's fields; null for these as they are
   * @param order columns of the table; null for none
   * @param limit null for none
   */
  public record Shape(
      TableAccess access, List<RexNode> projects, List<RowOrder.Column> order, Sort limit) {
    static Shape of(RelNode plan) {
      if (plan instanceof Sort sort) {
        Shape inner = of(sort.getInput());
        return inner == null || !inner.isUnordered() ? null : inner.sorted(sort);
      }
      if (plan instanceof Project project) {
        Shape inner = of(project.getInput());
        return inner == null
                || inner.projects != null
                || RexOver.containsOver(project.getProjects(), null)
            ? null
            : new Shape(inner.access, project.getProjects(), inner.order, inner.limit);
      }
      return plan instanceof TableAccess access && access.outerWidth() == 0
          ? new Shape(access, null, null, null)
          : null;
    }

    /** Whether all rows are wanted, in whatever order. */
    boolean isUnordered() {
      return order == null && limit == null;
    }

    /** Null if the order is not one of columns. */
    private Shape sorted(Sort sort) {
      List<RowOrder.Column> columns = new ArrayList<>();
      for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
        if (!(values().get(field.getFieldIndex()) instanceof RexInputRef ref)) {
          return null;
        }
        columns.add(
            new RowOrder.Column(
                access.fields()[ref.getIndex()],
                field.direction.isDescending(),
                field.nullDirection == RelFieldCollation.NullDirection.FIRST));
      }
      boolean limits = sort.fetch != null || sort.offset != null;
      return new Shape(access, projects, columns.isEmpty() ? null : columns, limits ? sort : null);
    }

    /** The same without the values behind the first ones. */
    Shape first(int count) {
      return values().size() == count
          ? this
          : new Shape(access, values().subList(0, count), order, limit);
    }

    /** The values that it gives, over the access's fields. */
    public List<RexNode> values() {
      return projects != null
          ? projects
          : access.getRowType().getFieldList().stream()
              .map(field -> (RexNode) new RexInputRef(field.getIndex(), field.getType()))
              .toList();
    }
  }

  private SqlStatement straight(Shape shape, Signature signature, Locking locks) {
    return new TableQuery(
        signature,
        scans.build(shape.access()),
        shape.order() == null ? null : new RowOrder(shape.access().path().table(), shape.order()),
        projection(shape, types(plan.getRowType()).subList(0, shape.values().size())),
        limit(shape.limit()),
        locks);
  }

  private RowLimit limit(Sort sort) {
    return sort == null ? RowLimit.NONE : new RowLimit(count(sort.offset), count(sort.fetch));
  }

  private Scalar count(RexNode count) {
    return count == null
        ? null
        : Scalars.compile(translator.rexBuilder(), count, translator.types().builder().build());
  }

  private Projection projection(Shape shape, List<SqlType> types) {
    List<RexNode> values = shape.values();
    int[] columnAt = new int[values.size()];
    int[] fields = shape.access().fields();
    List<Integer> columns = new ArrayList<>();
    List<RexNode> expressions = new ArrayList<>();
    for (int i = 0; i < columnAt.length; i++) {
      boolean isColumn = values.get(i) instanceof RexInputRef;
      columnAt[i] = isColumn ? columns.size() : -1;
      if (values.get(i) instanceof RexInputRef ref) {
        columns.add(fields[ref.getIndex()]);
      } else {
        expressions.add(values.get(i));
      }
    }
    TableDef table = shape.access().path().table();
    return new Projection(
        columnAt,
        new RowReader(table, columns.stream().mapToInt(Integer::intValue).toArray()),
        reader(table, expressions, fields),
        overTable(expressions, shape.access()),
        types);
  }

  /** The table's columns that expressions over the access's fields look at. */
  int[] usedBy(List<RexNode> expressions, int[] fields) {
    return RelOptUtil.InputFinder.bits(expressions, null).toList().stream()
        .mapToInt(field -> fields[field])
        .toArray();
  }

  /** A reader of what expressions over the access's fields look at. */
  public RowReader reader(TableDef table, List<RexNode> expressions, int[] fields) {
    BitSet lookedAt = LargeUses.lookedAt(expressions, false);
    List<Integer> used = RelOptUtil.InputFinder.bits(expressions, null).toList();
    BitSet passed = new BitSet();
    for (int i = 0; i < used.size(); i++) {
      passed.set(i, !lookedAt.get(used.get(i)));
    }
    return new RowReader(table, usedBy(expressions, fields), passed);
  }

  /** Compiles expressions over the access's fields, to be given the table's columns. */
  public RowFunction overTable(List<RexNode> expressions, TableAccess access) {
    int[] fields = access.fields();
    List<RexNode> moved = new ArrayList<>();
    for (RexNode expression : expressions) {
      moved.add(
          expression.accept(
              new org.apache.calcite.rex.RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                  return new RexInputRef(fields[ref.getIndex()], ref.getType());
                }
              }));
    }
    RelDataType rowType = CatalogTable.rowType(access.path().table(), translator.types());
    return Scalars.compile(translator.rexBuilder(), moved, rowType);
  }

  public ScanBuilder scans() {
    return scans;
  }

  public static List<SqlType> types(RelDataType row) {
    return row.getFieldList().stream().map(f -> SqlTypes.fromCalcite(f.getType())).toList();
  }

  /** The columns of a result; {@code labels} for those that the query gives no name. */
  public static List<SqlColumn> columns(
      RelRoot root, RelNode rel, List<String> labels, Translator translator) {
    List<SqlColumn> columns = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      String label = SameNames.plain(root.fields.get(field.getIndex()).getValue());
      String written = Labels.at(labels, field.getIndex(), rel.getRowType().getFieldCount());
      boolean named = !label.startsWith("EXPR$") || written == null;
      columns.add(column(named ? label : written, field, rel, translator));
    }
    return List.copyOf(columns);
  }

  private static SqlColumn column(
      String label, RelDataTypeField field, RelNode rel, Translator translator) {
    RelColumnOrigin origin =
        rel.getCluster().getMetadataQuery().getColumnOrigin(rel, field.getIndex());
    boolean nullable = field.getType().isNullable();
    CatalogTable table =
        origin == null || origin.isDerived()
            ? null
            : origin.getOriginTable().unwrap(CatalogTable.class);
    if (table == null) {
      return new SqlColumn(label, calculated(field, translator), nullable, false, "", "");
    }
    ColumnDef column = table.definition().columns().get(origin.getOriginColumnOrdinal());
    return new SqlColumn(
        label,
        column.type(),
        nullable,
        column.sequence() != null,
        table.definition().name(),
        column.name());
  }

  /** CHAR(n) is a text to Calcite; what it is cut and filled to is known by the query's text. */
  private static SqlType calculated(RelDataTypeField field, Translator translator) {
    SqlType type = SqlTypes.fromCalcite(field.getType());
    if (type.name() != SqlTypeName.VARCHAR) {
      return type;
    }
    int length = translator.paddedLength(field.getIndex());
    return length > 0 && length <= SqlType.MAX_LENGTH
        ? new SqlType(SqlTypeName.CHAR, length, 0)
        : type;
  }
}
