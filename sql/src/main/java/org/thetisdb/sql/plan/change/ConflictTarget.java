package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.access.IndexExpressions;
import org.thetisdb.sql.access.IndexForms;
import org.thetisdb.sql.access.PartialIndexes;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.plan.query.CompiledIndexForms;
import org.thetisdb.sql.run.change.OnConflict;

/**
 * The keys that ON CONFLICT means, found as PostgreSQL infers them: unique indexes of the same
 * columns and expressions, in whatever order, partial ones if the condition that is named says that
 * of a row which the index's own condition says. Not thread-safe.
 */
final class ConflictTarget {
  private final SqlCatalog catalog;
  private final TableDef table;
  private final Statement.Conflict conflict;
  private final PartialIndexes partial;
  private final IndexExpressions expressions;
  private final CompiledExpressions compiler = new CompiledExpressions();

  ConflictTarget(SqlCatalog catalog, TableDef table, Statement.Conflict conflict) {
    this.catalog = catalog;
    this.table = table;
    this.conflict = conflict;
    IndexForms forms = new CompiledIndexForms();
    this.partial = new PartialIndexes(table, forms);
    this.expressions = new IndexExpressions(table, forms);
  }

  /** Whether no key is named, so that all are meant. */
  boolean isAny() {
    return conflict.parts().isEmpty() && conflict.constraint() == null;
  }

  /** Whether the primary key is meant. */
  boolean hasPrimary() {
    if (conflict.constraint() != null) {
      return conflict.constraint().equals(table.primaryKeyName()) && !table.hasHiddenKey();
    }
    return isAny() || named().equals(new HashSet<>(table.primaryKey()));
  }

  /** The unique indexes that are meant; if the primary key is meant by its columns, none. */
  List<IndexDef> indexes() {
    if (!isAny() && hasPrimary()) {
      return List.of();
    }
    if (conflict.constraint() != null) {
      return List.of(constraint());
    }
    Set<Integer> named = isAny() ? Set.of() : named();
    List<IndexDef> indexes = new ArrayList<>();
    for (IndexDef index : table.indexes()) {
      if (index.unique() && (isAny() || isMeant(index, named))) {
        indexes.add(index);
      }
    }
    return List.copyOf(indexes);
  }

  private IndexDef constraint() {
    IndexDef index = table.index(ObjectName.beside(table.name(), conflict.constraint()));
    if (index == null || !index.constraint()) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "constraint", conflict.constraint());
    }
    return index;
  }

  /** Columns of the table, and those that stand for expressions of its indexes. */
  private Set<Integer> named() {
    Set<Integer> named = new HashSet<>();
    for (IndexPart part : conflict.parts()) {
      named.add(
          part.isExpression()
              ? expressions.columnOf(part.text())
              : ChangeCompiler.columnOf(table, new SqlIdentifier(part.text(), SqlParserPos.ZERO)));
    }
    return named;
  }

  private boolean isMeant(IndexDef index, Set<Integer> named) {
    Set<Integer> columns = new HashSet<>();
    index.columns().forEach(place -> columns.add(expressions.columnAt(index, place)));
    return columns.equals(named)
        && (!index.isPartial()
            || (conflict.whereSql() != null && partial.holdsAll(index, conflict.whereSql())));
  }

  /** What finds rows by an index. */
  OnConflict.Unique compiled(IndexDef index) {
    RowCheck where =
        index.isPartial()
            ? compiler.compile(table, new CheckDef(index.name(), index.where().isTrueSql()))
            : null;
    return new OnConflict.Unique(
        new IndexKeys(table, index, catalog.entriesOf(index), compiler), where);
  }

  /** The calculated columns that indexes depend on. */
  List<OnConflict.Calculated> calculated(List<IndexDef> indexes) {
    return calculated(at -> indexes.stream().anyMatch(index -> index.dependsOn(at)));
  }

  /** The calculated columns among some. */
  List<OnConflict.Calculated> calculated(IntPredicate wanted) {
    List<OnConflict.Calculated> calculated = new ArrayList<>();
    for (int place = 0; place < table.columns().size(); place++) {
      ColumnDef column = table.columns().get(place);
      if (column.isCalculated() && wanted.test(place)) {
        calculated.add(
            new OnConflict.Calculated(column.storedAt(), compiler.compile(table, column)));
      }
    }
    return List.copyOf(calculated);
  }
}
