package com.example.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.embedded.ThetisExtension;

/** The same procedure on a real cluster, uploaded as the build has compiled it. */
@Tag("cluster")
class BankClusterTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  @BeforeAll
  static void upload() throws Exception {
    Path classes =
        Path.of(SendPayment.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    db.cluster().upload("bank", classes);
    run("INSERT INTO checking VALUES (1, 1000), (2, 0)");
  }

  private static void run(String text) throws SQLException {
    try (Connection connection = db.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  @Test
  void moneyMovesBetweenRowsThatSqlSees() {
    try (ThetisClient client = db.cluster().connect()) {
      assertEquals(700L, client.session().call("SendPayment", 1L, 2L, 300L));
      assertEquals(400L, client.session().call("SendPayment", 1L, 2L, 300L));
      assertThrows(
          AbortedException.class, () -> client.session().call("SendPayment", 1L, 2L, 5000L));
      assertEquals(300L, client.session().call("SendPayment", 2L, 1L, 300L));
    }
  }
}
