package org.thetisdb.sql.plan;

import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.thetisdb.sql.code.StatementCode;
import org.thetisdb.sql.dialect.CountedExpressions;

/** Builds the expressions of one statement, and knows what code is generated of them. */
final class StatementRex extends CountedExpressions {
  private final StatementCode code = new StatementCode();
  private final boolean runs;

  /**
   * A builder.
   *
   * @param runs whether code is wanted at once
   */
  StatementRex(RelDataTypeFactory types, boolean runs) {
    super(types);
    this.runs = runs;
  }

  boolean runs() {
    return runs;
  }

  StatementCode code() {
    return code;
  }
}
