package org.thetisdb.sql.run;

import java.util.List;

/** A statement that changes rows. Immutable. */
abstract class Change extends CompiledStatement {
  static final TableScan[] NO_SCANS = {};
  static final List<Object[]> NO_ROWS = List.of();

  Change(Signature signature) {
    super(signature);
  }

  @Override
  public final boolean isQuery() {
    return false;
  }

  @Override
  public final boolean isReadOnly() {
    return false;
  }
}
