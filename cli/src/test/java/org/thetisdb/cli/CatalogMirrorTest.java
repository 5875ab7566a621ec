package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** What DatabaseMetaData and information_schema say is what was created. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class CatalogMirrorTest {
  private static final String[] DEFINITIONS = {
    "DROP SCHEMA IF EXISTS mirrored CASCADE",
    "DROP VIEW IF EXISTS mirror_view",
    "DROP TABLE IF EXISTS mirror_child, mirror_types, mirror_parent",
    "DROP SEQUENCE IF EXISTS mirror_seq",
    "DROP PROCEDURE IF EXISTS mirror_call",
    "CREATE SEQUENCE mirror_seq START WITH 5 INCREMENT BY 2 MINVALUE 1 MAXVALUE 99 CYCLE",
    "CREATE TABLE mirror_types (b BOOLEAN, t TINYINT, s SMALLINT, i INTEGER, l BIGINT, r REAL,"
        + " d DOUBLE PRECISION, n DECIMAL(9, 2), c CHAR(3), v VARCHAR(20), x TEXT, bi BINARY(4),"
        + " vb VARBINARY(8), da DATE, ti TIME, ts TIMESTAMP, tz TIMESTAMP WITH TIME ZONE, u UUID,"
        + " j JSON, ia INTEGER[], va VARCHAR(7)[], iv INTERVAL, iy INTERVAL YEAR TO MONTH)",
    "CREATE TABLE mirror_parent (a INT, b VARCHAR(9), code VARCHAR(5) UNIQUE, PRIMARY KEY (b, a))",
    "CREATE TABLE mirror_child (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        + " b VARCHAR(9), a INT, code VARCHAR(5) NOT NULL DEFAULT 'c',"
        + " twice INT GENERATED ALWAYS AS (a * 2) STORED,"
        + " CONSTRAINT to_parent FOREIGN KEY (b, a) REFERENCES mirror_parent"
        + " ON DELETE SET NULL ON UPDATE CASCADE,"
        + " CONSTRAINT to_code FOREIGN KEY (code) REFERENCES mirror_parent (code) ON DELETE CASCADE"
        + " ON UPDATE RESTRICT INITIALLY DEFERRED,"
        + " CONSTRAINT small CHECK (a < 100))",
    "CREATE INDEX mirror_by_code ON mirror_child (code, a)",
    "CREATE INDEX mirror_low ON mirror_child (code) WHERE a < 0",
    "CREATE UNIQUE INDEX mirror_sum ON mirror_child (lower(code), (a + id)) WHERE a > 5",
    "CREATE VIEW mirror_view (one, two) AS SELECT id, twice FROM mirror_child",
    "CREATE PROCEDURE mirror_call (wanted INT, name VARCHAR(9)) AS"
        + " SELECT * FROM mirror_parent WHERE a = :wanted AND b = :name",
    "CREATE SCHEMA mirrored",
    "CREATE SEQUENCE mirrored.numbers",
    "CREATE TABLE mirrored.inner_parent (id INT PRIMARY KEY, n INT CONSTRAINT one UNIQUE)",
    "CREATE TABLE mirrored.inner_child (id INT PRIMARY KEY, p INT REFERENCES mirrored.inner_parent,"
        + " code VARCHAR(5))",
    "CREATE INDEX by_p ON mirrored.inner_child (p, code)",
    "CREATE VIEW mirrored.seen AS SELECT p FROM mirrored.inner_child",
    "CREATE PROCEDURE mirrored.called (a INT) AS SELECT 1 FROM mirrored.inner_child WHERE p = :a",
    "COMMENT ON TABLE mirror_child IS 'of a parent'",
    "COMMENT ON COLUMN mirror_child.code IS 'of the parent, too'",
    "COMMENT ON VIEW mirror_view IS 'a look'",
    "COMMENT ON COLUMN mirror_view.two IS 'twice'",
    "COMMENT ON SEQUENCE mirror_seq IS 'odd ones'",
    "COMMENT ON PROCEDURE mirror_call IS 'asks'",
    "COMMENT ON INDEX mirror_low IS 'of few'",
    "COMMENT ON CONSTRAINT to_code ON mirror_child IS 'by code'",
    "COMMENT ON SCHEMA mirrored IS 'within'"
  };

  private Connection connection;
  private DatabaseMetaData data;

  @BeforeEach
  void define(EmbeddedCluster cluster) throws SQLException {
    connection = DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
    data = connection.getMetaData();
    try (Statement statement = connection.createStatement()) {
      for (String definition : DEFINITIONS) {
        statement.execute(definition);
      }
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static List<String> read(ResultSet rows, String... columns) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
          values.add(rows.getString(column));
        }
        lines.add(String.join(" ", values));
      }
    }
    return lines;
  }

  private List<String> schema(String query) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          values.add(rows.getString(i));
        }
        lines.add(String.join(" ", values));
      }
    }
    return lines;
  }

  @Test
  void tablesViewsAndSequencesAreThereWithTheirComments() throws SQLException {
    assertThat(
            read(
                data.getTables(null, "public", "mirror%", null),
                "TABLE_TYPE",
                "TABLE_NAME",
                "REMARKS"))
        .containsExactly(
            "TABLE mirror_child of a parent",
            "TABLE mirror_parent null",
            "TABLE mirror_types null",
            "VIEW mirror_view a look");
    assertThat(
            schema(
                "SELECT table_type, table_name, remarks FROM information_schema.tables"
                    + " WHERE table_name LIKE 'mirror%' ORDER BY table_name"))
        .containsExactly(
            "BASE TABLE mirror_child of a parent",
            "BASE TABLE mirror_parent null",
            "BASE TABLE mirror_types null",
            "VIEW mirror_view a look");
    assertThat(
            schema(
                "SELECT sequence_name, start_value, increment, minimum_value, maximum_value,"
                    + " cycle_option FROM information_schema.sequences"
                    + " WHERE sequence_name LIKE 'mirror%' ORDER BY sequence_name"))
        .containsExactly(
            "mirror_child_id_seq 1 1 1 9223372036854775807 NO", "mirror_seq 5 2 1 99 YES");
  }

  @Test
  void whatIsInASchemaIsShownThere() throws SQLException {
    assertThat(read(data.getSchemas(), "TABLE_SCHEM"))
        .contains("information_schema", "mirrored", "public");
    String[] types = {"TABLE", "VIEW", "SEQUENCE"};
    assertThat(read(data.getTables(null, "mirrored", null, types), "TABLE_SCHEM", "TABLE_NAME"))
        .containsExactly(
            "mirrored numbers", "mirrored inner_child", "mirrored inner_parent", "mirrored seen");
    assertThat(read(data.getColumns(null, "mirrored", "inner_child", null), "COLUMN_NAME"))
        .containsExactly("id", "p", "code");
    assertThat(read(data.getColumns(null, "mirrored", "seen", null), "COLUMN_NAME"))
        .containsExactly("p");
    assertThat(read(data.getPrimaryKeys(null, "mirrored", "inner_parent"), "COLUMN_NAME"))
        .containsExactly("id");
    assertThat(
            read(
                data.getIndexInfo(null, "mirrored", "inner_child", false, true),
                "INDEX_NAME",
                "COLUMN_NAME"))
        .containsExactlyInAnyOrder(
            "inner_child_pkey id", "by_p p", "by_p code", "inner_child_p_fkey_idx p");
    assertThat(
            read(
                data.getImportedKeys(null, "mirrored", "inner_child"),
                "FK_NAME",
                "PKTABLE_SCHEM",
                "PKTABLE_NAME",
                "PKCOLUMN_NAME"))
        .containsExactly("inner_child_p_fkey mirrored inner_parent id");
    assertThat(read(data.getExportedKeys(null, "mirrored", "inner_parent"), "FK_NAME"))
        .containsExactly("inner_child_p_fkey");
    assertThat(read(data.getImportedKeys(null, "public", "inner_child"), "FK_NAME")).isEmpty();
    assertThat(read(data.getProcedures(null, "mirrored", null), "PROCEDURE_NAME"))
        .containsExactly("called");
    assertThat(read(data.getProcedureColumns(null, "mirrored", null, null), "COLUMN_NAME"))
        .containsExactly("a");
    assertThat(
            schema(
                "SELECT constraint_name, table_name FROM information_schema.table_constraints"
                    + " WHERE constraint_type = 'UNIQUE' AND table_schema = 'mirrored'"))
        .containsExactly("one inner_parent");
  }

  @Test
  void whatIsSaidOfEachKindOfObjectIsShown() throws SQLException {
    assertThat(
            read(
                data.getTables(null, "public", "mirror%", new String[] {"VIEW", "SEQUENCE"}),
                "TABLE_NAME",
                "REMARKS"))
        .containsExactly("mirror_child_id_seq null", "mirror_seq odd ones", "mirror_view a look");
    assertThat(read(data.getColumns(null, "public", "mirror_view", null), "COLUMN_NAME", "REMARKS"))
        .containsExactly("one null", "two twice");
    assertThat(read(data.getProcedures(null, "public", "mirror%"), "PROCEDURE_NAME", "REMARKS"))
        .containsExactly("mirror_call asks");
    assertThat(
            schema(
                "SELECT 'index', remarks FROM information_schema.indexes"
                    + " WHERE index_name = 'mirror_low'"
                    + " UNION ALL SELECT 'key', remarks FROM information_schema.table_constraints"
                    + " WHERE constraint_name = 'to_code'"
                    + " UNION ALL SELECT 'schema', remarks FROM information_schema.schemata"
                    + " WHERE schema_name = 'mirrored'"))
        .containsExactlyInAnyOrder("index of few", "key by code", "schema within");
  }

  @Test
  void columnsHaveTheTypesThatTheyWereGiven() throws SQLException {
    assertThat(
            read(
                data.getColumns(null, "public", "mirror_types", null),
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "DATA_TYPE",
                "IS_NULLABLE"))
        .containsExactly(
            "1 b " + Types.BOOLEAN + " YES",
            "2 t " + Types.TINYINT + " YES",
            "3 s " + Types.SMALLINT + " YES",
            "4 i " + Types.INTEGER + " YES",
            "5 l " + Types.BIGINT + " YES",
            "6 r " + Types.REAL + " YES",
            "7 d " + Types.DOUBLE + " YES",
            "8 n " + Types.DECIMAL + " YES",
            "9 c " + Types.CHAR + " YES",
            "10 v " + Types.VARCHAR + " YES",
            "11 x " + Types.VARCHAR + " YES",
            "12 bi " + Types.BINARY + " YES",
            "13 vb " + Types.VARBINARY + " YES",
            "14 da " + Types.DATE + " YES",
            "15 ti " + Types.TIME + " YES",
            "16 ts " + Types.TIMESTAMP + " YES",
            "17 tz " + Types.TIMESTAMP_WITH_TIMEZONE + " YES",
            "18 u " + Types.OTHER + " YES",
            "19 j " + Types.OTHER + " YES",
            "20 ia " + Types.ARRAY + " YES",
            "21 va " + Types.ARRAY + " YES",
            "22 iv " + Types.OTHER + " YES",
            "23 iy " + Types.OTHER + " YES");
    assertThat(
            read(
                data.getColumns(null, "public", "mirror_types", "_"),
                "COLUMN_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS"))
        .contains("n 9 2", "c 3 null", "v 20 null");
    assertThat(
            schema(
                "SELECT column_name, type_name, character_maximum_length, numeric_precision,"
                    + " numeric_scale FROM information_schema.columns"
                    + " WHERE table_name = 'mirror_types' AND column_name IN ('n', 'v', 'vb', 'tz', 'j', 'va', 'iv', 'iy')"
                    + " ORDER BY ordinal_position"))
        .containsExactly(
            "n DECIMAL null 9 2",
            "v VARCHAR 20 null null",
            "vb VARBINARY 8 null null",
            "tz TIMESTAMP WITH TIME ZONE null null null",
            "j JSONB null null null",
            "va VARCHAR[] null null null",
            "iv INTERVAL null null null",
            "iy INTERVAL null null null");
  }

  @Test
  void columnsSayWhereTheirValuesComeFrom() throws SQLException {
    assertThat(
            read(
                data.getColumns(null, "public", "mirror_child", null),
                "COLUMN_NAME",
                "IS_NULLABLE",
                "COLUMN_DEF",
                "IS_AUTOINCREMENT",
                "IS_GENERATEDCOLUMN",
                "REMARKS"))
        .containsExactly(
            "id NO null YES NO null",
            "b YES null NO NO null",
            "a YES null NO NO null",
            "code NO 'c' NO NO of the parent, too",
            "twice YES null NO YES null");
    assertThat(
            schema(
                "SELECT column_name, identity_generation, is_generated, generation_expression, remarks"
                    + " FROM information_schema.columns WHERE table_name = 'mirror_child'"
                    + " AND column_name IN ('id', 'code', 'twice') ORDER BY ordinal_position"))
        .containsExactly(
            "id ALWAYS NEVER null null",
            "code null NEVER null of the parent, too",
            "twice null ALWAYS a * 2 null");
    assertThat(
            read(data.getColumns(null, "public", "mirror_view", null), "COLUMN_NAME", "TYPE_NAME"))
        .containsExactly("one BIGINT", "two INTEGER");
  }

  @Test
  void keysAndIndexesAreThoseThatWereDeclared() throws SQLException {
    assertThat(read(data.getPrimaryKeys(null, "public", "mirror_parent"), "COLUMN_NAME", "KEY_SEQ"))
        .containsExactly("a 2", "b 1");
    assertThat(
            read(
                data.getImportedKeys(null, "public", "mirror_child"),
                "FK_NAME",
                "KEY_SEQ",
                "PKCOLUMN_NAME",
                "FKCOLUMN_NAME",
                "UPDATE_RULE",
                "DELETE_RULE"))
        .containsExactlyInAnyOrder(
            "to_parent 1 b b "
                + DatabaseMetaData.importedKeyCascade
                + " "
                + DatabaseMetaData.importedKeySetNull,
            "to_parent 2 a a "
                + DatabaseMetaData.importedKeyCascade
                + " "
                + DatabaseMetaData.importedKeySetNull,
            "to_code 1 code code "
                + DatabaseMetaData.importedKeyRestrict
                + " "
                + DatabaseMetaData.importedKeyCascade);
    assertThat(
            read(
                data.getIndexInfo(null, "public", "mirror_child", false, false),
                "INDEX_NAME",
                "NON_UNIQUE",
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "FILTER_CONDITION"))
        .contains(
            "mirror_child_pkey false 1 id null",
            "mirror_by_code true 1 code null",
            "mirror_by_code true 2 a null",
            "mirror_low true 1 code a < 0",
            "mirror_sum false 1 lower(code) a > 5",
            "mirror_sum false 2 (a + id) a > 5",
            "to_parent_idx true 1 b null",
            "to_parent_idx true 2 a null");
    assertThat(
            schema(
                "SELECT constraint_name, constraint_type FROM information_schema.table_constraints"
                    + " WHERE table_name IN ('mirror_child', 'mirror_parent')"
                    + " AND constraint_type <> 'CHECK' ORDER BY constraint_name"))
        .containsExactly(
            "mirror_child_pkey PRIMARY KEY",
            "mirror_parent_code_key UNIQUE",
            "mirror_parent_pkey PRIMARY KEY",
            "to_code FOREIGN KEY",
            "to_parent FOREIGN KEY");
    assertThat(
            schema(
                "SELECT check_clause FROM information_schema.check_constraints"
                    + " WHERE constraint_name = 'small'"))
        .containsExactly("a < 100");
  }

  @Test
  void foreignKeysSayWhenTheyAreChecked() throws SQLException {
    assertThat(
            read(data.getImportedKeys(null, "public", "mirror_child"), "FK_NAME", "DEFERRABILITY"))
        .containsOnly(
            "to_code " + DatabaseMetaData.importedKeyInitiallyDeferred,
            "to_parent " + DatabaseMetaData.importedKeyNotDeferrable);
  }

  @Test
  void proceduresTellTheirParameters() throws SQLException {
    assertThat(read(data.getProcedures(null, "public", "mirror%"), "PROCEDURE_NAME"))
        .containsExactly("mirror_call");
    assertThat(
            read(
                data.getProcedureColumns(null, "public", "mirror_call", null),
                "ORDINAL_POSITION",
                "COLUMN_NAME",
                "TYPE_NAME"))
        .containsExactly("1 wanted INTEGER", "2 name VARCHAR");
  }

  @Test
  void childrenFollowAndColumnsAreCalculatedInTheCluster() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO mirror_parent VALUES (1, 'x', 'p'), (2, 'x', 'q')");
      statement.execute(
          "INSERT INTO mirror_child (b, a, code) VALUES ('x', 1, 'p'), ('x', 2, 'q')");
      assertThat(statement.executeUpdate("UPDATE mirror_parent SET a = a + 1")).isEqualTo(2);
      assertThat(schema("SELECT a, twice, code FROM mirror_child ORDER BY code"))
          .containsExactly("2 4 p", "3 6 q");
      connection.setAutoCommit(false);
      statement.execute("UPDATE mirror_parent SET a = 9 WHERE code = 'p'");
      assertThat(schema("SELECT twice FROM mirror_child WHERE a = 9")).containsExactly("18");
      connection.rollback();
      connection.setAutoCommit(true);
      statement.execute("DELETE FROM mirror_parent WHERE code = 'q'");
      assertThat(schema("SELECT a, twice, code FROM mirror_child")).containsExactly("2 4 p");
    }
  }
}
