package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableBitSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.access.OfferedRows;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.plan.query.ValueCompiler;
import org.thetisdb.sql.plan.relation.LargeUses;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.change.Assignments;
import org.thetisdb.sql.run.change.OnConflict;
import org.thetisdb.sql.run.query.OfferedQuery;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.scalar.ValueSource;

/** Compiles ON CONFLICT. Not thread-safe. */
final class ConflictCompiler {
  private static final String EXCLUDED = "excluded";

  private final Translator translator;
  private final Parameters parameters;
  private final TableDef table;
  private final String alias;

  /** {@code alias} is what the statement calls the table; null for its name. */
  ConflictCompiler(Translator translator, Parameters parameters, TableDef table, String alias) {
    this.alias = alias == null ? ObjectName.simple(table.name()) : alias;
    this.translator = translator;
    this.parameters = parameters;
    this.table = table;
  }

  /** {@code update} says what is set; null for DO NOTHING. */
  OnConflict compile(Statement.Conflict conflict, SqlUpdate update, RowWriter writer) {
    ConflictTarget target = new ConflictTarget(translator.space().catalog(), table, conflict);
    boolean primary = target.hasPrimary();
    List<IndexDef> indexes = target.indexes();
    if (!primary && indexes.isEmpty()) {
      throw ThetisException.withMessage(
          ErrorCode.INVALID_CONFLICT_TARGET,
          "ON CONFLICT names no primary key and no unique index of table \"%s\"."
              .formatted(table.name()));
    }
    List<OnConflict.Unique> unique = indexes.stream().map(target::compiled).toList();
    boolean reachable = primary && !table.hasHiddenKey();
    if (update == null) {
      return OnConflict.of(OnConflict.Kind.SKIP, reachable, unique, target.calculated(indexes));
    }
    if (target.isAny()) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "ON CONFLICT DO UPDATE has to name the columns of a key.");
    }
    return update(update, writer, reachable, unique, indexes, target);
  }

  private OnConflict update(
      SqlUpdate update,
      RowWriter writer,
      boolean primary,
      List<OnConflict.Unique> unique,
      List<IndexDef> indexes,
      ConflictTarget target) {
    ValueCompiler values = new ValueCompiler(translator, parameters);
    int[] columns = new int[update.getTargetColumnList().size()];
    List<ValueSource> sources = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ChangeCompiler.columnOf(table, update.getTargetColumnList().get(i));
      sources.add(
          values.changedTo(
              update.getSourceExpressionList().get(i), table.columns().get(columns[i])));
    }
    List<SqlNode> items = new ArrayList<>(values.expressions());
    boolean conditional = update.getCondition() != null;
    if (conditional) {
      items.add(update.getCondition());
    }
    boolean queries = items.stream().anyMatch(Selects::holdsQuery);
    List<RexNode> compiled = items.isEmpty() || queries ? List.of() : overBoth(items);
    if (queries) {
      return queried(
          items, sources, columns, conditional, writer, primary, unique, indexes, target);
    }
    List<RexNode> set = compiled.subList(0, values.expressions().size());
    Scalar condition =
        conditional ? compile(List.of(compiled.get(compiled.size() - 1))).single() : null;
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(compiled, null);
    int width = table.columns().size();
    return new OnConflict(
        OnConflict.Kind.UPDATE,
        new Assignments(writer, columns, ValueCompiler.typed(sources, set)),
        compile(set),
        condition,
        null,
        present(compiled, set),
        excluded(compiled, set),
        primary,
        unique,
        target.calculated(indexes),
        target.calculated(at -> used.get(width + at)));
  }

  private RowReader present(List<RexNode> all, List<RexNode> set) {
    return reader(all, set, 0);
  }

  private RowReader excluded(List<RexNode> all, List<RexNode> set) {
    return reader(all, set, table.columns().size());
  }

  /** Reads what is used of one of the two rows; a column that is only set may be a mark. */
  private RowReader reader(List<RexNode> all, List<RexNode> set, int from) {
    BitSet lookedAt = LargeUses.lookedAt(set, true);
    lookedAt.or(LargeUses.lookedAt(all.subList(set.size(), all.size()), false));
    int to = from + table.columns().size();
    int[] used =
        RelOptUtil.InputFinder.bits(all, null).toList().stream()
            .mapToInt(Integer::intValue)
            .filter(column -> column >= from && column < to)
            .toArray();
    BitSet passed = new BitSet();
    for (int i = 0; i < used.length; i++) {
      passed.set(i, !lookedAt.get(used[i]));
      used[i] -= from;
    }
    return new RowReader(table, used, passed);
  }

  private RowFunction compile(List<RexNode> expressions) {
    return Scalars.compile(
        translator.rexBuilder(), expressions, InsertCompiler.both(translator, table));
  }

  /** Expressions over the row that is there, with the new one behind it. */
  private List<RexNode> overBoth(List<SqlNode> items) {
    return OwnValues.of(projected(items), translator.rexBuilder());
  }

  private Project projected(List<SqlNode> items) {
    RelNode rel = translator.toRel(Selects.of(items, from(), null)).project(true);
    if (OwnValues.flat(rel) instanceof Project project) {
      return project;
    }
    throw new ThetisException(
        ErrorCode.NOT_SUPPORTED, "An aggregate or window function within ON CONFLICT");
  }

  /** The same where expressions hold queries: all of them are columns of one. */
  private OnConflict queried(
      List<SqlNode> items,
      List<ValueSource> sources,
      int[] columns,
      boolean conditional,
      RowWriter writer,
      boolean primary,
      List<OnConflict.Unique> unique,
      List<IndexDef> indexes,
      ConflictTarget target) {
    Project project = projected(items);
    QueryCompiler compiler = new QueryCompiler(translator);
    OfferedQuery values = compiler.offered(OfferedRows.below(project));
    Set<String> changed = ChangedTables.reachedFrom(table, translator.space().catalog());
    boolean rereads = ChangedTables.readBy(compiler.plan(), changed) != null;
    RowReader all = new RowReader(table, IntStream.range(0, table.columns().size()).toArray());
    return new OnConflict(
        OnConflict.Kind.UPDATE,
        new Assignments(writer, columns, ValueCompiler.typed(sources, project.getProjects())),
        null,
        null,
        new OnConflict.Query(values, conditional, rereads),
        all,
        all,
        primary,
        unique,
        target.calculated(indexes),
        target.calculated(at -> true));
  }

  private SqlNode from() {
    SqlParserPos zero = SqlParserPos.ZERO;
    return new SqlJoin(
        zero,
        named(alias),
        SqlLiteral.createBoolean(false, zero),
        JoinType.CROSS.symbol(zero),
        named(EXCLUDED),
        JoinConditionType.NONE.symbol(zero),
        null);
  }

  private SqlNode named(String name) {
    return CatalogSpace.from(table, name);
  }
}
