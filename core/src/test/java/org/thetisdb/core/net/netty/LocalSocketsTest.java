package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.socket.LocalSockets;
import org.thetisdb.core.time.EngineThread;

/** Processes of one machine and one user meet without TCP; nobody else gets in between. */
@Tag("threads")
class LocalSocketsTest {
  private static final String USER = System.getProperty("user.name");

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("test-engine", failures::add);
  private NettyTransport transport;
  private Path directory;
  private LocalSockets sockets;

  @BeforeEach
  void open(@TempDir Path temporary) {
    directory = temporary.resolve("sockets");
    sockets = new LocalSockets(directory, USER);
    transport = new NettyTransport(TransportOptions.defaults(1), sockets);
  }

  @AfterEach
  void close() {
    transport.close();
    engine.close();
    assertThat(failures).isEmpty();
  }

  private Server listen(String host) {
    return transport.listen(new Address(host, 0), engine, connection -> new Echo());
  }

  private static InetSocketAddress usual(int port) {
    return new InetSocketAddress("127.0.0.1", port);
  }

  private void assertTalk(Address address) {
    Recorder client = new Recorder();
    transport.connect(address, engine, client);
    client.talk();
  }

  private List<Path> files() throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void whoListensOnThisMachineHasASocketThatNobodyElseMayUse() throws IOException {
    Server server = listen("127.0.0.1");
    assertThat(files()).hasSize(1);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    try (SocketChannel channel = sockets.connect(usual(server.address().port()))) {
      assertThat(channel.isConnected()).isTrue();
    }
    assertTalk(server.address());
  }

  @Test
  void whoListensEverywhereHasOneToo() throws IOException {
    Server server = listen("0.0.0.0");
    try (SocketChannel channel = sockets.connect(usual(server.address().port()))) {
      assertThat(channel).isNotNull();
    }
  }

  @Test
  void otherAddressesAreReachedOverTcpAlone() throws IOException {
    Server server = listen("127.0.0.2");
    assertThat(files()).isEmpty();
    int port = server.address().port();
    assertThat(sockets.connect(new InetSocketAddress("127.0.0.2", port))).isNull();
    assertThat(sockets.connect(InetSocketAddress.createUnresolved("nowhere", port))).isNull();
    assertTalk(server.address());
  }

  @Test
  void aServerThatCloses_takesItsSocketAway() throws IOException {
    Server server = listen("127.0.0.1");
    server.close();
    assertThat(files()).isEmpty();
    assertThat(sockets.connect(usual(server.address().port()))).isNull();
  }

  @Test
  void aTransportThatCloses_takesItsSocketsAway() throws IOException {
    listen("127.0.0.1");
    listen("127.0.0.1");
    transport.close();
    assertThat(files()).isEmpty();
  }

  @Test
  void whereAProcessWasKilledTcpIsTheWay_andTheNextStartCleansUp() throws IOException {
    NettyTransport overTcp = new NettyTransport(TransportOptions.defaults(1), null);
    Server server = overTcp.listen(Address.ANY_LOOPBACK, engine, connection -> new Echo());
    Path left = sockets.toListen(usual(server.address().port())).getPath();
    leave(left);
    assertThat(sockets.connect(usual(server.address().port()))).isNull();
    assertTalk(server.address());
    listen("127.0.0.1");
    assertThat(files()).hasSize(1).doesNotContain(left);
    overTcp.close();
  }

  /** What a process leaves that is killed: a name, and nobody behind it. */
  private static void leave(Path socket) throws IOException {
    try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      killed.bind(UnixDomainSocketAddress.of(socket));
    }
    assertThat(socket).exists();
  }

  @Test
  void aDirectoryThatOthersMayEnterIsNotUsed() throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    Server server = listen("127.0.0.1");
    assertThat(files()).isEmpty();
    leave(directory.resolve("anything-" + server.address().port()));
    assertTalk(server.address());
  }

  @Test
  void nobodyIsBelievedInADirectoryOfSomebodyElse() throws IOException {
    Server server = listen("127.0.0.1");
    LocalSockets ofAnother = new LocalSockets(directory, USER + "2");
    assertThat(ofAnother.connect(usual(server.address().port()))).isNull();
    assertThat(ofAnother.toListen(usual(1))).isNull();
  }

  @Test
  void aLinkIsNotADirectory(@TempDir Path elsewhere) throws IOException {
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(directory, elsewhere);
    Server server = listen("127.0.0.1");
    assertThat(elsewhere).isEmptyDirectory();
    assertTalk(server.address());
  }

  @Test
  void aPathThatIsTooLongIsNotUsed(@TempDir Path temporary) {
    LocalSockets far = new LocalSockets(temporary.resolve("x".repeat(100)), USER);
    assertThat(far.toListen(usual(1))).isNull();
  }
}
