package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.sql.call.SharingCompiler;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Scripts whose answers are PostgreSQL's: rows to the letter, and of errors the SQLState. They have
 * the form of {@link ScriptTest}'s, without arguments. Rows of statements that do not say ORDER BY
 * are compared in any order. Behind a line {@code -- differs: reason} the answer is Thetis' own.
 * With {@code -Dthetis.postgresql=psql,-h,...} the answers of all others are asked for and written
 * down.
 */
class PostgreSqlScriptTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/postgresql/scripts");
  private static final String ONLY = System.getProperty("thetis.script", "");
  private static final int SHARE = TestSet.now() == TestSet.QUICK ? 16 : 6;
  private static final String PSQL = System.getProperty("thetis.postgresql", "");
  private static final String DIFFERS = "-- differs:";
  private static final String MARK = "-- next";

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
  void eachStatementComesToWhatPostgreSqlAnswered(String script) throws Exception {
    Path file = SCRIPTS.resolve(script);
    List<Entry> entries = entries(Files.readAllLines(file));
    if (!PSQL.isEmpty()) {
      entries = recorded(entries);
      Files.write(file, entries.stream().flatMap(entry -> entry.lines().stream()).toList());
    }
    requireAnswers(entries, played(entries, new ScriptDatabase()));
  }

  /** Fewer of them; or those that are named. */
  static List<String> some() throws IOException {
    return ONLY.isEmpty() ? TestSet.oneIn(16, all()) : all();
  }

  @ParameterizedTest
  @MethodSource("some")
  void textsThatShareStatementsComeToTheSame(String script) throws IOException {
    List<Entry> entries = entries(Files.readAllLines(SCRIPTS.resolve(script)));
    ScriptDatabase database = new ScriptDatabase();
    database.compilingBy(new SharingCompiler(10_000));
    requireAnswers(entries, played(entries, database));
  }

  private static void requireAnswers(List<Entry> entries, List<Entry> actual) {
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry expected = entries.get(i);
      if (!expected.answer().equals(actual.get(i).answer())) {
        problems.add(
            "%n%s%n   PostgreSQL %s%n   Thetis     %s"
                .formatted(expected.sql(), expected.answer(), actual.get(i).answer()));
      }
    }
    assertThat(problems).as("differences").isEmpty();
  }

  /**
   * A statement.
   *
   * @param comments the lines above it
   * @param answer its rows or its error
   */
  private record Entry(List<String> comments, String sql, List<String> answer) {
    Stream<String> head() {
      return Stream.concat(comments.stream(), sql.lines());
    }

    List<String> lines() {
      return Stream.concat(head(), answer.stream().map(line -> "> " + line)).toList();
    }

    boolean differs() {
      return comments.stream().anyMatch(comment -> comment.startsWith(DIFFERS));
    }

    Entry answered(List<String> lines) {
      List<String> rows = new ArrayList<>(lines);
      if (!sql.toUpperCase(Locale.ROOT).contains("ORDER BY")) {
        Collections.sort(rows);
      }
      return new Entry(comments, sql, rows);
    }
  }

  private static List<Entry> entries(List<String> lines) {
    List<Entry> entries = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("> ")) {
        entries.get(entries.size() - 1).answer().add(line.substring(2));
      } else if (sql.length() == 0 && (line.isEmpty() || line.startsWith("--"))) {
        comments.add(line);
      } else {
        sql.append(sql.length() == 0 ? "" : "\n").append(line);
        if (line.endsWith(";")) {
          entries.add(new Entry(comments, sql.toString(), new ArrayList<>()));
          comments = new ArrayList<>();
          sql.setLength(0);
        }
      }
    }
    return entries;
  }

  private static List<Entry> played(List<Entry> entries, ScriptDatabase database) {
    return entries.stream().map(entry -> entry.answered(outcome(database, entry.sql()))).toList();
  }

  private static List<String> outcome(ScriptDatabase database, String text) {
    try {
      SqlResult result = database.run(text);
      boolean rows = result != null && (result.updateCount() < 0 || text.contains("RETURNING"));
      return rows ? result.rows().stream().map(PostgreSqlScriptTest::shown).toList() : List.of();
    } catch (ThetisException e) {
      return List.of("ERROR " + e.code().sqlState());
    } catch (RuntimeException e) {
      return List.of("FAULT " + e);
    }
  }

  private static String shown(Object[] row) {
    return Arrays.stream(row).map(PostgreSqlScriptTest::shown).collect(Collectors.joining("|"));
  }

  private static String shown(Object value) {
    if (value == null) {
      return "∅";
    }
    if (value instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    Object text = Coercion.coerce(SqlType.of(SqlTypeName.VARCHAR), value, "text");
    return text.toString().replace("\n", "⏎");
  }

  /** One script at a time: each begins with an empty schema of the same database. */
  private static synchronized List<Entry> recorded(List<Entry> entries) throws Exception {
    StringBuilder script = new StringBuilder();
    script.append("\\set QUIET on\n\\set VERBOSITY sqlstate\n\\pset format unaligned\n");
    script.append(
        "\\pset tuples_only on\n\\pset null ∅\n\\pset recordsep '␞\\n'\nSET client_min_messages TO error;\n");
    script.append("DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n");
    for (Entry entry : entries) {
      script.append("\\echo ").append(MARK).append('\n');
      script.append(entry.differs() ? "" : entry.sql()).append('\n');
    }
    Path file = Files.createTempFile("script", ".sql");
    Files.writeString(file, script);
    List<String> command = new ArrayList<>(List.of(PSQL.split("[ ,]")));
    command.addAll(List.of("-X", "-f", file.toString()));
    Process psql = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(psql.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Files.delete(file);
    List<String> parts = new ArrayList<>(List.of(output.split("(?m)^" + MARK + "\n", -1)));
    List<Entry> recorded = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      recorded.add(entry.differs() ? entry : entry.answered(answer(parts.get(i + 1))));
    }
    return recorded;
  }

  private static List<String> answer(String printed) {
    String rows = printed.endsWith("\n") ? printed.substring(0, printed.length() - 1) : printed;
    return Stream.of(rows.split("␞\n"))
        .filter(line -> !line.isEmpty())
        .map(line -> line.replace("\n", "⏎"))
        .map(line -> line.replaceFirst("^psql:[^ ]*:? ", "").replaceFirst("^ERROR: +", "ERROR "))
        .toList();
  }
}
