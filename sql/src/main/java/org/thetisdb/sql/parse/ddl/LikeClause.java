package org.thetisdb.sql.parse.ddl;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.IdentitySpec;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * {@code LIKE other INCLUDING …} among the columns of CREATE TABLE: columns as those of another
 * table are now. For one clause. Not thread-safe.
 */
final class LikeClause {
  private final TokenReader in;
  private final TableDef source;
  private final Set<Option> options;

  /** What may be taken over beside names, types and NOT NULL. */
  private enum Option {
    COMMENTS,
    COMPRESSION,
    CONSTRAINTS,
    DEFAULTS,
    GENERATED,
    IDENTITY,
    INDEXES,
    STATISTICS,
    STORAGE
  }

  private LikeClause(TokenReader in) {
    this.in = in;
    this.source = in.names().requireTable(in.existing(ObjectNames.Kind.RELATION, "a table"));
    this.options = options();
  }

  /** Whether one comes next: no column is called so without quotes. */
  static boolean isNext(TokenReader in) {
    return in.isNext("LIKE");
  }

  /** Takes one; adds what it says. */
  static void take(
      TokenReader in,
      List<ColumnSpec> columns,
      List<ConstraintSpec> constraints,
      List<CreateIndex> indexes) {
    in.expect("LIKE");
    LikeClause clause = new LikeClause(in);
    clause.source.columns().forEach(column -> columns.add(clause.column(column)));
    clause.addConstraints(constraints);
    clause.addIndexes(constraints, indexes);
  }

  private Set<Option> options() {
    Set<Option> chosen = EnumSet.noneOf(Option.class);
    while (in.isNext("INCLUDING") || in.isNext("EXCLUDING")) {
      boolean including = in.next().isWord("INCLUDING");
      Set<Option> named = in.take("ALL") ? EnumSet.allOf(Option.class) : option(including);
      if (including) {
        chosen.addAll(named);
      } else {
        chosen.removeAll(named);
      }
    }
    return chosen;
  }

  private Set<Option> option(boolean including) {
    for (Option option : Option.values()) {
      if (in.take(option.name())) {
        if (option == Option.COMMENTS && including) {
          throw ThetisException.withMessage(
              ErrorCode.NOT_SUPPORTED,
              "LIKE ... INCLUDING COMMENTS is not supported; COMMENT ON says it of the new table.");
        }
        return EnumSet.of(option);
      }
    }
    throw in.unexpected("ALL, DEFAULTS, CONSTRAINTS, INDEXES, IDENTITY or GENERATED");
  }

  private boolean has(Option option) {
    return options.contains(option);
  }

  private ColumnSpec column(ColumnDef column) {
    boolean calculated = column.isCalculated() && has(Option.GENERATED);
    return new ColumnSpec(
        column.name(),
        column.type(),
        !column.nullable(),
        has(Option.DEFAULTS) ? column.defaultSql() : null,
        identity(column),
        calculated ? column.generatedSql() : null);
  }

  /** It gets a sequence of its own; that of SERIAL is a default, too. */
  private IdentitySpec identity(ColumnDef column) {
    boolean serial = has(Option.DEFAULTS) && !column.alwaysGenerated();
    if (column.sequence() == null || !(has(Option.IDENTITY) || serial)) {
      return null;
    }
    SequenceDef sequence = in.names().sequence(column.sequence());
    return new IdentitySpec(column.alwaysGenerated(), sequence.start(), sequence.increment());
  }

  private void addConstraints(List<ConstraintSpec> constraints) {
    if (has(Option.CONSTRAINTS)) {
      source
          .checks()
          .forEach(
              check ->
                  constraints.add(new ConstraintSpec.Check(check.name(), check.conditionSql())));
    }
  }

  private void addIndexes(List<ConstraintSpec> constraints, List<CreateIndex> indexes) {
    if (!has(Option.INDEXES)) {
      return;
    }
    if (!source.primaryKey().isEmpty()) {
      List<String> key =
          source.primaryKey().stream().map(place -> source.columns().get(place).name()).toList();
      constraints.add(new ConstraintSpec.PrimaryKey(null, key));
    }
    for (IndexDef index : source.indexes()) {
      List<IndexPart> parts = new ArrayList<>();
      for (int place : index.columns()) {
        parts.add(new IndexPart(source.keyName(index, place), place < 0));
      }
      if (index.constraint()) {
        List<String> columns = parts.stream().map(IndexPart::text).toList();
        constraints.add(new ConstraintSpec.Unique(null, columns));
      } else {
        String where = index.where() == null ? null : index.where().conditionSql();
        indexes.add(new CreateIndex(null, false, index.unique(), "", parts, List.of(), where));
      }
    }
  }
}
