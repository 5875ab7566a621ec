package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.sql.call.SharingCompiler;
import org.thetisdb.sql.statement.SqlResult;

/**
 * Scripts of statements with what they come to: rows, a count, or an error. A statement ends with a
 * semicolon at the end of a line; lines that begin with {@code >} are what is expected; a line that
 * begins with {@code @} holds the arguments of the statement below it, each in quotes is a text;
 * lines that begin with {@code --} are for people. With {@code -Dthetis.scripts.record=true} they
 * are written anew, to be read by a person before they are kept; with {@code
 * -Dthetis.script=PREFIX} those alone whose names begin so are played.
 */
class ScriptTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/sql");
  private static final String ONLY = System.getProperty("thetis.script", "");
  private static final int SHARE = TestSet.now() == TestSet.QUICK ? 16 : 6;
  private static final boolean RECORD = Boolean.getBoolean("thetis.scripts.record");

  /**
   * Some of them, and those that the last commit changes; all at night; or those that are named.
   */
  static List<String> scripts() throws IOException {
    return ONLY.isEmpty() ? TestSet.filesOneIn(SHARE, SCRIPTS, all()) : all();
  }

  private static List<String> all() throws IOException {
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(ONLY))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void eachStatementComesToWhatTheScriptSays(String script) throws IOException {
    Path file = SCRIPTS.resolve(script);
    List<String> expected = Files.readAllLines(file);
    List<String> actual = played(expected, new ScriptDatabase());
    if (RECORD) {
      Files.write(file, actual);
    } else {
      assertThat(actual).isEqualTo(expected);
    }
  }

  /** Fewer of them; or those that are named. */
  static List<String> some() throws IOException {
    return ONLY.isEmpty() ? TestSet.oneIn(16, all()) : all();
  }

  @ParameterizedTest
  @MethodSource("some")
  void textsThatShareStatementsComeToTheSame(String script) throws IOException {
    List<String> expected = Files.readAllLines(SCRIPTS.resolve(script));
    ScriptDatabase database = new ScriptDatabase();
    database.compilingBy(new SharingCompiler(10_000));
    assertThat(played(expected, database)).isEqualTo(expected);
  }

  private static List<String> played(List<String> lines, ScriptDatabase database) {
    List<String> played = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    Object[] arguments = {};
    for (String line : lines) {
      if (line.startsWith(">")) {
        continue;
      }
      played.add(line);
      if (line.startsWith("@")) {
        arguments = Arguments.of(line.substring(1));
        continue;
      }
      if (!line.startsWith("--")) {
        statement.append(line).append('\n');
      }
      if (line.endsWith(";") && !line.startsWith("--")) {
        outcome(database, statement.toString().strip(), arguments)
            .forEach(o -> played.add("> " + o));
        arguments = new Object[0];
        statement.setLength(0);
      }
    }
    return played;
  }

  private static List<String> outcome(ScriptDatabase database, String text, Object[] arguments) {
    String path = "SET search_path TO ";
    if (text.startsWith(path)) {
      database.searchPath(List.of(text.substring(path.length(), text.length() - 1).split(", ")));
      return List.of("done");
    }
    try {
      SqlResult result = database.run(text, arguments);
      if (result == null) {
        return List.of("done");
      }
      List<String> lines = new ArrayList<>();
      if (result.updateCount() >= 0) {
        lines.add(result.updateCount() + " rows");
      }
      boolean rows = result.updateCount() < 0 || text.contains("RETURNING");
      for (Object[] row : rows ? result.rows() : List.<Object[]>of()) {
        lines.add(Arrays.stream(row).map(ScriptTest::shown).collect(Collectors.joining(" | ")));
      }
      return lines.isEmpty() ? List.of("no rows") : lines;
    } catch (ThetisException e) {
      return List.of("error " + e.code().sqlState() + " " + e.getMessage());
    }
  }

  private static String shown(Object value) {
    return value instanceof byte[] bytes
        ? "x'" + HexFormat.of().formatHex(bytes) + "'"
        : "" + value;
  }
}
