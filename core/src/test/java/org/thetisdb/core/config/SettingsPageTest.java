package org.thetisdb.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/settings.md} says what the catalogue says. With {@code -Dthetis.write-docs=true} the
 * test writes the page instead.
 */
class SettingsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "settings.md");

  @Test
  void thePageIsUpToDate() throws IOException {
    String page = SettingsTable.markdown(ThetisSettings.ALL);
    if (Boolean.getBoolean("thetis.write-docs")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE))
        .as(
            "docs/settings.md; write it anew by: mvn -pl core test -Dtest=SettingsPageTest"
                + " -Djvm.test=-Dthetis.write-docs=true")
        .isEqualTo(page);
  }
}
