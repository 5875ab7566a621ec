package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.config.ThetisSettings;

/**
 * Types, packages, settings and commands are called by the words of docs/glossary.md. Each of the
 * words here stood for something that the field has a word for.
 */
class FormerWordsTest {
  /** What is not to come back, word by word, with the word of today. */
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("era", "epoch view"),
          Map.entry("keeper", "epoch coordinator"),
          Map.entry("visit", "caller-runs"),
          Map.entry("circle", "deadlock cycle"),
          Map.entry("feed", "log stream"),
          Map.entry("story", "scenario"),
          Map.entry("stories", "scenarios"),
          Map.entry("undo", "roll back, abort"),
          Map.entry("loan", "temporary ownership"),
          Map.entry("price", "unit cost"),
          Map.entry("prices", "unit costs"),
          Map.entry("reckoning", "cost estimate"),
          Map.entry("hurry", "expedite"),
          Map.entry("told", "reported"),
          Map.entry("wish", "request"),
          Map.entry("ahead", "early"),
          Map.entry("home", "preferred site, machine"),
          Map.entry("homes", "preferred sites, machines"),
          Map.entry("alone", "engine only"),
          Map.entry("lone", "standalone"),
          Map.entry("near", "in-process"),
          Map.entry("greeting", "handshake"),
          Map.entry("wound", "injected fault"),
          Map.entry("breaker", "fault injector"),
          Map.entry("witness", "observations"),
          Map.entry("party", "contender"),
          Map.entry("precedence", "wait priority"),
          Map.entry("companions", "co-accessed ranges"),
          Map.entry("carrier", "worker thread"),
          Map.entry("nameless", "positional"),
          Map.entry("styled", "OLTP-Bench"));

  private static final List<Pattern> PHRASES =
      List.of(
          Pattern.compile("StandIns?(?![a-z])"),
          Pattern.compile("AtRest(?![a-z])"),
          Pattern.compile("ClosedTables?(?![a-z])"),
          Pattern.compile("stand_ins?"),
          Pattern.compile("net\\.neighbours"),
          Pattern.compile("RowsInFront"),
          Pattern.compile("Spread(Batch|Order|Locks|Fallback)"));

  /**
   * Words of other systems and of the texts, and a package that shows two packages which need each
   * other.
   */
  private static final List<String> OTHERS =
      List.of("ZooKeeper", "UndoRecord", "fixture/cycle/near/Near", "fixture/cycle/near");

  private static final Pattern CAMEL = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");
  private static final Pattern COMMAND = Pattern.compile("name = \"([a-z-]+)\"");

  @Test
  void typesAndPackagesHaveNone() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : sources()) {
      String name = Pages.root().relativize(source).toString().replace('\\', '/');
      int root = name.indexOf("org/thetisdb/");
      if (root >= 0) {
        check(name.substring(root).replace(".java", ""), found);
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void settingsHaveNone() {
    List<String> found = new ArrayList<>();
    for (Setting<?> setting : ThetisSettings.ALL) {
      check(setting.name(), found);
    }
    assertThat(found).isEmpty();
  }

  @Test
  void commandsHaveNone() throws IOException {
    List<String> found = new ArrayList<>();
    int commands = 0;
    for (Path source : sources()) {
      if (source.toString().endsWith("Command.java")) {
        Matcher command = COMMAND.matcher(Files.readString(source));
        while (command.find()) {
          commands++;
          check(command.group(1), found);
        }
      }
    }
    assertThat(commands).isGreaterThan(20);
    assertThat(found).isEmpty();
  }

  @Test
  void aFormerWordIsFound() {
    List<String> found = new ArrayList<>();
    check("org/thetisdb/router/epoch/NextEra", found);
    check("server.stand_ins", found);
    check("StandIns", found);
    check("net.neighbours", found);
    check("EmbeddedZooKeeper", found);
    assertThat(found).hasSize(4);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Pages.root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("target"))
          .toList();
    }
  }

  private static void check(String name, List<String> found) {
    String own = name;
    for (String other : OTHERS) {
      own = own.replace(other, "");
    }
    for (Pattern phrase : PHRASES) {
      if (phrase.matcher(own).find()) {
        found.add(name + ": " + phrase);
      }
    }
    Matcher words = CAMEL.matcher(own);
    while (words.find()) {
      String today = WORDS.get(words.group().toLowerCase(Locale.ROOT));
      if (today != null) {
        found.add(name + ": " + words.group() + " is called " + today);
      }
    }
  }
}
