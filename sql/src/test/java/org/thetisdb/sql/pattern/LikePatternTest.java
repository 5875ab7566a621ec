package org.thetisdb.sql.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

class LikePatternTest {
  private static boolean matches(String text, String pattern) {
    return LikePattern.of(pattern, LikePattern.NO_ESCAPE).matches(text);
  }

  /** What LIKE means, without a thought of time. */
  private static boolean means(String text, String pattern) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    if (pattern.charAt(0) == '%') {
      return means(text, pattern.substring(1))
          || (!text.isEmpty() && means(text.substring(1), pattern));
    }
    return !text.isEmpty()
        && (pattern.charAt(0) == '_' || pattern.charAt(0) == text.charAt(0))
        && means(text.substring(1), pattern.substring(1));
  }

  private static String random(Random random, String alphabet, int longest) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(longest + 1); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @Test
  void randomPatternsMatchWhatLikeMeans() {
    Random random = new Random(49);
    for (int i = 0; i < 200_000; i++) {
      String text = random(random, "ab", 9);
      String pattern = random(random, "ab_%", 7);
      assertThat(matches(text, pattern))
          .as("'%s' LIKE '%s'", text, pattern)
          .isEqualTo(means(text, pattern));
    }
  }

  @Test
  void longPartsAreFoundAsShortOnesAre() {
    Random random = new Random(50);
    for (int i = 0; i < 20_000; i++) {
      String text = random(random, "aab", 200);
      String part = random(random, "aaab", 60);
      assertThat(matches(text, "%" + part + "%"))
          .as("'%s' in '%s'", part, text)
          .isEqualTo(text.contains(part));
    }
  }

  /** Each of these takes for ever, or the square of its length, by a regular expression. */
  @Test
  void theTimeOfAPatternIsLinear() {
    String text = "a".repeat(100_000);
    int[] asked = new int[1];
    Calculation.watched(
        () -> asked[0]++,
        () -> {
          assertThat(matches(text, "%a%a%a%a%a%a%a%a%a%a%b")).isFalse();
          assertThat(matches(text + "b", "%a".repeat(50_000) + "%c")).isFalse();
          assertThat(matches(text, "%" + "a".repeat(50_000) + "b%")).isFalse();
          assertThat(matches("x", "x".repeat(160_000))).isFalse();
          assertThat(matches(text, "%_b%")).isFalse();
        });
    assertThat((long) asked[0] * Calculation.STEPS_BETWEEN).isLessThan(20L * text.length());
  }

  @Test
  void aPatternThatTakesTheSquareOfItsLengthIsCounted() {
    String pattern = "%" + "a".repeat(20_000) + "_b%";
    assertThatThrownBy(
            () ->
                Calculation.watched(
                    () -> {
                      throw new IllegalStateException("enough");
                    },
                    () -> matches("a".repeat(100_000), pattern)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anEscapeCharacterIsOneCharacterOfAnyLength() {
    assertThat(LikePattern.of("a😀%", "😀").matches("a%")).isTrue();
    assertThatThrownBy(() -> LikePattern.of("a", "ab"))
        .isInstanceOf(ThetisException.class)
        .extracting(e -> ((ThetisException) e).code().sqlState())
        .isEqualTo("22025");
  }
}
