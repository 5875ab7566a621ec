package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.CompiledStatement;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;

/** A statement that changes rows. Immutable. */
abstract class Change extends CompiledStatement {
  static final TableScan[] NO_SCANS = {};
  static final List<Object[]> NO_ROWS = List.of();

  private final ReturnedRows returning;

  /** A change; {@code returning} makes rows of the result of changed rows, null for none. */
  Change(Signature signature, ReturnedRows returning) {
    super(signature);
    this.returning = returning;
  }

  /**
   * What is given back of a row that was written or is deleted; null for nothing.
   *
   * @param calculated for the row, with what it was joined with at the end; null for nothing
   */
  final Object[] returned(RunContext run, Row row, Object[] calculated) {
    return returning == null ? null : returning.of(run, row, calculated);
  }

  /** The rows of the result, of what is given back of each row. */
  final List<Object[]> finished(RunContext run, List<Object[]> returned) {
    return returning == null ? returned : returning.finished(run, returned);
  }

  /** Whether what is given back reads no rows but those that are changed. */
  final boolean returnsPlanned() {
    return returning == null || returning.hasPlan();
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
