package org.thetisdb.sql.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that come one after the other do not get in each other's way. */
class KeptPatternsTest {
  private record Asked(String kind, String text, String pattern, String escape, boolean matches) {}

  private static final List<Asked> ALL =
      List.of(
          new Asked("LIKE", "", "", "", true),
          new Asked("LIKE", "ab", "a_", "", true),
          new Asked("LIKE", "ab", "a__", "_", false),
          new Asked("LIKE", "abc", "a__", "", true),
          new Asked("LIKE", "AB", "a_", "", false),
          new Asked("ILIKE", "AB", "a_", "", true),
          new Asked("SIMILAR", "abab", "(ab)*", "\\", true),
          new Asked("LIKE", "abab", "(ab)*", "\\", false),
          new Asked("REGEX", "xaby", "ab", "\\", true),
          new Asked("SIMILAR", "xaby", "ab", "\\", false),
          new Asked("REGEX_INSENSITIVE", "xABy", "ab", "\\", true),
          new Asked("REGEX", "xABy", "ab", "\\", false),
          new Asked("LIKE", "a".repeat(2_000), "a".repeat(1_999) + "_", "", true),
          new Asked("LIKE", "a".repeat(2_000), "a".repeat(1_998) + "_", "", false));

  @Test
  void eachIsReadForItselfWhateverWasAskedBefore() {
    for (Asked before : ALL) {
      for (Asked asked : ALL) {
        matches(before);
        assertThat(matches(asked)).as("%s after %s", asked, before).isEqualTo(asked.matches());
        assertThat(matches(asked)).as("%s again", asked).isEqualTo(asked.matches());
      }
    }
  }

  private static boolean matches(Asked asked) {
    return KeptPatterns.matches(asked.kind(), asked.text(), asked.pattern(), asked.escape());
  }
}
