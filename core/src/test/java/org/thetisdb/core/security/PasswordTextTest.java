package org.thetisdb.core.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords in statements, before anything sees them. */
class PasswordTextTest {
  private static String hidden(String sql) {
    return PasswordText.hidden(sql, password -> "<" + password.length() + ">");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE USER u PASSWORD 'secret'",
        "  create role u with login encrypted password'secret' in role r",
        "-- a user\nALTER USER u PASSWORD 'secret'",
        "/* a /* nested */ one */ ALTER ROLE u PASSWORD\n'secret'",
        "/* a */ /* b */ CREATE/**/USER\"a 'password' b\" PASSWORD 'secret'",
        "CREATE GROUP u PASSWORD 'secret'"
      })
  void aPasswordIsReplacedByItsVerifier(String sql) {
    assertThat(hidden(sql)).contains("PASSWORD '<6>'").doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT password FROM users WHERE name = 'x'",
        "CREATE TABLE users (password TEXT DEFAULT 'secret')",
        "ALTER TABLE users ADD password TEXT",
        "/* CREATE USER u */ SELECT 'PASSWORD ''secret'''",
        "COMMENT ON TABLE t IS 'password ''secret'''",
        ""
      })
  void otherTextsStayAsTheyAre(String sql) {
    assertThat(hidden(sql)).isSameAs(sql);
  }

  @Test
  void aQuoteWithinAPasswordIsOneCharacter() {
    assertThat(hidden("CREATE USER u PASSWORD 'it''s'")).isEqualTo("CREATE USER u PASSWORD '<4>'");
  }

  @Test
  void longTextsAreReadInTimeThatGrowsWithTheirLength() {
    String comments = "/* a */ ".repeat(10_000) + " \n\t".repeat(100_000);
    String other = comments + "SELECT password FROM t";
    assertThat(hidden(other)).isSameAs(other);
    String password = "x''".repeat(500_000);
    assertThat(hidden(comments + "CREATE USER u PASSWORD '" + password + "'"))
        .endsWith("CREATE USER u PASSWORD '<1000000>'");
  }
}
