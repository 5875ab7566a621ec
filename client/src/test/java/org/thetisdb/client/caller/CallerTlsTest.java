package org.thetisdb.client.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.CertificateSubject;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsFiles;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.TestCertificates;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** The same with TLS, and what a client hears where the other end is not what it asks for. */
@Tag("slow")
class CallerTlsTest extends CallerTransportContract {
  private final List<NettyTransport> others = new ArrayList<>();
  private final List<Peer> came = new ArrayList<>();
  private TestCertificates certificates;
  private TlsFiles router;
  private TlsFiles ada;
  @TempDir Path directory;

  @BeforeEach
  @Override
  void open() {
    certificates = new TestCertificates(directory);
    router = certificates.node("router");
    ada = certificates.user("ada");
    super.open();
  }

  @AfterEach
  void closeOthers() {
    others.forEach(NettyTransport::close);
  }

  @Override
  TransportOptions peerOptions() {
    return options(Tls.open(TlsMode.REQUIRE, Verification.NODE, router));
  }

  @Override
  TransportOptions callerOptions() {
    return options(Tls.open(TlsMode.REQUIRE, Verification.HOST, ada));
  }

  private static TransportOptions options(Tls tls) {
    return TransportOptions.defaults(1)
        .withLocalSockets(false)
        .withConnectTimeout(15_000)
        .withTls(tls);
  }

  private Address listen(Tls tls) {
    NettyTransport other = new NettyTransport(options(tls));
    others.add(other);
    return other
        .listen(
            Address.ANY_LOOPBACK,
            other.eventLoopScheduler(failures::add),
            accepted -> {
              came.add(accepted.peer());
              return new Answering();
            })
        .address();
  }

  private Address listen(TlsFiles files) {
    return listen(Tls.open(TlsMode.REQUIRE, Verification.NODE, files));
  }

  @Test
  void bothEndsKnowEachOther() {
    connect(listen(router));
    assertThat(transport.await(() -> client.connection != null, 20_000)).isTrue();
    client.connection.send(new Ping(1));
    assertThat(client.awaitMessages(1)).isTrue();
    Peer there = client.connection.peer();
    assertThat(there.subject())
        .isEqualTo(new CertificateSubject(CertificateSubject.Kind.NODE, "router"));
    assertThat(came.get(0).subject())
        .isEqualTo(new CertificateSubject(CertificateSubject.Kind.USER, "ada"));
    assertThat(there.serverEndPoint()).isEqualTo(came.get(0).serverEndPoint());
  }

  @Test
  void aPortWithoutTlsIsNoWay() {
    Address plain = listen(Tls.off());
    connect(plain);
    assertThat(client.awaitClosed())
        .isEqualTo("cannot connect to " + plain + ": it does not speak TLS");
  }

  @Test
  void aClientWithoutTlsIsToldWhatToDo() {
    transport.close();
    transport = new CallerTransport(line, options(Tls.off()));
    connect(listen(router));
    assertThat(transport.await(() -> client.connection != null, 20_000)).isTrue();
    client.connection.send(new Ping(1));
    assertThat(client.awaitClosed()).contains("Clients ask for it by sslmode=verify-full");
  }

  @Test
  void aCertificateForOtherHostsIsRefused() {
    connect(listen(certificates.node("elsewhere", List.of("elsewhere.example"))));
    assertThat(client.awaitClosed()).endsWith("its certificate is for other hosts");
  }

  @Test
  void aForeignAuthorityIsRefused(@TempDir Path elsewhere) {
    connect(listen(new TestCertificates(elsewhere).node("router")));
    assertThat(client.awaitClosed()).endsWith("not of an authority that is trusted here");
  }

  @Test
  void aPortThatHangsUpIsHeardOf() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connect(new Address("127.0.0.1", server.getLocalPort()));
      try (Socket peer = server.accept()) {
        assertThat(peer.getPort()).isPositive();
      }
      assertThat(client.awaitClosed()).startsWith("cannot connect to 127.0.0.1:");
    }
  }

  @Test
  void aPortThatSaysNothingIsGivenUpInTime() throws IOException {
    transport.close();
    transport = new CallerTransport(line, callerOptions().withConnectTimeout(500));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connect(new Address("127.0.0.1", server.getLocalPort()));
      assertThat(client.awaitClosed()).endsWith("no answer within 500 ms");
    }
  }

  @Test
  void aRenewedCertificateOfTheClientCountsForItsNextConnection() throws IOException {
    Address there = listen(router);
    TlsFiles renewed = certificates.user("grace");
    Files.move(renewed.key(), ada.key(), StandardCopyOption.REPLACE_EXISTING);
    Files.move(renewed.certificate(), ada.certificate(), StandardCopyOption.REPLACE_EXISTING);
    connect(there);
    assertThat(transport.await(() -> client.connection != null, 20_000)).isTrue();
    client.connection.send(new Ping(1));
    assertThat(client.awaitMessages(1)).isTrue();
    assertThat(came.get(0).subject().name()).isEqualTo("grace");
  }
}
