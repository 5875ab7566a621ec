package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/use/start.md asks for does what it says. */
@Tag("cluster")
@Timeout(120)
final class StartPageTest {
  private static final Path PAGE = Path.of("..", "docs", "use", "start.md");
  private static final String URL_OF_PAGE = "jdbc:thetis://127.0.0.1:7433/";
  private static final Pattern STATEMENT = Pattern.compile("\\./thetis sql -e \"([^\"]*)\"");
  private static final Pattern PROGRAM = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern OUTPUT = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  @Test
  void theProgramOfThePageCommitsItsRows() throws Exception {
    String page = Files.readString(PAGE);
    try (EmbeddedThetis db = EmbeddedThetis.start()) {
      List<String> statements =
          STATEMENT.matcher(page).results().map(found -> found.group(1)).toList();
      assertThat(statements).hasSize(2);
      try (Connection connection = DriverManager.getConnection(db.jdbcUrl());
          Statement statement = connection.createStatement()) {
        for (String sql : statements) {
          statement.execute(sql);
        }
      }
      String program = only(PROGRAM, page);
      assertThat(program).contains(URL_OF_PAGE);
      assertThat(run(program.replace(URL_OF_PAGE, db.jdbcUrl())).lines())
          .containsExactlyElementsOf(only(OUTPUT, page).lines().toList());
    }
  }

  private static String only(Pattern block, String page) {
    Matcher found = block.matcher(page);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  /** Compiles a program whose class is Transfer, runs it, and returns what it prints. */
  private String run(String program) throws Exception {
    Path source = Files.writeString(directory.resolve("Transfer.java"), program);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", directory.toString(), source.toString());
    assertThat(status).isZero();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (URLClassLoader classes =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, StartPageTest.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      classes
          .loadClass("Transfer")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
