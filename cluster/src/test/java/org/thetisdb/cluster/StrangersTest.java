package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.config.TlsSettings;
import org.thetisdb.core.config.TlsSettings.Mode;
import org.thetisdb.core.config.TlsSettings.Open;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsFiles;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.testing.TestCertificates;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.core.wire.SiteToSite.FollowLog;

/**
 * Somebody who knows the name of a cluster and its addresses, and says to be a router or a site of
 * it.
 */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 2, whole = true)
final class StrangersTest {
  private static final String NAME = "thetis";
  private static final int HIGH_EPOCH = 1_000_000;

  @TempDir private Path directory;
  @TempDir private Path certificates;

  /** Says one thing to an address, and hears what comes back first. */
  private static Message say(Message message, Address to, Tls tls) throws InterruptedException {
    BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    TransportOptions options = TransportOptions.defaults(1).withLocalSockets(false).withTls(tls);
    try (NettyTransport transport = new NettyTransport(options)) {
      ConnectionListener stranger =
          new ConnectionListener() {
            @Override
            public void onConnected(org.thetisdb.core.net.Connection connection) {
              connection.send(message);
            }

            @Override
            public void onMessage(org.thetisdb.core.net.Connection from, Message answer) {
              heard.add(answer);
            }

            @Override
            public void onClosed(org.thetisdb.core.net.Connection closed, String reason) {
              heard.add(reason);
            }
          };
      transport.connect(to, transport.eventLoopScheduler(heard::add), stranger);
      Object first = heard.poll(30, TimeUnit.SECONDS);
      assertThat(first).as("the answer to %s", message).isInstanceOf(Message.class);
      return (Message) first;
    }
  }

  private static void assertRefused(Message message, Address to, Tls tls)
      throws InterruptedException {
    Message answer = say(message, to, tls);
    assertThat(answer).isInstanceOf(Goodbye.class);
    assertThat(((Goodbye) answer).errorNumber()).isEqualTo(ErrorCode.NOT_A_NODE.number());
    assertThat(((Goodbye) answer).message())
        .contains("Only sites and routers of the cluster may send this.");
  }

  private static void assertAllRefused(EmbeddedCluster cluster, String parameters, Tls tls)
      throws Exception {
    String url = "jdbc:thetis://" + cluster.clientAddress() + "/?" + parameters;
    try (Connection client = DriverManager.getConnection(url);
        Statement statement = client.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
      Address site = addressOfSite(statement);
      List<Message> ofNodes =
          List.of(
              new RouterHello(NAME, HIGH_EPOCH),
              new ReaderHello(NAME),
              new CopyRequest(NAME, 2, new byte[0], 8),
              new FollowLog(NAME, 2, 1, 1));
      for (Message each : ofNodes) {
        assertRefused(each, site, tls);
      }
      Address nowhere = Address.ANY_LOOPBACK;
      RelayHello relay = new RelayHello("", nowhere, nowhere, "", true, new byte[0]);
      assertRefused(relay, cluster.clientAddress(), tls);
      statement.execute("INSERT INTO t VALUES (1)"); // nobody was led astray
    }
  }

  private static Address addressOfSite(Statement statement) throws SQLException {
    try (ResultSet sites =
        statement.executeQuery("SELECT address FROM information_schema.sites ORDER BY site")) {
      assertThat(sites.next()).isTrue();
      return Address.parse(sites.getString(1));
    }
  }

  private EmbeddedCluster start(Settings settings) {
    return EmbeddedCluster.start(settings, directory, (what, seconds) -> {});
  }

  private static Settings settings() {
    return ThetisSettings.builder().build().with(NetworkSettings.LISTEN_PORT, 0);
  }

  private static Settings withTls(TlsFiles node) {
    return settings()
        .with(TlsSettings.TLS_MODE, Mode.REQUIRE)
        .with(TlsSettings.TLS_CA, node.authority().toString())
        .with(TlsSettings.TLS_CERTIFICATE, node.certificate().toString())
        .with(TlsSettings.TLS_KEY, node.key().toString());
  }

  @Test
  void whereStrangersAreAcceptedAFalseRouterIsFollowed() throws Exception {
    Settings open = settings().with(TlsSettings.SECURITY_OPEN, Open.ACCEPTED);
    try (EmbeddedCluster cluster = start(open);
        Connection client =
            DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
        Statement statement = client.createStatement()) {
      Address site = addressOfSite(statement);
      Message answer = say(new RouterHello(NAME, HIGH_EPOCH), site, Tls.off());
      assertThat(answer).as("the site promises to follow").isInstanceOf(SiteToRouter.class);
    }
  }

  @Test
  void falseRoutersAndSitesOfThisMachineAreRefused() throws Exception {
    try (EmbeddedCluster cluster = start(settings())) {
      assertAllRefused(cluster, "", Tls.off());
    }
  }

  @Test
  void aUserOfTheAuthorityIsNoRouterAndNoSite() throws Exception {
    TestCertificates authority = new TestCertificates(certificates);
    TlsFiles eve = authority.user("eve");
    Tls asEve = Tls.open(TlsMode.REQUIRE, Verification.AUTHORITY, eve);
    String root = "sslmode=verify-full&sslrootcert=" + eve.authority();
    try (EmbeddedCluster cluster = start(withTls(authority.node("machine")))) {
      assertAllRefused(cluster, root, asEve);
      Tls asNode = Tls.open(TlsMode.REQUIRE, Verification.NODE, authority.node("another-machine"));
      String url = "jdbc:thetis://" + cluster.clientAddress() + "/?" + root;
      try (Connection client = DriverManager.getConnection(url);
          Statement statement = client.createStatement()) {
        Message answer = say(new RouterHello(NAME, HIGH_EPOCH), addressOfSite(statement), asNode);
        assertThat(answer).as("a router may become leader").isInstanceOf(SiteToRouter.class);
      }
    }
  }

  @Test
  void whatListensBeyondThisMachineDoesNotStartWithoutTls() {
    Settings beyond = settings().with(NetworkSettings.LISTEN_HOST, "0.0.0.0");
    assertThatThrownBy(() -> start(beyond))
        .hasMessageContaining("tls.mode=require")
        .hasMessageContaining("security.open=accepted");
  }
}
