package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;

/** What all compiled statements have in common. Immutable. */
public abstract class CompiledStatement implements SqlStatement {
  private final Signature signature;

  public CompiledStatement(Signature signature) {
    this.signature = signature;
  }

  protected final Signature signature() {
    return signature;
  }

  @Override
  public final String text() {
    return signature.text();
  }

  @Override
  public final List<SqlType> parameters() {
    return signature.parameters();
  }

  @Override
  public final List<SqlColumn> columns() {
    return signature.columns();
  }

  @Override
  public final List<String> sequences() {
    return signature.sequences();
  }

  @Override
  public final String sequenceToSet() {
    return signature.sets();
  }

  @Override
  public final String textFor(List<Object[]> runs) {
    return signature.open().textFor(signature.text(), runs);
  }

  @Override
  public boolean wantsClasses() {
    return signature.code().wantsClasses();
  }

  @Override
  public void makeClasses() {
    signature.code().makeClasses();
  }

  @Override
  public final Object[] checkArguments(Object[] arguments) {
    return signature.check(arguments);
  }

  @Override
  public final void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    RunErrors.mapped(
        () -> {
          planRun(target, signature.begin(null, arguments, generated, scans()));
          return null;
        });
  }

  @Override
  public final SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    return RunErrors.mapped(() -> run(signature.begin(context, arguments, generated, scans())));
  }

  /** The scans that generated code names by number. */
  protected abstract TableScan[] scans();

  protected abstract void planRun(Plan target, RunContext run);

  protected abstract SqlResult run(RunContext run);
}
