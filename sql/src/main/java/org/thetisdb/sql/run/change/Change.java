package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.CompiledStatement;
import org.thetisdb.sql.run.Projection;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;

/** A statement that changes rows. Immutable. */
abstract class Change extends CompiledStatement {
  static final TableScan[] NO_SCANS = {};
  static final List<Object[]> NO_ROWS = List.of();

  private final Projection returning;

  /** A change; {@code returning} makes rows of the result of changed rows, null for none. */
  Change(Signature signature, Projection returning) {
    super(signature);
    this.returning = returning;
  }

  /** What is given back of a row that was written or is deleted; null for nothing. */
  final Object[] returned(RunContext run, Row row) {
    return returning == null ? null : returning.apply(run, row);
  }

  @Override
  public final boolean returnsRows() {
    return returning != null;
  }

  @Override
  public final boolean isQuery() {
    return false;
  }

  @Override
  public final boolean isReadOnly() {
    return false;
  }

  @Override
  public boolean isChange() {
    return true;
  }
}
