package org.thetisdb.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a terminal that knows no UTF-8 is shown instead. */
class TerminalTextTest {
  @Test
  void blocksAndLinesBecomeAsciiOfTheSameLength() {
    String drawn = "┤█▓▒░ ▁▂▃▄▅▆▇ └──── 85 µs, 2 × 3 … –";
    String plain = TerminalText.ASCII.of(drawn);
    assertThat(plain).isEqualTo("|#%=- ..::++* +---- 85 us, 2 x 3 . -");
    assertThat(plain).hasSameSizeAs(drawn);
    assertThat(TerminalText.UTF_8.of(drawn)).isEqualTo(drawn);
  }

  @Test
  void whatHasNoLikenessIsAQuestionMark() {
    assertThat(TerminalText.ASCII.of("Grüße, 100 %")).isEqualTo("Gr??e, 100 %");
  }

  @ParameterizedTest
  @CsvSource({
    "17, sun.stdout.encoding, UTF-8, UTF_8",
    "17, sun.stdout.encoding, ANSI_X3.4-1968, ASCII",
    "17, file.encoding, UTF-8, UTF_8",
    "17, file.encoding, ISO-8859-1, ASCII",
    "18, file.encoding, UTF-8, ASCII",
    "18, native.encoding, utf8, UTF_8",
    "21, stdout.encoding, UTF-8, UTF_8",
    "25, stdout.encoding, ANSI_X3.4-1968, ASCII",
    "25, stdout.encoding, no such, ASCII",
    "25, stdout.encoding, x-unheard-of, ASCII",
    "25, some.other, UTF-8, ASCII"
  })
  void eachReleaseOfTheJvmSaysWhatItsOutputShows(
      int release, String property, String encoding, TerminalText shown) {
    Properties properties = new Properties();
    properties.setProperty(property, encoding);
    assertThat(TerminalText.of(properties, release)).isEqualTo(shown);
  }

  @Test
  void theConsoleOfSuchATerminalPrintsAsciiAlone() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console =
        new Console(new PrintStream(out, true, StandardCharsets.UTF_8), TerminalText.ASCII);
    console.say("%s █▒ %,d µs", "bar", 1_000);
    assertThat(out.toString(StandardCharsets.UTF_8).strip()).isEqualTo("bar #= 1,000 us");
  }
}
