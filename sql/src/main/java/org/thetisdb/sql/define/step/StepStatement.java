package org.thetisdb.sql.define.step;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.DroppedDef.State;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * One batch of a step as a statement, so that it is routed, run and logged like any other. Its
 * parameter is the key behind which the batch begins, null for the first one; its one row is the
 * key behind which the next one begins, null if there is nothing left to do. Its keys are found by
 * running it. To run it does no harm: it does again what a definition has asked for.
 */
public final class StepStatement implements SqlStatement {
  private static final SqlType KEY = SqlType.of(SqlTypeName.VARBINARY);

  private final Step step;
  private final StepWork work;
  private final boolean writes;

  /** A batch of {@code step} in a catalog in which its definition is in force. */
  public StepStatement(Step step, IntegrityRules rules) {
    this.step = step;
    this.work = new StepWork(rules);
    this.writes = Step.writes(step);
    requireDropped(rules.catalog());
    requireThere(rules.catalog());
  }

  /**
   * What a step was to complete may be gone, since rows did not allow it or somebody dropped it. A
   * client that repeats the definition must not hear that it holds.
   */
  private void requireThere(SqlCatalog catalog) {
    if (step instanceof Step.FillIndex fill) {
      TableDef table = catalog.tableById(fill.tableId());
      if (table != null && table.index(fill.index()) == null) {
        throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "index", fill.index());
      }
    } else if (step instanceof Step.FillColumns fill) {
      TableDef table = catalog.tableById(fill.tableId());
      if (table != null && (table.making() == null || table.making().number() != fill.making())) {
        throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "change of columns", table.name());
      }
    } else if (step instanceof Step.CheckRows check) {
      TableDef table = catalog.tableById(check.tableId());
      if (table != null && !hasConstraint(table, check.constraint())) {
        throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "constraint", check.constraint());
      }
    }
  }

  /** Rows of a table that is still there keep what they hold. */
  private void requireDropped(SqlCatalog catalog) {
    if (step instanceof Step.GiveUpValues values
        && !catalog.has(new ObjectId(ObjectKind.DROPPED, values.storedTableId()))) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "dropped table", values.storedTableId());
    }
    if (step instanceof Step.EmptyTable empty
        && !catalog.has(new DroppedDef(empty.storedTableId(), State.EMPTYING))) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "dropped table", empty.storedTableId());
    }
  }

  private static boolean hasConstraint(TableDef table, String name) {
    return table.checks().stream().anyMatch(check -> check.name().equals(name))
        || table.foreignKeys().stream().anyMatch(key -> key.name().equals(name));
  }

  @Override
  public String text() {
    return StepText.of(step);
  }

  @Override
  public List<SqlType> parameters() {
    return List.of(KEY);
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of(new SqlColumn("next_key", KEY, true, false, "", ""));
  }

  @Override
  public boolean isQuery() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return !writes;
  }

  @Override
  public List<String> sequences() {
    return List.of();
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    if (arguments.length != 1) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, 1, arguments.length);
    }
    if (arguments[0] != null && !(arguments[0] instanceof byte[])) {
      throw new ThetisException(ErrorCode.BAD_VALUE, "A key is given as bytes.");
    }
    return arguments;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    throw new IllegalStateException("a step has no plan");
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    byte[] after = (byte[]) arguments[0];
    byte[] next =
        work.batch(context, step, after == null ? null : Arrays.copyOf(after, after.length));
    return new SqlResult(-1, Collections.singletonList(new Object[] {next}));
  }
}
