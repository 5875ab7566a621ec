package org.thetisdb.sql.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.sql.compare.GeneratedExpressions.Parameter;
import org.thetisdb.sql.compare.GeneratedStatements.Generated;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Fifteen hundred generated statements come to what PostgreSQL 15 answered, but for those that a
 * list names with a reason. The answers are kept in a file, which {@code
 * scripts/record-postgresql-answers} writes anew.
 */
class GeneratedStatementsTest {
  private static final Path FOLDER = Path.of("src/test/resources/postgresql");
  private static final Path ANSWERS = FOLDER.resolve("answers.txt");
  private static final Path DIFFERENCES = FOLDER.resolve("differences.txt");
  private static final String SCRIPT = System.getProperty("thetis.generated.script", "");
  private static final String MARK = "-- ";

  /** One in so many is run for a change. */
  private static final int PARTS = TestSet.now() == TestSet.QUICK ? 64 : 16;

  @Test
  void eachStatementComesToWhatPostgreSqlAnswered() throws IOException {
    if (!SCRIPT.isEmpty()) {
      Files.writeString(Path.of(SCRIPT), script());
      return;
    }
    Map<Integer, List<String>> answers = answers(Files.readAllLines(ANSWERS));
    Map<Integer, String> reasons = reasons();
    List<String> problems = new ArrayList<>();
    ScriptDatabase database = new ScriptDatabase();
    GeneratedStatements.TABLES.forEach(database::run);
    TypedStatements.TABLES.forEach(database::run);
    for (Generated statement : TestSet.oneIn(PARTS, GeneratedStatements.all())) {
      List<String> expected = answers.get(statement.number());
      List<String> actual = played(database, statement);
      boolean same = expected.equals(actual);
      if (same == reasons.containsKey(statement.number())) {
        problems.add(
            "%d %s%n   %s%n   PostgreSQL %s%n   Thetis     %s"
                .formatted(
                    statement.number(),
                    statement.sql(),
                    statement.parameters().stream().map(Parameter::literal).toList(),
                    expected,
                    actual));
      }
    }
    assertThat(problems).as("differences that the list does not have, or that are gone").isEmpty();
  }

  private static Map<Integer, String> reasons() throws IOException {
    Map<Integer, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(DIFFERENCES)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split(" ", 2);
        reasons.put(Integer.valueOf(parts[0]), parts[1]);
      }
    }
    return reasons;
  }

  private static List<String> played(ScriptDatabase database, Generated statement) {
    Object[] arguments = statement.parameters().stream().map(Parameter::value).toArray();
    if (statement.changes()) {
      GeneratedStatements.RESET.forEach(database::run);
    }
    List<String> lines = new ArrayList<>();
    try {
      SqlResult result = database.run(statement.sql(), arguments);
      boolean rows = result.updateCount() < 0 || statement.sql().contains("RETURNING");
      result.rows().stream().filter(row -> rows).forEach(row -> lines.add(shown(row)));
    } catch (ThetisException e) {
      lines.add("error " + e.code().sqlState());
    } catch (RuntimeException e) {
      lines.add("fault " + e);
    }
    if (statement.changes()) {
      lines.add("after");
      database.run("SELECT * FROM c ORDER BY id").rows().forEach(row -> lines.add(shown(row)));
    }
    return lines;
  }

  private static String shown(Object[] row) {
    return Arrays.stream(row).map(GeneratedStatementsTest::shown).collect(Collectors.joining("|"));
  }

  private static String shown(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    if (value instanceof List<?> elements) {
      return Coercion.coerce(SqlType.of(SqlTypeName.VARCHAR), elements, "text").toString();
    }
    return normal(value instanceof LocalDateTime time ? shown(time) : value.toString());
  }

  /** With seconds, and a fraction of these that has no zeros at its end. */
  private static String shown(LocalDateTime time) {
    return new DateTimeFormatterBuilder()
        .appendPattern("uuuu-MM-dd HH:mm:ss")
        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
        .toFormatter(Locale.ROOT)
        .format(time);
  }

  /** Numbers without zeros behind the point, which depend on types. */
  private static String normal(String value) {
    if (!value.matches("-?\\d+\\.\\d+")) {
      return value;
    }
    BigDecimal number = new BigDecimal(value).stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0).toPlainString() : number.toPlainString();
  }

  private static Map<Integer, List<String>> answers(List<String> lines) {
    Map<Integer, List<String>> answers = new TreeMap<>();
    List<String> current = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(MARK)) {
        current = new ArrayList<>();
        answers.put(Integer.valueOf(line.substring(MARK.length())), current);
      } else if (line.startsWith("ERROR:")) {
        current.add("error " + line.substring("ERROR:".length()).strip());
      } else {
        current.add(
            Arrays.stream(line.split("\\|", -1))
                .map(GeneratedStatementsTest::normal)
                .collect(Collectors.joining("|")));
      }
    }
    return answers;
  }

  /** What psql is given, so that what it prints is the file of answers. */
  private static String script() {
    StringBuilder out = new StringBuilder();
    out.append("\\set QUIET on\n\\set VERBOSITY sqlstate\n\\pset format unaligned\n");
    out.append("\\pset tuples_only on\n\\pset null NULL\n");
    GeneratedStatements.TABLES.forEach(sql -> out.append(sql).append(";\n"));
    TypedStatements.TABLES.forEach(sql -> out.append(sql).append(";\n"));
    for (Generated statement : GeneratedStatements.all()) {
      out.append("\\echo ").append(MARK).append(statement.number()).append('\n');
      if (statement.changes()) {
        GeneratedStatements.RESET.forEach(sql -> out.append(sql).append(";\n"));
      }
      prepared(statement, out);
      if (statement.changes()) {
        out.append("\\echo after\nSELECT * FROM c ORDER BY id;\n");
      }
    }
    return out.toString();
  }

  private static void prepared(Generated statement, StringBuilder out) {
    String sql = statement.sql();
    for (int i = 0; i < statement.parameters().size(); i++) {
      sql = sql.replaceFirst("\\?", "\\$" + (i + 1));
    }
    List<Parameter> parameters = statement.parameters();
    String types = parameters.stream().map(Parameter::type).collect(Collectors.joining(", "));
    String values = parameters.stream().map(Parameter::literal).collect(Collectors.joining(", "));
    String name = "p" + statement.number();
    out.append("PREPARE ").append(name);
    out.append(types.isEmpty() ? "" : " (" + types + ")").append(" AS ").append(sql).append(";\n");
    out.append("EXECUTE ").append(name);
    out.append(values.isEmpty() ? "" : " (" + values + ")").append(";\n");
  }
}
