package org.thetisdb.client.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What of a statement is a parameter. */
class SqlTextTest {
  @Test
  void questionMarksInTextsAndCommentsAreNoParameters() throws SQLException {
    SqlText text = SqlText.of("SELECT '?''?', \"a?\" /* ? */ FROM t -- ?\nWHERE x = ?", true);

    assertThat(text.parameters()).isEqualTo(1);
  }

  @Test
  void textsInDollarsHaveNeitherParametersNorEscapes() throws SQLException {
    SqlText text = SqlText.of("SELECT $$ {a} ? $$, $b$ $$?{ $b$, a$b, ? FROM t$1", true);

    assertThat(text.parameters()).isEqualTo(1);
    assertThat(text.sql()).isEqualTo("SELECT $$ {a} ? $$, $b$ $$?{ $b$, a$b, ? FROM t$1");
  }

  @Test
  void questionMarksAreOperatorsWhereNoValuesCanBeGiven() throws SQLException {
    SqlText text = SqlText.of("SELECT a ? '?', b ?| c, d ?? 'e' -- ?", true);

    assertThat(text.withOperators().sql()).isEqualTo("SELECT a ?? '?', b ??| c, d ?? 'e' -- ?");
  }
}
