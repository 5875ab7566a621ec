package com.example.cloud;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.embedded.ThetisExtension;
import org.thetisdb.relational.RelationalCloud;
import org.thetisdb.relational.RelationalException;
import org.thetisdb.relational.database.DatabaseLogin;

/** Two hosts of the bank on a real cluster. */
@Tag("cluster")
class BankTest {
  private static final String SECRET = "open-sesame-7";

  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  @TempDir Path directory;

  private DatabaseLogin database(String name) throws Exception {
    Path password = Files.writeString(directory.resolve(name), SECRET);
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    String url = "jdbc:h2:mem:test-" + name + ";DB_CLOSE_DELAY=-1";
    DatabaseLogin login = DatabaseLogin.of(url, "sa").passwordFile(password);
    Bank.makeTable(login);
    return login;
  }

  @Test
  void transfersAreAtomicAndTheOtherHostGoesOn() throws Exception {
    try (ThetisClient client = db.cluster().connect()) {
      RelationalCloud.install(client, 2);
      DatabaseLogin even = database("berlin-even");
      DatabaseLogin odd = database("berlin-odd");
      try (Bank paris = Bank.open(client, "paris", database("paris-even"), database("paris-odd"))) {
        try (Bank berlin = Bank.open(client, "berlin", even, odd)) {
          berlin.add(1, 1_000);
          berlin.add(2, 0);
          berlin.transfer(1, 2, 300);
          RelationalException refused =
              assertThrows(RelationalException.class, () -> berlin.transfer(1, 2, 900));
          assertEquals("23513", refused.sqlState());
          assertEquals(700, berlin.cents(1));
          assertEquals(300, berlin.cents(2));
          paris.transfer(2, 1, 100); // behind at first, so it is run again
          assertEquals(1_000, berlin.sum());
          assertEquals(800, berlin.cents(1));
        }
        paris.transfer(1, 2, 50);
        try (Bank berlin = Bank.open(client, "berlin", even, odd)) {
          assertEquals(1_000, berlin.sum());
          assertEquals(750, berlin.cents(1));
          assertEquals(paris.digest(), berlin.digest());
        }
      }
    }
    for (String value : allValues()) {
      assertFalse(value.contains(SECRET), value);
    }
  }

  /** All that users could read of the log and the partitions. */
  private static List<String> allValues() throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(db.cluster().jdbcUrl());
        Statement statement = connection.createStatement()) {
      for (String table : List.of("log", "partitions", "metadata", "snapshots")) {
        try (ResultSet rows = statement.executeQuery("SELECT * FROM statementlog_" + table)) {
          while (rows.next()) {
            values.add(text(rows));
          }
        }
      }
    }
    assertFalse(values.isEmpty());
    return values;
  }

  private static String text(ResultSet row) throws SQLException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      byte[] bytes =
          row.getObject(i) instanceof byte[] raw
              ? raw
              : String.valueOf(row.getObject(i)).getBytes();
      text.writeBytes(bytes);
    }
    return text.toString();
  }
}
