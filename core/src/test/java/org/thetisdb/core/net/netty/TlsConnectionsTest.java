package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.CertificateSubject;
import org.thetisdb.core.net.CertificateSubject.Kind;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsFiles;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.TestCertificates;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** Who gets a connection with TLS, and what each end knows of the other then. */
@Tag("slow")
@Tag("threads")
class TlsConnectionsTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("test-engine", failures::add);
  private final List<NettyTransport> transports = new ArrayList<>();
  private final List<Peer> came = new CopyOnWriteArrayList<>();
  private TestCertificates certificates;
  private int firstMessageMs = 15_000;
  @TempDir Path directory;

  @BeforeEach
  void makeAuthority() {
    certificates = new TestCertificates(directory);
  }

  @AfterEach
  void close() {
    transports.forEach(NettyTransport::close);
    engine.close();
    assertThat(failures).isEmpty();
  }

  private NettyTransport open(Tls tls) {
    TransportOptions options =
        TransportOptions.defaults(1)
            .withLocalSockets(false)
            .withConnectTimeout(15_000)
            .withFirstMessageTimeout(firstMessageMs)
            .withTls(tls);
    NettyTransport transport = new NettyTransport(options);
    transports.add(transport);
    return transport;
  }

  private Tls node(TlsMode mode, String name) {
    return mode == TlsMode.OFF
        ? Tls.off()
        : Tls.open(mode, Verification.NODE, certificates.node(name));
  }

  private Address listen(Tls tls) {
    return open(tls)
        .listen(
            Address.ANY_LOOPBACK,
            engine,
            connection -> {
              came.add(connection.peer());
              return new Echo();
            })
        .address();
  }

  private Recorder connect(Tls tls, Address to) {
    Recorder client = new Recorder();
    open(tls).connect(to, engine, client);
    return client;
  }

  private Recorder connect(Verification verification, TlsFiles files, Address to) {
    return connect(Tls.open(TlsMode.REQUIRE, verification, files), to);
  }

  /** TLS 1.3 tells the end that connects late that its certificate was not liked. */
  private static String whyClosed(Recorder client) {
    Recorder.await("the end", () -> client.connection != null || !client.closedReasons.isEmpty());
    if (client.connection != null) {
      client.connection.send(new Ping(1));
    }
    return client.awaitClosed();
  }

  @ParameterizedTest
  @CsvSource({
    "OFF, OFF, TCP", "OFF, ALLOW, TCP", "OFF, REQUIRE, none",
    "ALLOW, OFF, TCP", "ALLOW, ALLOW, TLS", "ALLOW, REQUIRE, TLS",
    "REQUIRE, OFF, none", "REQUIRE, ALLOW, TLS", "REQUIRE, REQUIRE, TLS"
  })
  void processesChangeTheirModeOneAfterTheOther(TlsMode from, TlsMode to, String way) {
    Recorder client = connect(node(from, "one"), listen(node(to, "two")));
    if (way.equals("none")) {
      String expected = from == TlsMode.OFF ? "with TLS alone" : "it does not speak TLS";
      assertThat(whyClosed(client)).contains(expected);
      return;
    }
    Connection connection = client.awaitConnected();
    client.talk();
    assertThat(connection.peer().way()).isEqualTo(Peer.Way.valueOf(way));
    assertThat(came).hasSize(from == TlsMode.ALLOW && to == TlsMode.OFF ? came.size() : 1);
    assertThat(came.get(came.size() - 1).way()).isEqualTo(Peer.Way.valueOf(way));
  }

  @Test
  void nodesKnowEachOtherByTheirCertificates() {
    Recorder client = connect(node(TlsMode.REQUIRE, "one"), listen(node(TlsMode.REQUIRE, "two")));
    Peer there = client.awaitConnected().peer();
    Recorder.await("the other end", () -> !came.isEmpty());
    assertThat(there.subject()).isEqualTo(new CertificateSubject(Kind.NODE, "two"));
    assertThat(came.get(0).subject()).isEqualTo(new CertificateSubject(Kind.NODE, "one"));
    assertThat(came.get(0).isNode()).isTrue();
    assertThat(came.get(0).serverEndPoint()).hasSize(32).isEqualTo(there.serverEndPoint());
  }

  @Test
  void aUserShowsACertificateOrNone() {
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    connect(Verification.HOST, certificates.user("ada"), there).talk();
    connect(Verification.AUTHORITY, certificates.authority(), there).talk();
    connect(Verification.NONE, TlsFiles.none(), there).talk();
    assertThat(came.get(0).subject()).isEqualTo(new CertificateSubject(Kind.USER, "ada"));
    assertThat(came.get(1).subject()).isEqualTo(CertificateSubject.NONE);
    assertThat(came.get(2).subject()).isEqualTo(CertificateSubject.NONE);
  }

  @Test
  void aCertificateForOtherHostsIsRefusedByWhoeverAsksForTheHost() {
    TlsFiles other = certificates.node("two", List.of("two.example", "10.9.8.7"));
    Address there = listen(Tls.open(TlsMode.REQUIRE, Verification.NODE, other));
    Recorder client = connect(Verification.HOST, certificates.authority(), there);
    assertThat(client.awaitClosed())
        .isEqualTo("cannot connect to " + there + ": its certificate is for other hosts");
    connect(Verification.AUTHORITY, certificates.authority(), there).talk();
    connect(node(TlsMode.REQUIRE, "one"), there).talk();
  }

  @Test
  void aForeignAuthorityIsRefusedAtBothEnds(@TempDir Path elsewhere) {
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    TestCertificates foreign = new TestCertificates(elsewhere);
    Recorder deceived = connect(Verification.AUTHORITY, foreign.authority(), there);
    assertThat(deceived.awaitClosed()).endsWith("not of an authority that is trusted here");
    Recorder impostor = connect(Verification.NONE, foreign.node("one"), there);
    assertThat(whyClosed(impostor)).endsWith("it does not accept the certificate of this side");
    assertThat(came).isEmpty();
  }

  @Test
  void aUserCannotPassForANode() {
    Address there = listen(Tls.open(TlsMode.REQUIRE, Verification.NODE, certificates.user("eve")));
    Recorder client = connect(node(TlsMode.REQUIRE, "one"), there);
    assertThat(client.awaitClosed()).startsWith("cannot connect to " + there);
    assertThat(came).isEmpty();
  }

  @Test
  void aClientThatMustHaveTlsNeverFallsBack() {
    Address plain = listen(Tls.off());
    for (Verification each : Verification.values()) {
      Recorder client = connect(each, certificates.authority(), plain);
      assertThat(client.awaitClosed())
          .isEqualTo("cannot connect to " + plain + ": it does not speak TLS");
    }
  }

  @Test
  void aLookAtThePortIsNoConnection() throws IOException {
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    stranger(there).close();
    connect(node(TlsMode.REQUIRE, "one"), there).talk();
    assertThat(came).hasSize(1);
  }

  @Test
  void halfAHandshakeEnds() throws IOException {
    firstMessageMs = 500;
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    try (Socket stranger = stranger(there)) {
      stranger.setSoTimeout(20_000);
      stranger.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1, 0});
      InputStream in = stranger.getInputStream();
      while (in.read() >= 0) {}
    }
    assertThat(came).isEmpty();
  }

  @Test
  void bytesThatMeanNothingHarmNobody() throws IOException {
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    Recorder client = connect(node(TlsMode.REQUIRE, "one"), there);
    client.awaitConnected();
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(600)];
      random.nextBytes(bytes);
      bytes[0] = i % 2 == 0 ? 0x16 : bytes[0];
      try (Socket stranger = stranger(there)) {
        stranger.getOutputStream().write(bytes);
      }
    }
    assertThat(came).hasSize(1);
    client.talk();
  }

  private static Socket stranger(Address there) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), there.port());
  }

  @Test
  void aNewPairCountsForNewConnectionsOnceItIsWhole() throws IOException {
    TlsFiles files = certificates.node("old");
    Address there = listen(Tls.open(TlsMode.REQUIRE, Verification.NODE, files));
    Recorder before = connect(Verification.AUTHORITY, certificates.authority(), there);
    assertThat(before.awaitConnected().peer().subject().name()).isEqualTo("old");
    TlsFiles renewed = certificates.node("new");
    replace(renewed.certificate(), files.certificate());
    Recorder half = connect(Verification.AUTHORITY, certificates.authority(), there);
    assertThat(half.awaitConnected().peer().subject().name()).isEqualTo("old");
    replace(renewed.key(), files.key());
    Recorder.await("the new certificate", () -> nameShown(there).equals("new"));
    before.talk();
  }

  @Test
  void aConnectionEndsWhenTheCertificateOfThePeerExpires() {
    TlsFiles brief = certificates.nodeUntil("one", Instant.now().plusSeconds(6));
    Address there = listen(node(TlsMode.REQUIRE, "two"));
    Recorder client = connect(Verification.NODE, brief, there);
    client.awaitConnected();
    assertThat(client.awaitClosed()).contains("closed the connection");
  }

  @Test
  void aConnectionEndsWhenItsAuthorityIsTrustedNoMore(@TempDir Path elsewhere) throws IOException {
    TlsFiles one = certificates.node("one");
    TlsFiles two = certificates.node("two");
    TestCertificates next = new TestCertificates(elsewhere);
    Path trusted = directory.resolve("trusted.crt");
    Files.copy(one.authority(), trusted);
    TlsFiles server = new TlsFiles(trusted, two.certificate(), two.key());
    Address there = listen(Tls.open(TlsMode.REQUIRE, Verification.NODE, server));
    Recorder client = connect(Verification.NODE, one, there);
    client.awaitConnected();
    replace(next.authority().authority(), trusted);
    assertThat(client.awaitClosed()).contains("closed the connection");
  }

  private String nameShown(Address there) {
    Recorder client = connect(Verification.AUTHORITY, certificates.authority(), there);
    return client.awaitConnected().peer().subject().name();
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
