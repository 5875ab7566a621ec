package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The commands that README and the pages of use and of operate show are understood. */
class DocumentedCommandsTest {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final String SCRIPT = "./thetis ";

  /** A word in quotes, or what has no blank. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  @Test
  void theCommandLinesOfThePagesAreUnderstood() throws IOException {
    List<String> wrong = new ArrayList<>();
    List<String> shown = commands();
    for (String command : shown) {
      try {
        new CommandLine(Main.class)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(words(command));
      } catch (ParameterException e) {
        wrong.add(command + ": " + e.getMessage());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(shown).as("commands that were found").hasSizeGreaterThan(25);
  }

  private static List<String> commands() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(Path.of("..", "README.md"));
    for (String reader : List.of("use", "operate")) {
      try (Stream<Path> files = Files.walk(DOCUMENTS.resolve(reader))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    List<String> commands = new ArrayList<>();
    for (Path page : pages) {
      boolean isCode = false;
      for (String line : Files.readAllLines(page)) {
        if (line.strip().startsWith("```")) {
          isCode = !isCode;
        } else if (isCode && line.contains(SCRIPT)) {
          commands.add(line.substring(line.indexOf(SCRIPT) + SCRIPT.length()));
        }
      }
    }
    return commands;
  }

  /** The words before what is the shell's: a comment, a pipe, a file, the background. */
  private static String[] words(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      String plain = word.group(3);
      if (plain == null) {
        words.add(word.group(1) == null ? word.group(2) : word.group(1));
      } else if (List.of("#", "|", ">", "&").contains(plain)) {
        break;
      } else {
        words.add(plain);
      }
    }
    return words.toArray(String[]::new);
  }
}
