package org.thetisdb.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.thetisdb.history.HistoryReader;
import org.thetisdb.history.verdict.AnomalyKind;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** The page about checking says what the checker does. */
class CheckingPageTest {
  private static final Path PAGE = Path.of("../docs/contribute/checking.md");
  private static final Pattern HISTORY = Pattern.compile("```jsonl\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ANSWER =
      Pattern.compile("--level ([a-z-]+)` says:\n\n```text\n(.*?)```", Pattern.DOTALL);

  /** Run with -Dthetis.write-docs=true to put the answers into the page. */
  private static final boolean WRITE = Boolean.getBoolean("thetis.write-docs");

  @Test
  void theExamplesAreAnsweredAsShown() throws IOException {
    String page = Files.readString(PAGE);
    String right = withAnswers(page);
    if (WRITE) {
      Files.writeString(PAGE, right);
    } else {
      assertThat(page).isEqualTo(right);
    }
  }

  private static String withAnswers(String page) throws IOException {
    StringBuilder right = new StringBuilder();
    Matcher histories = HISTORY.matcher(page);
    Matcher answers = ANSWER.matcher(page);
    int written = 0;
    while (answers.find()) {
      histories.reset();
      String history = "";
      while (histories.find() && histories.end() < answers.start()) {
        history = histories.group(1);
      }
      right.append(page, written, answers.start(2));
      right.append(answer(history, Level.of(answers.group(1))));
      written = answers.end(2);
    }
    assertThat(written).as("examples of the page").isPositive();
    return right.append(page.substring(written)).toString();
  }

  private static Verdict answer(String history, Level level) throws IOException {
    byte[] bytes = history.getBytes(StandardCharsets.UTF_8);
    return Checker.check(HistoryReader.read(new ByteArrayInputStream(bytes)), level);
  }

  @Test
  void everyNameAndLevelIsExplained() throws IOException {
    String page = Files.readString(PAGE);
    for (AnomalyKind kind : AnomalyKind.values()) {
      assertThat(page).contains("| " + kind.id() + " |");
    }
    Arrays.stream(Level.values()).forEach(level -> assertThat(page).contains("| `" + level.id()));
  }
}
