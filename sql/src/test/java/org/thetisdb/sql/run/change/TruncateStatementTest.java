package org.thetisdb.sql.run.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;

/** What a client hears whose TRUNCATE is too much for one transaction. */
final class TruncateStatementTest {
  @Test
  void whoeverHasTooManyRowsHearsWhatToDo() {
    assertThat(TruncateStatement.advice(ErrorCode.ROW_TOO_LARGE.number())).contains("auto-commit");
    assertThat(TruncateStatement.advice(ErrorCode.PROCEDURE_TOO_LONG.number()))
        .contains("auto-commit");
    assertThat(TruncateStatement.advice(ErrorCode.UNKNOWN_TABLE.number())).isEmpty();
  }
}
