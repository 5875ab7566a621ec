package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.context.ConstraintTimer;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;

/**
 * SET CONSTRAINTS: says when foreign keys of a transaction are checked. What is to be checked at
 * once from now on is checked now, too; of that nobody knows the keys beforehand. Immutable.
 */
public final class ConstraintTiming implements SqlStatement {
  private final Signature signature;
  private final List<ConstraintTimer.Key> keys;
  private final boolean deferred;

  /** A statement about some foreign keys; about all if there are no {@code keys}. */
  public ConstraintTiming(Signature signature, List<ConstraintTimer.Key> keys, boolean deferred) {
    this.signature = signature;
    this.keys = keys;
    this.deferred = deferred;
  }

  @Override
  public String text() {
    return signature.text();
  }

  @Override
  public List<SqlType> parameters() {
    return List.of();
  }

  @Override
  public List<SqlColumn> columns() {
    return List.of();
  }

  @Override
  public boolean isQuery() {
    return false;
  }

  @Override
  public boolean isReadOnly() {
    return deferred;
  }

  @Override
  public List<String> sequences() {
    return List.of();
  }

  @Override
  public Object[] checkArguments(Object[] arguments) {
    return signature.check(arguments);
  }

  @Override
  public boolean hasPlan() {
    return deferred;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    // it meets no row
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    if (context instanceof ConstraintTimer timer) {
      if (keys.isEmpty()) {
        timer.defer(null, deferred);
      }
      keys.forEach(key -> timer.defer(key, deferred));
    }
    return new SqlResult(0, List.of());
  }
}
