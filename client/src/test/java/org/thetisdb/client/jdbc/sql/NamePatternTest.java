package org.thetisdb.client.jdbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Patterns of the metadata. */
class NamePatternTest {
  @Test
  void patternsWithoutWildcardsAreNames() {
    assertThat(new NamePattern("a\\_b\\%").exact()).isEqualTo("a_b%");
    assertThat(new NamePattern("a!b\\").exact()).isEqualTo("a!b\\");
    assertThat(new NamePattern("").exact()).isEmpty();
    assertThat(new NamePattern("a_b").exact()).isNull();
    assertThat(new NamePattern(null).exact()).isNull();
  }

  @Test
  void patternsAreToldAsSqlHasThem() {
    assertThat(new NamePattern("a%_c").like()).isEqualTo("a%_c");
    assertThat(new NamePattern("a\\_b%").like()).isEqualTo("a!_b%");
    assertThat(new NamePattern("a!b\\c\\\\%").like()).isEqualTo("a!!bc\\%");
  }

  @Test
  void nullAndAPercentSignAreAll() {
    assertThat(new NamePattern(null).isAll()).isTrue();
    assertThat(new NamePattern("%").isAll()).isTrue();
    assertThat(new NamePattern("").isAll()).isFalse();
  }

  @Test
  void namesInCapitalsAreLookedForInSmallLetters() {
    assertThat(new NamePattern("A_b").lowerCase().like()).isEqualTo("a_b");
    assertThat(new NamePattern("a_b").lowerCase()).isNull();
    assertThat(new NamePattern(null).lowerCase()).isNull();
  }
}
