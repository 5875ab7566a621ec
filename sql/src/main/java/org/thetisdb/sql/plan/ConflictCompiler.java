package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.run.Assignments;
import org.thetisdb.sql.run.OnConflict;
import org.thetisdb.sql.run.RowFunction;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.ValueSource;

/** Compiles ON CONFLICT. Not thread-safe. */
final class ConflictCompiler {
  private static final String EXCLUDED = "excluded";

  private final Translator translator;
  private final Parameters parameters;
  private final TableDef table;

  ConflictCompiler(Translator translator, Parameters parameters, TableDef table) {
    this.translator = translator;
    this.parameters = parameters;
    this.table = table;
  }

  /** {@code update} says what is set; null for DO NOTHING. */
  OnConflict compile(Statement.Conflict conflict, SqlUpdate update, RowWriter writer) {
    boolean any = conflict.columns().isEmpty() && conflict.constraint() == null;
    boolean primary = any || isPrimary(conflict);
    List<OnConflict.Unique> unique = primary && !any ? List.of() : unique(conflict, any);
    if (!primary && unique.isEmpty()) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "ON CONFLICT names no primary key and no unique index of table \"%s\"."
              .formatted(table.name()));
    }
    boolean reachable = primary && !table.hasHiddenKey();
    if (update == null) {
      return OnConflict.of(OnConflict.Kind.SKIP, reachable, unique);
    }
    if (any) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "ON CONFLICT DO UPDATE has to name the columns of a key.");
    }
    return update(update, writer, reachable, unique);
  }

  private boolean isPrimary(Statement.Conflict conflict) {
    return conflict.constraint() != null
        ? conflict.constraint().equals(table.primaryKeyName())
        : sameColumns(conflict, table.primaryKey());
  }

  private boolean sameColumns(Statement.Conflict conflict, List<Integer> places) {
    List<Integer> named =
        conflict.columns().stream()
            .map(name -> ChangeCompiler.columnOf(table, new SqlIdentifier(name, SqlParserPos.ZERO)))
            .toList();
    return named.size() == places.size() && new HashSet<>(named).equals(new HashSet<>(places));
  }

  private List<OnConflict.Unique> unique(Statement.Conflict conflict, boolean any) {
    SqlCatalog catalog = translator.space().catalog();
    List<OnConflict.Unique> unique = new ArrayList<>();
    for (IndexDef index : table.indexes()) {
      boolean meant = any || isNamed(conflict, index) || sameColumns(conflict, index.columns());
      if (index.unique() && index.isPartial() && (any || isNamed(conflict, index))) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "ON CONFLICT by the partial index \"%s\"".formatted(index.name()));
      }
      if (index.unique() && !index.isPartial() && meant) {
        IndexKeys keys = new IndexKeys(table, index, catalog.entriesOf(index));
        unique.add(new OnConflict.Unique(keys, index.columns()));
      }
    }
    return unique;
  }

  private OnConflict update(
      SqlUpdate update, RowWriter writer, boolean primary, List<OnConflict.Unique> unique) {
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
    List<RexNode> compiled = items.isEmpty() ? List.of() : overBoth(items);
    List<RexNode> set = compiled.subList(0, values.expressions().size());
    Scalar condition =
        conditional ? compile(List.of(compiled.get(compiled.size() - 1))).single() : null;
    return new OnConflict(
        OnConflict.Kind.UPDATE,
        new Assignments(writer, columns, ValueCompiler.typed(sources, set)),
        compile(set),
        condition,
        primary,
        unique);
  }

  private RowFunction compile(List<RexNode> expressions) {
    return Scalars.compile(
        translator.rexBuilder(), expressions, InsertCompiler.both(translator, table));
  }

  /** Expressions over the row that is there, with the new one behind it. */
  private List<RexNode> overBoth(List<SqlNode> items) {
    RelNode rel =
        translator
            .toRel(ChangeCompiler.select(items, from(), null))
            .project(true)
            .accept(new ConvertToChecked(translator.rexBuilder(), true));
    if (!(rel instanceof Project project)
        || project.getProjects().stream()
            .anyMatch(node -> RexUtil.SubQueryFinder.find(node) != null)) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within ON CONFLICT");
    }
    return project.getProjects();
  }

  private SqlNode from() {
    SqlParserPos zero = SqlParserPos.ZERO;
    return new SqlJoin(
        zero,
        named(ObjectName.simple(table.name())),
        SqlLiteral.createBoolean(false, zero),
        JoinType.CROSS.symbol(zero),
        named(EXCLUDED),
        JoinConditionType.NONE.symbol(zero),
        null);
  }

  private boolean isNamed(Statement.Conflict conflict, IndexDef index) {
    String named = conflict.constraint();
    return named != null && index.name().equals(ObjectName.beside(table.name(), named));
  }

  private SqlNode named(String alias) {
    return CatalogSpace.from(table, alias);
  }
}
