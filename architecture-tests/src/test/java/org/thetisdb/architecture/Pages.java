package org.thetisdb.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents of the repository, read as Markdown. Stateless. */
final class Pages {
  private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
  private static final Pattern SPAN = Pattern.compile("`([^`]*)`");
  private static final Pattern LINKED = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

  private Pages() {}

  /** The directory of the repository. */
  static Path root() {
    return Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize().getParent();
  }

  /** README, CONTRIBUTING, and all pages under {@code docs}. */
  static List<Path> all() {
    List<Path> pages = new ArrayList<>();
    pages.add(root().resolve("README.md"));
    pages.add(root().resolve("CONTRIBUTING.md"));
    pages.addAll(under("docs"));
    return pages;
  }

  /** README, and the pages for those who use or operate a cluster. */
  static List<Path> ofUsersAndOperators() {
    List<Path> pages = new ArrayList<>();
    pages.add(root().resolve("README.md"));
    pages.add(root().resolve("docs/README.md"));
    pages.addAll(under("docs/use"));
    pages.addAll(under("docs/operate"));
    return pages;
  }

  /** The pages in a directory and in those below it, in the order of their names. */
  static List<Path> under(String directory) {
    try (Stream<Path> files = Files.walk(root().resolve(directory))) {
      return files.filter(f -> f.getFileName().toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a page. */
  static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path of a page below the repository, for messages. */
  static String name(Path page) {
    return root().relativize(page).toString().replace('\\', '/');
  }

  /** The lines that are not in a block of code. */
  static List<String> prose(Path page) {
    List<String> lines = new ArrayList<>();
    boolean isCode = false;
    for (String line : text(page).split("\n", -1)) {
      if (line.strip().startsWith("```")) {
        isCode = !isCode;
      } else if (!isCode) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** The lines between a heading and the next one of its kind; none if there is no such heading. */
  static List<String> section(Path page, String heading) {
    List<String> lines = new ArrayList<>();
    boolean isWanted = false;
    for (String line : prose(page)) {
      if (line.startsWith("## ")) {
        isWanted = line.equals("## " + heading);
      } else if (isWanted) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** What stands in backticks in a line. */
  static List<String> spans(String line) {
    return SPAN.matcher(line).results().map(found -> found.group(1)).toList();
  }

  /** The text without what stands in backticks. */
  static String withoutSpans(String text) {
    return SPAN.matcher(text).replaceAll("");
  }

  /** The names by which links reach the headings of a page, as GitHub makes them. */
  static Set<String> anchors(Path page) {
    Map<String, Integer> times = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (String line : prose(page)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = times.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  static String anchor(String heading) {
    StringBuilder anchor = new StringBuilder();
    String plain = LINKED.matcher(heading).replaceAll("$1").strip();
    plain
        .codePoints()
        .map(Character::toLowerCase)
        .forEach(
            c -> {
              if (c == ' ') {
                anchor.append('-');
              } else if (Character.isLetterOrDigit(c) || c == '-' || c == '_') {
                anchor.appendCodePoint(c);
              }
            });
    return anchor.toString();
  }
}
