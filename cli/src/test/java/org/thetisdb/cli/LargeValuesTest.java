package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;

/** Values of up to 64 MiB through the driver, against a real cluster. */
@Tag("cluster")
@Tag("slow")
@ExtendWith(SharedCluster.class)
@Timeout(180)
@InTurn(oneIn = 10)
final class LargeValuesTest {
  private static final int MIB = 1 << 20;
  private static final int MOST = 64 * MIB;
  private static final String INSERT = "INSERT INTO large (id, b, t) VALUES (?, ?, ?)";

  private String url;
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    url = "jdbc:thetis://" + cluster.clientAddress() + "/";
    connection = DriverManager.getConnection(url);
    run(
        "DROP TABLE IF EXISTS large",
        "CREATE TABLE large (id BIGINT PRIMARY KEY, b BYTEA, t TEXT, j JSONB, name VARCHAR(50))");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  /** Bytes of a seed, made as they are read: nothing holds them all. */
  private static final class MadeBytes extends InputStream {
    private final SplittableRandom random;
    private long left;

    MadeBytes(long seed, long length) {
      this.random = new SplittableRandom(seed);
      this.left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? random.nextInt(256) : -1;
    }

    @Override
    public int read(byte[] target, int offset, int most) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(left, most);
      for (int i = 0; i < count; i++) {
        target[offset + i] = (byte) random.nextInt(256);
      }
      left -= count;
      return count;
    }
  }

  private static byte[] bytes(long seed, int length) {
    byte[] all = new byte[length];
    int read = new MadeBytes(seed, length).read(all, 0, length);
    assertThat(read).isEqualTo(length);
    return all;
  }

  private static long crc(InputStream in) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] part = new byte[10_007];
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      crc.update(part, 0, count);
    }
    return crc.getValue();
  }

  /**
   * Of characters of one, two, three and four bytes, so that all kinds lie on borders of pieces.
   */
  private static String text(int utf8Bytes) {
    String unit = "a\u00e4\u20ac\ud83d\ude00z";
    int unitBytes = 11;
    return unit.repeat(utf8Bytes / unitBytes) + "x".repeat(utf8Bytes % unitBytes);
  }

  private static String read(Reader reader) throws IOException {
    StringBuilder all = new StringBuilder();
    char[] part = new char[7_919];
    for (int count = reader.read(part); count >= 0; count = reader.read(part)) {
      all.append(part, 0, count);
    }
    return all.toString();
  }

  private void insertBytes(long id, InputStream content) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, id);
      insert.setBinaryStream(2, content);
      insert.setString(3, null);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  private void insertText(long id, String text) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, id);
      insert.setBytes(2, null);
      insert.setString(3, text);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  private ResultSet row(Statement statement, long id) throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT b, t, name FROM large WHERE id = " + id);
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void bytesOfSixtyFourMebibytesGoInByAStreamAndComeOutByAStream() throws Exception {
    insertBytes(1, new MadeBytes(1, MOST));
    try (Statement statement = connection.createStatement();
        ResultSet rows = row(statement, 1)) {
      assertThat(crc(rows.getBinaryStream(1))).isEqualTo(crc(new MadeBytes(1, MOST)));
      Blob blob = rows.getBlob("b");
      assertThat(blob.length()).isEqualTo(MOST);
      byte[] all = bytes(1, MOST);
      assertThat(blob.getBytes(40L * MIB - 2, 10)).isEqualTo(part(all, 40 * MIB - 3, 10));
      assertThat(crc(blob.getBinaryStream(MOST - 99, 1_000)))
          .isEqualTo(crc(new ByteArrayInputStream(all, MOST - 100, 100)));
      assertThat(rows.getBytes(1)).isEqualTo(all);
      assertThat(rows.getString(2)).isNull();
      assertThat(rows.wasNull()).isTrue();
    }
  }

  private static byte[] part(byte[] all, int from, int length) {
    return Arrays.copyOfRange(all, from, from + length);
  }

  @Test
  void aTextOfSixtyFourMebibytesKeepsEachOfItsCharacters() throws Exception {
    String text = text(MOST);
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, 2);
      insert.setNull(2, Types.VARBINARY);
      insert.setCharacterStream(3, new StringReader(text), (long) text.length());
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = row(statement, 2)) {
      assertThat(read(rows.getCharacterStream(2)).equals(text)).isTrue();
      Clob clob = rows.getClob(2);
      assertThat(clob.length()).isEqualTo(text.length());
      int at = 20 * MIB;
      assertThat(clob.getSubString(at + 1, 50)).isEqualTo(text.substring(at, at + 50));
      assertThat(clob.getSubString(at + 101, 5)).isEqualTo(text.substring(at + 100, at + 105));
      assertThat(clob.getSubString(1, 5)).isEqualTo(text.substring(0, 5));
      assertThat(rows.getString(2).equals(text)).isTrue();
    }
  }

  @Test
  void blobsClobsArraysAndStringsOfAnApplicationAreStoredToo() throws Exception {
    byte[] bytes = bytes(3, 5 * MIB + 3);
    String text = text(3 * MIB + 1);
    Blob blob = connection.createBlob();
    blob.setBytes(1, bytes);
    Clob clob = connection.createClob();
    clob.setString(1, text);
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, 1);
      insert.setBlob(2, blob);
      insert.setClob(3, clob);
      insert.addBatch();
      insert.setLong(1, 2);
      insert.setBytes(2, bytes);
      insert.setString(3, text);
      insert.addBatch();
      insert.setLong(1, 3);
      insert.setObject(2, new ByteArrayInputStream(bytes), Types.BLOB);
      insert.setObject(3, text, Types.CLOB);
      insert.addBatch();
      assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
    }
    try (Statement statement = connection.createStatement()) {
      for (int id = 1; id <= 3; id++) {
        try (ResultSet rows = row(statement, id)) {
          assertThat(rows.getBytes(1)).isEqualTo(bytes);
          assertThat(rows.getObject(2).equals(text)).isTrue();
        }
      }
    }
  }

  @Test
  void aBlobThatWasReadCanBeStoredInAnotherRow() throws Exception {
    insertBytes(1, new MadeBytes(4, 9 * MIB));
    try (Statement statement = connection.createStatement();
        ResultSet rows = row(statement, 1);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, 2);
      insert.setBlob(2, rows.getBlob(1));
      insert.setString(3, null);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    run("DELETE FROM large WHERE id = 1");
    try (Statement statement = connection.createStatement();
        ResultSet rows = row(statement, 2)) {
      assertThat(crc(rows.getBinaryStream(1))).isEqualTo(crc(new MadeBytes(4, 9 * MIB)));
    }
  }

  @Test
  void aTransactionStoresAndReadsBackAndRollsBack() throws Exception {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT count(*) FROM large").close();
      insertBytes(1, new MadeBytes(5, 3 * MIB));
      try (ResultSet rows = row(statement, 1)) {
        assertThat(crc(rows.getBinaryStream(1))).isEqualTo(crc(new MadeBytes(5, 3 * MIB)));
      }
      connection.rollback();
      insertBytes(1, new MadeBytes(6, 2 * MIB));
      connection.commit();
      try (ResultSet rows = row(statement, 1)) {
        assertThat(crc(rows.getBinaryStream(1))).isEqualTo(crc(new MadeBytes(6, 2 * MIB)));
      }
      connection.commit();
    }
  }

  @Test
  void oneByteMoreThanAllowedIsRefused() throws Exception {
    assertState(() -> insertBytes(1, new MadeBytes(7, MOST + 1L)), "54000");
    assertState(() -> insertText(1, text(MOST + 1)), "54000");
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM large")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isZero();
    }
  }

  private static void assertState(ThrowingCallable call, String state) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
  }

  @Test
  void aStreamThatIsShorterThanItsLengthOrHoldsHalfAPairIsRefused() throws Exception {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, 1);
      insert.setBinaryStream(2, new MadeBytes(8, 2 * MIB), 2 * MIB + 1);
      insert.setString(3, null);
      assertState(insert::executeUpdate, "22026");
      insert.setBytes(2, null);
      insert.setString(3, "x".repeat(2 * MIB) + "\ud83d");
      assertState(insert::executeUpdate, "22021");
      insert.setString(3, "fine");
      insert.setBinaryStream(2, new MadeBytes(8, 2 * MIB), 2 * MIB);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      insert.setLong(1, 2);
      assertState(insert::executeUpdate, "07002");
    }
  }

  @Test
  void whereAValueCannotLieBesideItsRowItGoesWithTheStatement() throws Exception {
    String document = "{\"a\": \"" + "b".repeat(2 * MIB) + "\"}";
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO large (id, j, t) VALUES (?, ?, upper(?))")) {
      for (int id = 1; id <= 2; id++) {
        insert.setInt(1, id);
        insert.setString(2, document);
        insert.setCharacterStream(3, new StringReader("c".repeat(2 * MIB)));
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT j ->> 'a', t FROM large WHERE id = 2")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).hasSize(2 * MIB);
      assertThat(rows.getString(2).equals("C".repeat(2 * MIB))).isTrue();
    }
    try (PreparedStatement find = connection.prepareStatement("SELECT id FROM large WHERE t = ?")) {
      find.setString(1, "d".repeat(9 * MIB));
      assertState(find::executeQuery, "0A000");
    }
  }

  @Test
  void joinsAndSortsPassLargeValuesOnAndLengthsFetchNone() throws Exception {
    insertBytes(1, new MadeBytes(9, 20 * MIB));
    String text = text(17 * MIB);
    insertText(2, text);
    run("CREATE TABLE IF NOT EXISTS names (id BIGINT PRIMARY KEY, called VARCHAR(20))");
    run("DELETE FROM names", "INSERT INTO names VALUES (1, 'one'), (2, 'two')");
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT n.called, l.b, l.t FROM large l LEFT JOIN names n ON n.id = l.id"
                  + " ORDER BY n.called DESC")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(3).equals(text)).isTrue();
        assertThat(rows.next()).isTrue();
        assertThat(crc(rows.getBinaryStream(2))).isEqualTo(crc(new MadeBytes(9, 20 * MIB)));
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT octet_length(b), length(t) FROM large"
                  + " WHERE b IS NOT NULL OR char_length(t) > 1000 ORDER BY id")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(20L * MIB);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(2)).isEqualTo(text.codePointCount(0, text.length()));
      }
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT n.called, char_length(l.t) FROM large l JOIN names n USING (id)"
                  + " WHERE l.t IS NOT NULL")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(2)).isEqualTo(text.codePointCount(0, text.length()));
      }
      assertState(() -> statement.executeQuery("SELECT upper(t) FROM large WHERE id = 2"), "0A000");
      assertState(() -> statement.executeQuery("SELECT DISTINCT t FROM large"), "0A000");
    }
  }

  @Test
  void anUpsertStoresWhatWasGiven() throws Exception {
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT INTO large (id, b, name) VALUES (?, ?, 'n')"
                + " ON CONFLICT (id) DO UPDATE SET b = EXCLUDED.b, name = EXCLUDED.name || '!'")) {
      for (int run = 1; run <= 2; run++) {
        upsert.setInt(1, 1);
        upsert.setBinaryStream(2, new MadeBytes(run, 10 * MIB));
        assertThat(upsert.executeUpdate()).isEqualTo(1);
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = row(statement, 1)) {
      assertThat(crc(rows.getBinaryStream(1))).isEqualTo(crc(new MadeBytes(2, 10 * MIB)));
      assertThat(rows.getString(3)).isEqualTo("n!");
    }
  }
}
