package org.thetisdb.sql.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

class RegexTest {
  private static String first(String regex, String text) {
    RegexMatches matches = Regex.of(regex, "").matches(text);
    return matches.next() ? matches.group(0) : null;
  }

  private static String stateOf(Throwable thrown) {
    return ((ThetisException) thrown).code().sqlState();
  }

  @ParameterizedTest
  @CsvSource({
    "a|ab|abc, xabcd, abc",
    "(a|ab)(c|bcd)(d*), abcd, abcd",
    "x*, aaa, ''",
    "a{2}, aaa, aa",
    "'a{2,}', aaaa, aaaa",
    "[[:digit:]]+, ab123c, 123",
    "[^[:space:]]+, ' ab ', ab",
    "\\w+, -äöü_1-, äöü_1",
    "\\D+, 12ab3, ab",
    "[\\d-]+, a1-2b, 1-2",
    "\\x41\\u0042, xABx, AB",
    "(?:ab)+, cababc, abab",
    "a.c, a\uD83D\uDE00c, a\uD83D\uDE00c",
    "(?#no)a, ba, a",
    "a.*?c, abcbc, abc",
    "(.)\\1, abccd, cc",
    "o(?=b), foob, o",
  })
  void matchesAreThoseOfPostgreSql(String regex, String text, String match) {
    assertThat(first(regex, text)).isEqualTo(match);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        ")",
        "[a",
        "a{1",
        "a{2,1}",
        "+",
        "a|*b",
        "^*",
        "(?=a)*",
        "a+*",
        "\\",
        "\\g",
        "(?<x>a)",
        "[[:no:]]",
        "[b-a]",
        "\\1",
        "[[.no.]]",
        "(?#",
        "\\u12",
        "[\\y]",
        "(?z)a"
      })
  void whatMakesNoSenseIsRefused(String regex) {
    assertThatThrownBy(() -> Regex.of(regex, ""))
        .isInstanceOf(ThetisException.class)
        .extracting(RegexTest::stateOf)
        .isIn("2201B", "22023");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(((a{99}){99}){99})", "((a{255}){255}b*){3}"})
  void whatIsTooLargeIsRefused(String regex) {
    assertThatThrownBy(() -> Regex.of(regex, ""))
        .isInstanceOf(ThetisException.class)
        .extracting(RegexTest::stateOf)
        .isEqualTo("54000");
  }

  @Test
  void deepParenthesesAreRefusedAndLongPatternsAreRead() {
    assertThatThrownBy(() -> Regex.of("(".repeat(5_000) + "a" + ")".repeat(5_000), ""))
        .isInstanceOf(ThetisException.class);
    assertThat(Regex.of("a".repeat(50_000), "").isIn("b")).isFalse();
    assertThat(Regex.of("a?".repeat(2_000) + "a".repeat(2_000), "").isIn("a".repeat(2_000)))
        .isTrue();
  }

  @Test
  void theTimeIsLinear() {
    String text = "a".repeat(20_000);
    assertThat(Regex.of("^a*a*a*a*a*a*a*a*a*a*b$", "").isIn(text)).isFalse();
    assertThat(Regex.of("^(a+)+$", "").isIn(text + "b")).isFalse();
    assertThat(Regex.of("(x+x+)+y", "").isIn("x".repeat(20_000))).isFalse();
  }

  @Test
  void whatGoesBackEndsByItsBound() {
    assertThatThrownBy(() -> Regex.of("^(a|aa)+\\1?b$", "").isIn("a".repeat(100)))
        .isInstanceOf(ThetisException.class)
        .extracting(RegexTest::stateOf)
        .isEqualTo("54000");
    assertThatThrownBy(() -> Regex.of("(?=(a|b)*c)d", "").isIn("ab".repeat(200_000)))
        .isInstanceOf(ThetisException.class)
        .extracting(RegexTest::stateOf)
        .isEqualTo("54000");
  }

  @Test
  void bothEnginesAskWhetherToGoOn() {
    for (String regex : new String[] {"(a*)*b", "(a)\\1c|x"}) {
      assertThatThrownBy(
              () ->
                  Calculation.watched(
                      () -> {
                        throw new IllegalStateException("enough");
                      },
                      () -> Regex.of(regex, "").isIn("a".repeat(500_000))))
          .as(regex)
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
