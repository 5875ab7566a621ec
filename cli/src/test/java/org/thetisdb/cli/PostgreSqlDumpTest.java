package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cli.shell.OutputFormat;
import org.thetisdb.cli.shell.Shell;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** What pg_dump wrote of a database is run by the shell as it is. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class PostgreSqlDumpTest {
  private final StringWriter errors = new StringWriter();
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    connection = DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
    run("DROP SCHEMA IF EXISTS dumped CASCADE");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(found.getString(i));
        }
        rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  private boolean script(Reader text) throws IOException {
    try (Shell shell =
        new Shell(
            connection,
            OutputFormat.ALIGNED,
            new PrintWriter(new StringWriter()),
            new PrintWriter(errors),
            false)) {
      return shell.runScript(text);
    }
  }

  private static Reader dump() {
    return new InputStreamReader(
        Objects.requireNonNull(PostgreSqlDumpTest.class.getResourceAsStream("postgresql-dump.sql")),
        StandardCharsets.UTF_8);
  }

  @Test
  void aDumpBringsTablesRowsAndWhatFollowsThem() throws Exception {
    assertThat(script(dump())).as("%s", errors).isTrue();

    assertThat(rows("SELECT name, email, country, tags FROM dumped.customers ORDER BY id"))
        .containsExactly(
            "Ann|ann@x.org|DE|{vip,new}",
            "Bob|null|US|null",
            "Cy|cy@x.org|FR|{}",
            "Dee|dee@x.org|DE|{old}");
    assertThat(rows("SELECT * FROM dumped.open_orders")).containsExactly("2|Ann");
    assertThat(rows("INSERT INTO dumped.customers (name) VALUES ('Eve') RETURNING id"))
        .as("identities go on behind the rows")
        .containsExactly("5");
    assertThat(rows("DELETE FROM dumped.orders WHERE id = 4 RETURNING status"))
        .containsExactly("shipped");
    assertThat(rows("SELECT count(*) FROM dumped.items")).containsExactly("4");
  }

  @Test
  void aRowThatDoesNotFitSaysWhichOneItIs() throws Exception {
    run("CREATE SCHEMA dumped");
    run("CREATE TABLE dumped.few (id INT PRIMARY KEY, t TEXT)");

    assertThat(script(new StringReader("COPY dumped.few FROM stdin;\n1\ta\n2\n\\.\n"))).isFalse();

    assertThat(errors.toString()).contains("near line 2", "1 values, and 2 columns");
  }

  @Test
  void rowsMayBeValuesBetweenCommas() throws Exception {
    run("CREATE SCHEMA dumped");
    run("CREATE TABLE dumped.few (id INT PRIMARY KEY, t TEXT, d DATE)");
    String csv = "id,d,t\n1,2024-02-29,\"a, \"\"b\"\"\nc\"\n2,,\n";

    boolean good =
        script(
            new StringReader(
                "COPY dumped.few (id, d, t) FROM STDIN WITH (FORMAT csv, HEADER);\n" + csv));

    assertThat(good).as("%s", errors).isTrue();
    assertThat(rows("SELECT * FROM dumped.few ORDER BY id"))
        .containsExactly("1|a, \"b\"\nc|2024-02-29", "2|null|null");
  }
}
