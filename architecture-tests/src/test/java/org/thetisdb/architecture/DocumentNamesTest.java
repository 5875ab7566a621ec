package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.sql.info.ClusterTable;

/** What documents name is what the code has: errors, settings, schemes, metrics, system views. */
class DocumentNamesTest {
  private static final Path OPERATE = Pages.root().resolve("docs/operate");
  private static final Path ERRORS = Pages.root().resolve("docs/use/errors.md");
  private static final Path WATCH = OPERATE.resolve("watch.md");

  private static final Pattern ERROR_ROW = Pattern.compile("\\| (T\\d+) \\| (\\w{5}) \\| .*");
  private static final Pattern ERROR_COMMENT =
      Pattern.compile(
          "(T\\d+), SQLState (\\w{5}): (?:(?!\\*/).)*\\*/\\s+(\\w+)\\(", Pattern.DOTALL);
  private static final Pattern EFFECT = Pattern.compile("## ([A-Z][a-z ]+)");
  private static final Pattern DOTTED = Pattern.compile("([a-z]+(?:\\.[a-z_]+)+)(?:=.*)?");
  private static final Pattern FIRST_CELL = Pattern.compile("\\| `([^`]+)` \\| .*");
  private static final Pattern METER =
      Pattern.compile("metrics\\s*\\.(?:counter|gauge)\\(\\s*\"([a-z_.]+)\"");

  /** Pages that keep what was measured, with the names of then. */
  private static final Pattern OF_THEN = Pattern.compile("docs/(?:measurements|results)/.*");

  /** Names of files that look like settings. */
  private static final Set<String> FILES = Set.of("audit.log", "disk.ballast");

  @Test
  void allErrorsAreListedWithStateAndEffect() {
    List<String> listed = new ArrayList<>();
    String effect = "";
    for (String line : Pages.prose(ERRORS)) {
      Matcher heading = EFFECT.matcher(line);
      Matcher row = ERROR_ROW.matcher(line);
      if (heading.matches()) {
        effect = heading.group(1);
      } else if (row.matches()) {
        listed.add(row.group(1) + " " + row.group(2) + " " + effect);
      }
    }
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ErrorCode.values())
                .map(code -> code.id() + " " + code.sqlState() + " " + shown(code.effect()))
                .toList());
  }

  private static String shown(Effect effect) {
    return switch (effect) {
      case ABORTED -> "Rolled back";
      case NOT_RUN -> "Not run";
      case COMMITTED -> "Committed";
      case UNKNOWN -> "Unknown";
    };
  }

  @Test
  void commentsOfErrorsNameCodeAndState() {
    Path source = Pages.root().resolve("core/src/main/java/org/thetisdb/core/error/ErrorCode.java");
    List<String> named = new ArrayList<>();
    Matcher comment = ERROR_COMMENT.matcher(Pages.text(source));
    while (comment.find()) {
      named.add(comment.group(3) + " " + comment.group(1) + " " + comment.group(2));
    }
    assertThat(named)
        .containsExactlyElementsOf(
            Arrays.stream(ErrorCode.values())
                .map(code -> code.name() + " " + code.id() + " " + code.sqlState())
                .toList());
  }

  @Test
  void settingsThatAreNamedExist() throws IOException {
    Set<String> settings = settings();
    Set<String> subjects =
        settings.stream()
            .filter(name -> name.contains("."))
            .map(name -> name.substring(0, name.indexOf('.')))
            .collect(Collectors.toSet());
    Set<String> others = new TreeSet<>(meters());
    others.addAll(FILES);
    List<String> unknown = new ArrayList<>();
    for (Path page : Pages.all()) {
      if (!OF_THEN.matcher(Pages.name(page)).matches()) {
        for (String name : dottedNames(page)) {
          boolean looksLikeOne = subjects.contains(name.substring(0, name.indexOf('.')));
          boolean isKnown = settings.contains(name) || others.contains(name) || isPackage(name);
          if (looksLikeOne && !isKnown) {
            unknown.add(Pages.name(page) + ": " + name);
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void everySettingIsInAGroup() {
    Set<String> grouped = new TreeSet<>();
    Pages.prose(OPERATE.resolve("configure.md")).forEach(line -> grouped.addAll(Pages.spans(line)));
    assertThat(grouped).containsAll(settings());
  }

  private static Set<String> settings() {
    return ThetisSettings.ALL.stream().map(Setting::name).collect(Collectors.toSet());
  }

  private static List<String> dottedNames(Path page) {
    return Pages.prose(page).stream()
        .flatMap(line -> Pages.spans(line).stream())
        .map(DOTTED::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .toList();
  }

  /** Whether a module has such a package, by the name that it has below the product's. */
  private static boolean isPackage(String name) throws IOException {
    String below = "src/main/java/org/thetisdb/" + name.replace('.', '/');
    try (Stream<Path> modules = Files.list(Pages.root())) {
      return modules.anyMatch(module -> Files.isDirectory(module.resolve(below)));
    }
  }

  @Test
  void theTableOfSchemesIsTheRegistry() {
    assertThat(firstCells(OPERATE.resolve("schemes.md"), "All of them"))
        .containsExactlyElementsOf(SchemeRegistry.all().stream().map(SchemeSpec::name).toList());
  }

  @Test
  void theSystemViewsOfTheClusterAreListed() {
    assertThat(firstCells(WATCH, "System views"))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ClusterTable.values()).map(ClusterTable::tableName).toList());
  }

  @Test
  void theMetricsAreListed() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (String line : Pages.section(WATCH, "Metrics")) {
      if (line.startsWith("| `")) {
        listed.addAll(Pages.spans(line));
      }
    }
    assertThat(listed).isNotEmpty().isEqualTo(meters());
  }

  private static List<String> firstCells(Path page, String heading) {
    return Pages.section(page, heading).stream()
        .map(FIRST_CELL::matcher)
        .filter(Matcher::matches)
        .map(row -> row.group(1))
        .toList();
  }

  /** The names of the meters that the code registers. */
  private static Set<String> meters() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path source : sources()) {
      METER.matcher(Files.readString(source)).results().forEach(m -> names.add(m.group(1)));
    }
    return names;
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : List.of("router", "server", "store", "cluster", "lab", "cli")) {
      try (Stream<Path> files = Files.walk(Pages.root().resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    return sources;
  }
}
