package org.thetisdb.sql.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.sql.define.Definitions.column;
import static org.thetisdb.sql.define.Definitions.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.ConstraintSpec.Check;
import org.thetisdb.sql.ddl.CreateProcedure;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** What is too large to be stored is refused before anything of it is. */
final class DefinitionLimitsTest {
  private final Definitions database = new Definitions();

  @Test
  void aTableOfTooManyConstraintsIsRefusedInWords() {
    database.run(strict(1000));
    assertThat(database.catalog().table("strict1000").checks()).hasSize(1000);
    assertRefused(strict(1001));
    assertThat(database.catalog().table("strict1001")).isNull();
  }

  @Test
  void aProcedureOfTooManyParametersIsRefusedInWords() {
    database.run(strict(1));
    List<CreateProcedure.Parameter> parameters =
        IntStream.range(0, 1001)
            .mapToObj(i -> new CreateProcedure.Parameter("p" + i, SqlType.of(SqlTypeName.BIGINT)))
            .toList();
    assertRefused(new CreateProcedure("p", false, parameters, null, "SELECT size FROM strict1"));
  }

  private static CreateTable strict(int checks) {
    ConstraintSpec[] constraints = new ConstraintSpec[checks];
    Arrays.fill(constraints, new Check(null, "size > 0"));
    return table("strict" + checks, List.of(column("size", SqlTypeName.INTEGER)), constraints);
  }

  private void assertRefused(Ddl definition) {
    assertThatThrownBy(() -> database.run(definition))
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> {
              assertThat(error.code()).isEqualTo(ErrorCode.SQL_INVALID);
              assertThat(error.getMessage()).contains("at most 1000", "here are 1001");
            });
  }
}
