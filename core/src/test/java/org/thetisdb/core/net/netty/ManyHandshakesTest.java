package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.TestCertificates;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;

/**
 * Many clients come at once, as after the loss of a router, and one is served meanwhile: a thousand
 * at night.
 */
@Tag("speed")
@Tag("threads")
class ManyHandshakesTest {
  private static final Logger LOG = LoggerFactory.getLogger(ManyHandshakesTest.class);
  private static final int CLIENTS = TestSet.now() == TestSet.NIGHT ? 1_000 : 200;

  /** Processes that come; each takes up its sessions again. */
  private static final int PROCESSES = CLIENTS / 10;

  private static final int CALM_MS = 500;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread clients = new EngineThread("test-clients", failures::add);
  private final List<NettyTransport> transports = new ArrayList<>();
  private TestCertificates certificates;
  private Address there;
  @TempDir Path directory;

  @BeforeEach
  void listen() {
    certificates = new TestCertificates(directory);
    NettyTransport server = open(Verification.NODE, 1);
    there =
        server
            .listen(
                Address.ANY_LOOPBACK,
                server.eventLoopScheduler(failures::add),
                connection -> new Echo())
            .address();
  }

  @AfterEach
  void close() {
    transports.forEach(NettyTransport::close);
    clients.close();
    assertThat(failures).isEmpty();
  }

  private NettyTransport open(Verification verification, int number) {
    Tls tls = Tls.open(TlsMode.REQUIRE, verification, certificates.node("node-" + number));
    TransportOptions options =
        TransportOptions.defaults(1)
            .withLocalSockets(false)
            .withConnectTimeout(60_000)
            .withFirstMessageTimeout(60_000)
            .withTls(tls);
    NettyTransport transport = new NettyTransport(options);
    transports.add(transport);
    return transport;
  }

  private List<Recorder> comeAtOnce(List<NettyTransport> from) {
    List<Recorder> come = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Recorder client = new Recorder();
      from.get(i % from.size()).connect(there, clients, client);
      come.add(client);
    }
    return come;
  }

  @Test
  void aClientThatIsServedNoticesLittleOfManyHandshakes() {
    List<NettyTransport> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(open(Verification.HOST, 2 + i));
    }
    Recorder served = new Recorder();
    processes.get(0).connect(there, clients, served);
    served.awaitConnected();
    for (int round = 0; round < 2; round++) {
      long beganNs = System.nanoTime();
      List<Recorder> come = comeAtOnce(processes);
      long[] answersNs = askUntilAllStand(served, come);
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
      Arrays.sort(answersNs);
      long medianUs = answersNs[answersNs.length / 2] / 1_000;
      long longestMs = TimeUnit.NANOSECONDS.toMillis(answersNs[answersNs.length - 1]);
      LOG.warn(
          "{} clients stood after {} ms; answers meanwhile: median {} us, longest {} ms",
          CLIENTS,
          tookMs,
          medianUs,
          longestMs);
      assertThat(medianUs).isLessThan(CALM_MS * 1_000L);
      come.forEach(client -> client.connection.close());
    }
  }

  private static long[] askUntilAllStand(Recorder served, List<Recorder> come) {
    List<Long> answersNs = new ArrayList<>();
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!come.stream().allMatch(client -> client.connection != null)) {
      assertThat(System.nanoTime()).as("the last handshake").isLessThan(deadlineNs);
      long askedNs = System.nanoTime();
      int before = served.messages.size();
      served.connection.send(new Ping(before));
      Recorder.await("an answer", () -> served.messages.size() > before);
      answersNs.add(System.nanoTime() - askedNs);
    }
    return answersNs.stream().mapToLong(Long::longValue).toArray();
  }
}
