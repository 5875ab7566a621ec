package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The commands that README and the pages of use and of operate show are understood. */
class DocumentedCommandsTest {
  @Test
  void theCommandLinesOfThePagesAreUnderstood() {
    List<String> wrong = new ArrayList<>();
    int shown = 0;
    for (Path page : PageCommands.pages()) {
      for (List<String> command : PageCommands.of(page)) {
        shown++;
        try {
          new CommandLine(Main.class)
              .setCaseInsensitiveEnumValuesAllowed(true)
              .parseArgs(command.toArray(String[]::new));
        } catch (ParameterException e) {
          wrong.add(command + ": " + e.getMessage());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(shown).as("commands that were found").isGreaterThan(25);
  }
}
