package org.thetisdb.client.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.jdbc.ScriptedRouter.column;
import static org.thetisdb.client.jdbc.ScriptedRouter.rows;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.jdbc.ScriptedRouter.Answer;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;

/** DatabaseMetaData, put together from what information_schema says. */
class MetadataTest {
  private final ScriptedRouter router = new ScriptedRouter();
  private Connection connection;
  private DatabaseMetaData data;

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection(router.url());
    data = connection.getMetaData();
    answerFor(
        "tables",
        row("public", "child", "BASE TABLE", "of a parent"),
        row("public", "names", "VIEW", null),
        row("information_schema", "tables", "VIEW", null),
        row("public", "parent", "BASE TABLE", null));
    answerFor(
        "columns",
        row(
            "public",
            "child",
            "name",
            2,
            "'x'",
            "YES",
            "VARCHAR",
            30,
            null,
            null,
            "NO",
            "ALWAYS",
            "calculated"),
        row("public", "child", "id", 1, null, "NO", "BIGINT", null, 64, 0, "YES", "NEVER", null),
        row("public", "parent", "id", 1, null, "NO", "DECIMAL", null, 9, 2, "NO", "NEVER", null));
    answerFor(
        "key_column_usage",
        row("public", "child", "child_parent", 1, "parent_id"),
        row("public", "child", "child_pkey", 1, "id"),
        row("public", "parent", "parent_pkey", 1, "id"));
    answerFor(
        "table_constraints",
        row("public", "child", "child_parent", "FOREIGN KEY", "YES", "NO"),
        row("public", "child", "child_pkey", "PRIMARY KEY", "NO", "NO"),
        row("public", "parent", "parent_pkey", "PRIMARY KEY", "NO", "NO"));
    answerFor(
        "referential_constraints",
        row(
            "public",
            "child",
            "child_parent",
            "public",
            "parent",
            "parent_pkey",
            "SET NULL",
            "CASCADE"));
    answerFor(
        "indexes",
        row("public", "child", "child_pkey", "YES", 1, "id", null),
        row("public", "child", "child_name", "NO", 1, "name", "code > 0"),
        row("public", "child", "child_code", "YES", 1, "code", null),
        row("public", "child", "child_code", "YES", 2, "part", null));
    answerFor("routines", row("public", "transfer", "moves money"));
    answerFor("schemata", row("public"), row("information_schema"));
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    router.close();
  }

  private static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  /** Whatever is asked of a view, the test answers with these rows. */
  private void answerFor(String view, List<?>... answers) {
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 0; i < answers[0].size(); i++) {
      columns.add(column("c" + i, JdbcType.VARCHAR));
    }
    Answer answer = rows(columns, answers);
    router.onView(view, answer);
  }

  private static List<String> read(ResultSet rows, String... columns) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      StringBuilder line = new StringBuilder();
      for (String column : columns) {
        line.append(line.isEmpty() ? "" : " ").append(rows.getString(column));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  @Test
  void tablesHaveTheTypesThatToolsAskFor() throws SQLException {
    assertThat(read(data.getTables(null, null, "%", null), "TABLE_TYPE", "TABLE_NAME"))
        .containsExactly("SYSTEM VIEW tables", "TABLE child", "TABLE parent", "VIEW names");
    assertThat(
            read(
                data.getTables(null, "public", "c%", new String[] {"TABLE"}),
                "TABLE_NAME",
                "REMARKS"))
        .containsExactly("child of a parent");
    String[] types = {"BASE TABLE", "VIEW"};
    assertThat(read(data.getTables(null, null, null, types), "TABLE_NAME"))
        .as("views of the system are another type")
        .containsExactly("child", "parent", "names");
  }

  @Test
  void columnsComeInOrderWithTypesAndSizes() throws SQLException {
    assertThat(
            read(
                data.getColumns(null, "public", "child", null),
                "COLUMN_NAME",
                "DATA_TYPE",
                "COLUMN_SIZE",
                "IS_NULLABLE",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN",
                "COLUMN_DEF",
                "REMARKS"))
        .containsExactly(
            "id " + Types.BIGINT + " 19 NO YES NO null null",
            "name " + Types.VARCHAR + " 30 YES NO YES 'x' calculated");
    assertThat(
            read(
                data.getColumns(null, null, "parent", "%"),
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS"))
        .containsExactly("DECIMAL 9 2");
  }

  @Test
  void keysPointBothWays() throws SQLException {
    assertThat(read(data.getPrimaryKeys(null, null, "child"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .containsExactly("id 1 child_pkey");
    String[] columns = {"PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME"};
    assertThat(read(data.getImportedKeys(null, null, "child"), columns))
        .containsExactly("parent id child parent_id");
    assertThat(read(data.getExportedKeys(null, null, "parent"), columns))
        .containsExactly("parent id child parent_id");
    assertThat(read(data.getImportedKeys(null, null, "parent"), columns)).isEmpty();
    assertThat(read(data.getImportedKeys(null, null, "child"), "DEFERRABILITY"))
        .containsExactly("" + DatabaseMetaData.importedKeyInitiallyImmediate);
    assertThat(read(data.getImportedKeys(null, null, "child"), "DELETE_RULE", "UPDATE_RULE"))
        .containsExactly(
            DatabaseMetaData.importedKeyCascade + " " + DatabaseMetaData.importedKeySetNull);
  }

  @Test
  void indexesAreListedUniqueOnesFirst() throws SQLException {
    String[] columns = {
      "NON_UNIQUE", "INDEX_NAME", "ORDINAL_POSITION", "COLUMN_NAME", "FILTER_CONDITION"
    };
    assertThat(read(data.getIndexInfo(null, null, "child", false, true), columns))
        .containsExactly(
            "false child_code 1 code null",
            "false child_code 2 part null",
            "false child_pkey 1 id null",
            "true child_name 1 name code > 0");
    assertThat(read(data.getIndexInfo(null, null, "child", true, true), columns)).hasSize(3);
  }

  @Test
  void proceduresAndTypesAreThere() throws SQLException {
    assertThat(read(data.getProcedures(null, null, null), "PROCEDURE_NAME", "REMARKS"))
        .containsExactly("transfer moves money");
    assertThat(read(data.getTypeInfo(), "TYPE_NAME"))
        .contains("DECIMAL", "UUID", "TIMESTAMP WITH TIME ZONE", "JSONB", "INTERVAL")
        .hasSize(19);
    assertThat(read(data.getSchemas(), "TABLE_SCHEM"))
        .containsExactly("information_schema", "public");
    assertThat(data.getURL()).startsWith("jdbc:thetis://127.0.0.1:").endsWith("/test");
  }

  @Test
  void onlyWhatIsWantedIsAskedFor() throws SQLException {
    data.getColumns(null, "public", "chi\\_ld", "n%").close();
    assertThat(router.last().sql())
        .endsWith(" WHERE table_schema = ? AND table_name = ? AND column_name LIKE ? ESCAPE '!'");
    assertThat(router.lastRuns()).isEqualTo(List.of(List.of("public", "chi_ld", "n%")));
    data.getTables(null, null, "%", null).close();
    assertThat(router.last().sql()).endsWith("FROM information_schema.tables");
    data.getExportedKeys(null, "public", "parent").close();
    assertThat(router.texts())
        .anyMatch(
            sql ->
                sql.endsWith(" WHERE unique_constraint_schema = ? AND referenced_table_name = ?"));
    assertThat(router.last().sql())
        .as("the keys of all that are concerned, at once")
        .endsWith("table_constraints WHERE table_schema = ? AND table_name = ANY (?)");
    data.getIndexInfo(null, null, "child", false, true).close();
    assertThat(router.last().sql()).endsWith("indexes WHERE table_name = ?");
  }

  @Test
  void namesInCapitalsFindWhatIsWrittenInSmallLetters() throws SQLException {
    assertThat(read(data.getTables(null, null, "CHI%", null), "TABLE_NAME"))
        .containsExactly("child");
    assertThat(read(data.getColumns(null, null, "PARENT", null), "TABLE_NAME"))
        .containsExactly("parent");
  }
}
