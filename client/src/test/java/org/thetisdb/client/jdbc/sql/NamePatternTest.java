package org.thetisdb.client.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Patterns of the metadata. */
class NamePatternTest {
  @Test
  void patternsOfNamesMatchAsInSql() {
    assertThat(new NamePattern(null).matches("x")).isTrue();
    assertThat(new NamePattern("a%_c").matches("abbc")).isTrue();
    assertThat(new NamePattern("a%_c").matches("ac")).isFalse();
    assertThat(new NamePattern("a\\_b").matches("a_b")).isTrue();
    assertThat(new NamePattern("a\\_b").matches("axb")).isFalse();
    assertThat(new NamePattern("%").matches("")).isTrue();
    assertThat(new NamePattern("%a%a%a%a%a%a%a%a%b").matches("a".repeat(2_000))).isFalse();
  }
}
