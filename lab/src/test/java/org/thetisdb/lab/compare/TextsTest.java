package org.thetisdb.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void anOrderWithinParenthesesIsNotTheStatements() {
    assertThat(Texts.ordersRows("SELECT max(x) OVER (ORDER BY y) FROM t")).isFalse();
    assertThat(Texts.ordersRows("SELECT ' ORDER BY ' FROM t")).isFalse();
    assertThat(Texts.ordersRows("SELECT x FROM (SELECT 1) q ORDER BY 1")).isTrue();
  }

  @Test
  void statementsThatDifferInNamesAndConstantsHaveOneForm() {
    assertThat(Texts.form("SELECT a1.x + 17 FROM t2 AS a1 WHERE a1.s = 'b'"))
        .isEqualTo(Texts.form("SELECT a9.i + 3 FROM t1 AS a9 WHERE a9.v = ''"));
  }

  @Test
  void numbersOfOneValueAreAlikeButForTheirDigits() {
    assertThat(Texts.rounded(List.of("0.714286|a|∅", "0.00|0|")))
        .isEqualTo(Texts.rounded(List.of("0.71428571428571|a|∅", "0|0.000|")))
        .isNotEqualTo(Texts.rounded(List.of("0.7143|a|∅", "1|0|")));
  }
}
