package org.thetisdb.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The command lines of {@code ./thetis} that README and the pages of use and operate show. */
final class PageCommands {
  private static final Path ROOT = Path.of("..");
  private static final String SCRIPT = "./thetis ";

  /** A word in quotes, or what has no blank. */
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private PageCommands() {}

  /** README, and all pages of use and of operate. */
  static List<Path> pages() {
    List<Path> pages = new ArrayList<>();
    pages.add(ROOT.resolve("README.md"));
    for (String reader : List.of("use", "operate")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve("docs").resolve(reader))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }

  /** A page below {@code docs}. */
  static Path page(String name) {
    return ROOT.resolve("docs").resolve(name);
  }

  /** The commands of a page, each as its words behind the script's name. */
  static List<List<String>> of(Path page) {
    List<List<String>> commands = new ArrayList<>();
    for (String line : blocks(page)) {
      if (line.contains(SCRIPT)) {
        commands.add(words(line.substring(line.indexOf(SCRIPT) + SCRIPT.length())));
      }
    }
    return commands;
  }

  /** The lines of a page that stand in blocks. */
  static List<String> blocks(Path page) {
    List<String> lines = new ArrayList<>();
    boolean isCode = false;
    try {
      for (String line : Files.readAllLines(page)) {
        if (line.strip().startsWith("```")) {
          isCode = !isCode;
        } else if (isCode) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** The words before what is the shell's: a comment, a pipe, a file, the background. */
  private static List<String> words(String command) {
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
    return words;
  }
}
