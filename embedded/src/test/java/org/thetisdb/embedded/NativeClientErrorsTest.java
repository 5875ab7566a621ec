package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.NotRunException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.statement.SqlClient;
import org.thetisdb.client.statement.SqlClients;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.UnsendableException;
import org.thetisdb.core.value.ValueCodec;

/** Errors that the Javadoc of the native client names come as it says. */
@Tag("cluster")
@Timeout(120)
final class NativeClientErrorsTest {
  private static final EmbeddedThetis DB = EmbeddedThetis.shared();

  @BeforeAll
  static void upload(@TempDir Path directory) throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    JavadocExamples.reaching(DB.address()).compile(directory, classes);
    DB.clear();
    DB.upload("examples", classes);
  }

  @AfterAll
  static void clear() throws Exception {
    DB.clear();
  }

  private static void assertEnds(
      ThrowingCallable call, Class<? extends CallException> kind, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOf(kind)
        .isInstanceOfSatisfying(
            CallException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.sqlState()).isEqualTo(code.sqlState());
              assertThat(e.describe()).startsWith(code.id() + ": ");
            });
  }

  @Test
  void callsEndAsTheirCodeSays() {
    try (ThetisClient client = DB.connect();
        Session session = client.session()) {
      assertEnds(() -> session.call("Nothing"), NotRunException.class, ErrorCode.UNKNOWN_PROCEDURE);
      assertEnds(
          () -> session.call("SendPayment", 1L), NotRunException.class, ErrorCode.WRONG_ARGUMENTS);
      assertEnds(
          () -> session.call("SendPayment", 1L, 2L, null),
          NotRunException.class,
          ErrorCode.WRONG_ARGUMENTS);
      assertEnds(
          () -> session.call("SendPayment", 8L, 9L, 1L),
          AbortedException.class,
          ErrorCode.ABORTED_BY_PROCEDURE);
      assertEnds(
          () -> session.call("CloseDistrict", "seven"),
          NotRunException.class,
          ErrorCode.WRONG_ARGUMENTS);
      assertThat(session.call("CloseDistrict", 7)).isEqualTo(0);
    }
  }

  @Test
  void whatCannotBeSentIsRefusedAtOnce() {
    try (ThetisClient client = DB.connect();
        Session session = client.session()) {
      assertThatThrownBy(() -> session.call("Raise", new Object(), 1L))
          .isInstanceOf(UnsendableException.class);
      assertThatThrownBy(() -> session.callAsync("Raise", Thread.currentThread(), 1L))
          .isInstanceOf(UnsendableException.class);
    }
  }

  @Test
  void whatIsClosedRunsNothing() {
    ThetisClient client = DB.connect();
    Session closed = client.session();
    Session session = client.session();
    closed.close();
    assertEnds(() -> closed.call("Raise", 1L, 1L), NotRunException.class, ErrorCode.NOT_CONNECTED);
    client.close();
    client.close();
    assertEnds(() -> session.call("Raise", 1L, 1L), NotRunException.class, ErrorCode.NOT_CONNECTED);
    Thread[] caller = new Thread[1];
    session.callEncoded(
        "Raise",
        ValueCodec.encodeArguments(1L, 1L),
        outcome -> caller[0] = outcome.isNotRun() ? Thread.currentThread() : null);
    assertThat(caller[0]).isSameAs(Thread.currentThread());
  }

  @Test
  void theClientsOwnThreadDoesNotWait() throws Exception {
    try (ThetisClient client = DB.connect();
        Session session = client.session()) {
      Throwable thrown =
          session
              .callAsync("Raise", 1L, 1L)
              .thenApply(result -> catchThrowable(() -> session.call("Raise", 1L, 1L)))
              .get(20, TimeUnit.SECONDS);
      // A future that has ended before is followed up on the calling thread, which may wait.
      assertThat(thrown == null || thrown instanceof IllegalStateException).isTrue();
    }
  }

  @Test
  void moreThanMayWaitInASessionIsNotRun() throws Exception {
    int calls = 1_000;
    byte[] arguments = ValueCodec.encodeArguments(1L, 1L);
    AtomicInteger overloaded = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(calls);
    ClientOptions options = ClientOptions.defaults().withMaxQueuedPerSession(1);
    try (ThetisClient client = ThetisClient.connect(DB.address(), options);
        Session session = client.session()) {
      CallCallback count =
          outcome -> {
            overloaded.addAndGet(outcome.code() == ErrorCode.OVERLOADED ? 1 : 0);
            ended.countDown();
          };
      // On the client's own thread, so that no answer comes in between.
      session.callEncoded(
          "Raise",
          arguments,
          first -> {
            for (int i = 0; i < calls; i++) {
              session.callEncoded("Raise", arguments, count);
            }
          });
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(overloaded).hasPositiveValue();
  }

  @Test
  void noRouterIsSaidInTime() {
    ClientOptions options = ClientOptions.defaults().withConnectTimeout(Duration.ofMillis(200));
    assertRefused(() -> ThetisClient.connect("127.0.0.1:1", options), ErrorCode.NOT_CONNECTED);
    assertRefused(() -> ThetisClient.connect("nowhere", options), ErrorCode.BAD_ADDRESS);
    assertRefused(() -> new SqlClients("127.0.0.1:x", options), ErrorCode.BAD_ADDRESS);
  }

  private static void assertRefused(ThrowingCallable connect, ErrorCode code) {
    assertThatThrownBy(connect)
        .isInstanceOfSatisfying(ThetisException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void anEmptySourceIsNoLargeValue() {
    try (SqlClients clients = new SqlClients(DB.address(), ClientOptions.defaults());
        SqlClient sql = clients.connect()) {
      assertThatThrownBy(() -> sql.largeValues().upload(InputStream.nullInputStream()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> sql.largeValues().upload(new StringReader("")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
