package org.thetisdb.sql.dialect;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** What a function asks its validator for before it looks at the types of its operands. */
public interface ParameterTyper {
  /** Gives the parameters among the operands of a call their types. */
  void typeParameters(SqlValidatorScope scope, SqlCall call);
}
