package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.LoginSettings;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.NetworkSettings.LocalSockets;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.config.TlsSettings;
import org.thetisdb.core.config.TlsSettings.Mode;
import org.thetisdb.core.config.TlsSettings.Open;
import org.thetisdb.core.error.ThetisException;

/** The first user of a cluster that other machines can reach. */
@Tag("cluster")
@Timeout(120)
final class FirstUserTest {
  private static final long PATIENCE_MS = 20_000;

  @TempDir private Path data;

  private static Settings reachable() {
    return Settings.of(ThetisSettings.ALL)
        .build()
        .with(NetworkSettings.LISTEN_HOST, "0.0.0.0")
        .with(NetworkSettings.LISTEN_PORT, 0)
        .with(NetworkSettings.NET_LOCAL_SOCKETS, LocalSockets.OFF);
  }

  private EmbeddedCluster start(Settings settings) {
    return EmbeddedCluster.start(settings, data, (what, seconds) -> {});
  }

  private Properties firstUser() throws Exception {
    Path file = data.resolve(FirstPasswordFile.NAME);
    for (long left = PATIENCE_MS; !Files.exists(file) && left > 0; left -= 20) {
      Thread.sleep(20);
    }
    Properties said = new Properties();
    said.load(Files.newBufferedReader(file));
    return said;
  }

  private static String user(EmbeddedCluster cluster, Properties login) throws SQLException {
    String url = "jdbc:thetis://127.0.0.1:" + cluster.clientAddress().port() + "/";
    try (Connection connection = DriverManager.getConnection(url, login);
        ResultSet row = connection.createStatement().executeQuery("SELECT current_user")) {
      row.next();
      return row.getString(1);
    }
  }

  /** The file is written before the catalog knows of the user. */
  private static String userSoon(EmbeddedCluster cluster, Properties login) throws Exception {
    for (long left = PATIENCE_MS; left > 0; left -= 100) {
      try {
        return user(cluster, login);
      } catch (SQLException notYet) {
        Thread.sleep(100);
      }
    }
    return user(cluster, login);
  }

  @Test
  void aClusterThatOthersReachMakesItsFirstUser() throws Exception {
    Properties login;
    try (EmbeddedCluster cluster =
        start(reachable().with(TlsSettings.SECURITY_OPEN, Open.ACCEPTED))) {
      login = firstUser();
      assertThat(userSoon(cluster, login)).isEqualTo("thetis");
      Properties nobody = new Properties();
      assertThatThrownBy(() -> user(cluster, nobody)).hasMessageContaining("asks for a user");
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(data.resolve(FirstPasswordFile.NAME))))
        .isEqualTo("rw-------");
    Files.delete(data.resolve(FirstPasswordFile.NAME));
    try (EmbeddedCluster again =
        start(reachable().with(TlsSettings.SECURITY_OPEN, Open.ACCEPTED))) {
      assertThat(userSoon(again, login)).isEqualTo("thetis");
      assertThat(data.resolve(FirstPasswordFile.NAME)).doesNotExist();
    }
  }

  @Test
  void withoutTlsOrUsersItDoesNotListenToOthers() {
    assertThatThrownBy(() -> start(reachable()))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("Set tls.mode=require");
    Settings nobodyLogsIn =
        reachable()
            .with(TlsSettings.TLS_MODE, Mode.REQUIRE)
            .with(LoginSettings.SECURITY_LOGIN, LoginPolicy.OFF);
    assertThatThrownBy(() -> start(nobodyLogsIn))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("nobody logs in there");
  }
}
