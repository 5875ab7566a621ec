package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How long documents and their lines may be. */
class DocumentFormTest {
  private static final int LONGEST_LINE = 120;
  private static final int LONGEST_README = 120;
  private static final int MOST_WORDS_OF_A_DECISION = 400;
  private static final Pattern DECISION = Pattern.compile("\\d{4}-.*\\.md");

  /** Where a link leads is not seen in a page, and may be long. */
  private static final Pattern TARGET = Pattern.compile("\\]\\([^)\\s]*\\)");

  @Test
  void linesOutsideTablesAndCodeAreShort() {
    List<String> tooLong = new ArrayList<>();
    for (Path page : Pages.ofUsersAndOperators()) {
      for (String line : Pages.prose(page)) {
        String shown = TARGET.matcher(line).replaceAll("]");
        if (!line.startsWith("|") && shown.codePointCount(0, shown.length()) > LONGEST_LINE) {
          tooLong.add(Pages.name(page) + ": " + line);
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void theReadmeIsShort() {
    assertThat(Pages.text(Pages.root().resolve("README.md")).lines().count())
        .isLessThanOrEqualTo(LONGEST_README);
  }

  @Test
  void decisionsAreShort() {
    List<String> tooLong = new ArrayList<>();
    for (Path page : Pages.under("docs/decisions")) {
      int words = Pages.text(page).strip().split("\\s+").length;
      boolean isDecision = DECISION.matcher(page.getFileName().toString()).matches();
      if (isDecision && words > MOST_WORDS_OF_A_DECISION) {
        tooLong.add(Pages.name(page) + " has " + words + " words");
      }
    }
    assertThat(tooLong).isEmpty();
  }
}
