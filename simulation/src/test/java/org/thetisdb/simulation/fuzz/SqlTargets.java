package org.thetisdb.simulation.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.define.DdlPlanner;
import org.thetisdb.sql.define.step.StepText;
import org.thetisdb.sql.define.step.SystemRow;
import org.thetisdb.sql.plan.SqlCompiler;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;

/** What SQL reads of others: statements, as bytes and as words, and rows of the catalog. */
final class SqlTargets {
  private static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE person (id BIGINT PRIMARY KEY, name VARCHAR(20) NOT NULL, born DATE,"
              + " height DECIMAL(5,2) DEFAULT 1.5 CHECK (height > 0), mail VARCHAR(40) UNIQUE)",
          "CREATE TABLE visit (person BIGINT REFERENCES person (id), at_time TIMESTAMP,"
              + " \"value\" INT, note VARCHAR(100), PRIMARY KEY (person, at_time))",
          "CREATE INDEX by_name ON person (name, born)",
          "CREATE SEQUENCE numbers START WITH 10 INCREMENT BY 2",
          "CREATE VIEW tall AS SELECT id, name FROM person WHERE height > 1.9",
          "CREATE ROLE reader",
          "CREATE USER clerk IN ROLE reader PASSWORD 'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$"
              + "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:"
              + "wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU='",
          "GRANT SELECT, INSERT ON person TO clerk, PUBLIC");

  private static final List<String> STATEMENTS =
      List.of(
          "GRANT SELECT, UPDATE ON person, visit TO reader, PUBLIC",
          "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM clerk CASCADE",
          "ALTER USER clerk NOLOGIN PASSWORD NULL",
          "SELECT id, name FROM person WHERE id = ?",
          "SELECT p.name, COUNT(*), MAX(v.\"value\") FROM person p JOIN visit v ON p.id = v.person"
              + " WHERE p.born BETWEEN DATE '1990-01-01' AND ? GROUP BY p.name"
              + " HAVING COUNT(*) > 2 ORDER BY 2 DESC LIMIT 10 OFFSET 5",
          "SELECT DISTINCT name FROM person WHERE mail IN ('a', 'b', ?) UNION SELECT name FROM"
              + " tall",
          "SELECT CASE WHEN height IS NULL THEN 0 ELSE CAST(height * 2 AS INT) END, UPPER(name)"
              + " || '-' || SUBSTRING(name FROM 2 FOR 3) FROM person FOR UPDATE",
          "SELECT * FROM person WHERE EXISTS (SELECT 1 FROM visit WHERE person = person.id)",
          "INSERT INTO person (id, name, height) VALUES (1, 'Ann', 1.7), (?, ?, DEFAULT)",
          "INSERT INTO visit SELECT id, NOW(), 1, NULL FROM person WHERE name LIKE 'A%'",
          "INSERT INTO person (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET name = 'y'",
          "UPDATE person SET height = height + 0.1, name = ? WHERE id = 7 AND mail IS NOT NULL",
          "DELETE FROM visit WHERE person = 3 AND at_time < TIMESTAMP '2020-01-01 00:00:00'",
          "EXPLAIN SELECT * FROM person WHERE name = 'Ann' AND born > ?",
          "ALTER TABLE person ADD COLUMN age INT DEFAULT 3",
          "DROP TABLE IF EXISTS visit",
          "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
          "CALL transfer(1, ?, 'x')");

  private static final Pattern WORD =
      Pattern.compile("\"[^\"]*\"|'[^']*'|[A-Za-z_]+|[0-9.]+|\\|\\||[^\\s]");

  private static final List<String> VOCABULARY = vocabulary();
  private static final StatementCompiler COMPILER = compiler();
  private static final List<byte[]> CATALOG_ROWS = new ArrayList<>();
  private static final SqlCatalog CATALOG = define();

  private SqlTargets() {}

  static Stream<Target> all() {
    return Stream.of(statements(), words(), catalogRows());
  }

  private static StatementCompiler compiler() {
    return StepText.compiler(new SqlCompiler(1_000), new CompiledExpressions());
  }

  private static SqlCatalog define() {
    DdlPlanner planner = new DdlPlanner(COMPILER, new CompiledExpressions());
    SqlCatalog catalog = SqlCatalog.of(TableRegistry.EMPTY);
    for (String text : DEFINITIONS) {
      Compiled.Definition definition = (Compiled.Definition) COMPILER.compile(text, catalog);
      for (SystemRow row : planner.plan(catalog, definition.ddl(), null).rows()) {
        catalog = with(catalog, row);
      }
    }
    return catalog;
  }

  private static SqlCatalog with(SqlCatalog catalog, SystemRow row) {
    if (row.key().tableId() == SystemRow.TABLES) {
      int id = new ByteReader(row.key().bytes()).getInt();
      return catalog.withTables(catalog.registry().withTable(id, TableSchema.decode(row.row())));
    }
    if (row.key().tableId() != ObjectId.TABLE_ID) {
      return catalog;
    }
    CATALOG_ROWS.add(joined(row.key().bytes(), row.row()));
    return catalog.withRow(row.key(), row.row());
  }

  /** The key's length, the key and the row. */
  private static byte[] joined(byte[] key, byte[] row) {
    byte[] both = new byte[1 + key.length + row.length];
    both[0] = (byte) key.length;
    System.arraycopy(key, 0, both, 1, key.length);
    System.arraycopy(row, 0, both, 1 + key.length, row.length);
    return both;
  }

  private static Target statements() {
    List<byte[]> samples =
        STATEMENTS.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    return new Target(
        "statements",
        samples,
        bytes -> bytes,
        bytes -> COMPILER.compile(new String(bytes, StandardCharsets.UTF_8), CATALOG),
        ThetisException.class::isInstance);
  }

  /** A byte is a word, so damage makes statements that look like SQL for longer. */
  private static Target words() {
    return new Target(
        "SQL words",
        STATEMENTS.stream().map(SqlTargets::toWords).toList(),
        bytes -> bytes,
        bytes -> COMPILER.compile(text(bytes), CATALOG),
        ThetisException.class::isInstance);
  }

  private static List<String> vocabulary() {
    Set<String> words = new LinkedHashSet<>();
    for (String text : STATEMENTS) {
      WORD.matcher(text).results().map(MatchResult::group).forEach(words::add);
    }
    for (String text : DEFINITIONS) {
      WORD.matcher(text).results().map(MatchResult::group).forEach(words::add);
    }
    return List.copyOf(words);
  }

  private static byte[] toWords(String text) {
    List<String> words = WORD.matcher(text).results().map(MatchResult::group).toList();
    byte[] sample = new byte[words.size()];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = (byte) VOCABULARY.indexOf(words.get(i));
    }
    return sample;
  }

  static String text(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte word : bytes) {
      text.append(VOCABULARY.get(Byte.toUnsignedInt(word) % VOCABULARY.size())).append(' ');
    }
    return text.toString();
  }

  private static Target catalogRows() {
    return new Target(
        "catalog rows",
        CATALOG_ROWS,
        bytes -> bytes,
        SqlTargets::readCatalogRow,
        thrown -> thrown instanceof CodecException || thrown instanceof ThetisException);
  }

  private static void readCatalogRow(byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    int keyEnd = 1 + Math.min(bytes.length - 1, bytes[0] & 0x7f);
    byte[] key = Arrays.copyOfRange(bytes, 1, keyEnd);
    byte[] row = Arrays.copyOfRange(bytes, keyEnd, bytes.length);
    CATALOG.withRow(new RowKey(ObjectId.TABLE_ID, key), row);
  }
}
