package org.thetisdb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellStatementsTest {
  private final ShellStatements reader = new ShellStatements();

  private List<String> read(String text) {
    List<String> statements = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      reader.addLine(line);
      for (String next = reader.next(); next != null; next = reader.next()) {
        statements.add(next);
      }
    }
    return statements;
  }

  @Test
  void statementsEndWithSemicolonsOnAnyLine() {
    assertThat(read("SELECT 1; SELECT\n 2;\nSELECT 3")).containsExactly("SELECT 1", "SELECT\n 2");
    assertThat(reader.rest()).isEqualTo("SELECT 3");
  }

  @Test
  void semicolonsInTextsNamesAndCommentsEndNothing() {
    assertThat(read("SELECT ';', 'it''s;', \"a;b\" /* ; */ -- ;\n, 2;"))
        .containsExactly("SELECT ';', 'it''s;', \"a;b\" /* ; */ -- ;\n, 2");
  }

  @Test
  void commandsEndWithTheLine() {
    assertThat(read("\\d account\nSELECT 1;\n  \\timing\n"))
        .containsExactly("\\d account", "SELECT 1", "\\timing");
  }

  @Test
  void backslashInsideStatementIsNoCommand() {
    assertThat(read("SELECT\n\\x;")).containsExactly("SELECT\n\\x");
  }

  @Test
  void aWordOfTheShellCountsOnlyIfItIsAllThatIsThere() {
    reader.addLine("  Exit ");
    assertThat(reader.takeWord()).isEqualTo("exit");
    assertThat(reader.rest()).isEmpty();
    reader.addLine("SELECT 1 AS");
    reader.addLine("help");
    assertThat(reader.takeWord()).isNull();
    reader.addLine(";");
    assertThat(reader.next()).isEqualTo("SELECT 1 AS\nhelp");
  }

  @Test
  void commentsBeforeACommandOrCopyAreNoPartOfIt() {
    assertThat(
            read(
                "--\n-- dump\n--\n\n\\restrict a\n-- kept\nSELECT 1;\n-- rows\ncopy t FROM stdin;"))
        .containsExactly("\\restrict a", "-- kept\nSELECT 1", "copy t FROM stdin");
  }

  @Test
  void emptyStatementsAreSkipped() {
    assertThat(read(";;\n;SELECT 1;;")).containsExactly("SELECT 1");
    assertThat(reader.rest()).isEmpty();
  }

  @Test
  void commentsAloneAreNothingLeftOver() {
    read("SELECT 1; -- done\n/* and\n done */");
    assertThat(reader.rest()).isEmpty();
  }
}
