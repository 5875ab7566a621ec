package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.example.trouble.Troublemakers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.Bystanders;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.procedures.runtime.HeldThreads;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * What procedures and their callers do wrong, on a real cluster: each wrong call gets one clear
 * error, leaves nothing behind, and nobody else notices.
 */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
@InTurn(oneIn = 5, from = 1, whole = true)
final class ProcedureTroubleTest {
  private static final long ROW = 7;

  private Bystanders bystanders;
  private ThetisClient client;
  private Session session;

  /** The test made so much work that others, too, may have been refused for a moment. */
  private boolean overloaded;

  @BeforeEach
  void open(EmbeddedCluster cluster) throws InterruptedException {
    String address = cluster.clientAddress().toString();
    client =
        ThetisClient.connect(
            address, ClientOptions.defaults().withCallTimeout(Duration.ofSeconds(30)));
    client.uploadJar("trouble", ProcedureJar.pack(Troublemakers.classes()));
    session = client.session();
    bystanders = Bystanders.start(address, 2);
    bystanders.goOn(20);
  }

  /** After each trouble: nothing of it remains, the caller's session goes on, so do all others. */
  @AfterEach
  void nothingRemainsAndNobodyElseNoticed() throws InterruptedException {
    try {
      assertThat(session.call("IsThere", ROW)).isEqualTo(false);
      if (overloaded) {
        bystanders.assertUnharmed();
      } else {
        bystanders.assertUndisturbed();
      }
    } finally {
      bystanders.close();
      client.close();
    }
  }

  private CallException failure(String procedure, Object... arguments) {
    CallException failure =
        catchThrowableOfType(CallException.class, () -> session.call(procedure, arguments));
    assertThat(failure).as("%s is expected to fail", procedure).isNotNull();
    assertThat(failure.getMessage().length()).isLessThan(2_000);
    return failure;
  }

  private void assertFails(ErrorCode code, String mentioned, String procedure, Object... args) {
    CallException failure = failure(procedure, args);
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    assertThat(failure).hasMessageContaining(mentioned);
  }

  @Test
  void anUnknownProcedureIsNamed() {
    assertFails(ErrorCode.UNKNOWN_PROCEDURE, "\"NoSuchThing\"", "NoSuchThing", 1L);
  }

  @Test
  void wrongArgumentsAreShownBesideThoseThatAreWanted() {
    assertFails(ErrorCode.WRONG_ARGUMENTS, "(long, byte[])", "Measure", ROW);
    assertFails(ErrorCode.WRONG_ARGUMENTS, "(Long, String)", "Measure", ROW, "text");
    assertFails(ErrorCode.WRONG_ARGUMENTS, "(null, byte[])", "Measure", null, new byte[1]);
  }

  @Test
  void argumentsThatHardlyFitAFrameArriveOrAreRefused() {
    int frame = 16 << 20;
    assertThat(session.call("Measure", ROW, new byte[frame - (1 << 20)]))
        .isEqualTo((long) frame - (1 << 20));
    // Client, router and site each add something of their own: one after the other is the first
    // whose message is too long.
    for (int less = 240; less >= 16; less -= 8) {
      byte[] bytes = new byte[frame - less];
      try {
        assertThat(session.call("Measure", ROW, bytes)).isEqualTo((long) bytes.length);
      } catch (CallException e) {
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.FRAME_TOO_LONG);
      }
    }
    assertFails(ErrorCode.FRAME_TOO_LONG, "bytes", "Measure", ROW, new byte[frame - 16]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "error", "recursion", "long", "half", "hostile"})
  void aProcedureThatThrowsIsRolledBackAndNamed(String kind) {
    assertFails(ErrorCode.PROCEDURE_FAILED, "\"Throws\"", "Throws", ROW, kind);
  }

  @Test
  void anExceptionThatNeverFinishesTellingWhatItIsCountsAsTooLong() {
    assertFails(ErrorCode.PROCEDURE_TOO_LONG, "\"Throws\"", "Throws", ROW, "sleepless");
  }

  @Test
  void anAbortTellsTheCallerItsReasonHoweverOddOrLong() {
    assertFails(ErrorCode.ABORTED_BY_PROCEDURE, "enough", "Throws", ROW, "enough");
    assertFails(ErrorCode.ABORTED_BY_PROCEDURE, "yyy", "AbortsWith", ROW, 20 << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Hangs", "ComesLate", "ClingsOn"})
  void aProcedureThatTakesTooLongIsRolledBackAndItsThreadReplaced(String procedure) {
    assertFails(ErrorCode.PROCEDURE_TOO_LONG, "\"" + procedure + "\"", procedure, ROW);
  }

  @Test
  void aProcedureThatHoldsSomeThreadsIsNotRunAgain() {
    for (int i = 0; i < HeldThreads.LIMIT; i++) {
      assertFails(ErrorCode.PROCEDURE_TOO_LONG, "\"Hangs\"", "Hangs", ROW);
    }
    assertFails(ErrorCode.PROCEDURE_STUCK, "\"Hangs\" holds 4 threads", "Hangs", ROW);
  }

  @ParameterizedTest
  @ValueSource(strings = {"throws", "hostile"})
  void aPlanThatThrowsIsNamed(String kind) {
    assertFails(ErrorCode.PROCEDURE_FAILED, "\"PlansBadly\"", "PlansBadly", kind);
  }

  @Test
  void aPlanThatNeverComesBackIsNamedAndHoldsUpNobody() {
    assertFails(ErrorCode.PROCEDURE_TOO_LONG, "\"PlansBadly\"", "PlansBadly", "hangs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"thread", "17 MiB", "almost 16 MiB", "throwing list", "cycle"})
  void aResultThatCannotBeSentRollsBackTheTransaction(String kind) {
    assertFails(ErrorCode.UNSENDABLE_RESULT, "\"Returns\"", "Returns", ROW, kind);
    assertFails(ErrorCode.UNSENDABLE_RESULT, "\"OnlyReturns\"", "OnlyReturns", ROW, kind);
  }

  @Test
  void aResultThatNeverShowsWhatItIsCountsAsTooLong() {
    assertFails(ErrorCode.PROCEDURE_TOO_LONG, "\"Returns\"", "Returns", ROW, "hanging list");
  }

  @Test
  void noSiteBreaksDownByLargeTransactionsSideBySide() {
    overloaded = true;
    String incarnations = incarnations();
    List<Session> sessions = Stream.generate(client::session).limit(12).toList();
    List<CompletableFuture<Object>> calls = new ArrayList<>();
    for (int i = 0; i < sessions.size(); i++) {
      calls.add(sessions.get(i).callAsync("WritesMuch", 10_000L + i % 3));
    }
    for (CompletableFuture<Object> call : calls) {
      Throwable error = call.handle((result, thrown) -> thrown).join();
      if (error instanceof CallException refusal) {
        assertThat(refusal.code())
            .as(refusal.getMessage())
            .isIn(ErrorCode.LOG_UNAVAILABLE, ErrorCode.MEMORY_FULL);
      } else {
        assertThat(error).isNull();
      }
    }
    assertThat(incarnations()).as("no site had to start again").isEqualTo(incarnations);
  }

  private String incarnations() {
    return StatusView.parse(client.status()).root().findValues("incarnation").toString();
  }

  @Test
  void aTransactionThatWritesTooMuchIsRefusedInTime() {
    assertFails(ErrorCode.ROW_TOO_LARGE, "8388608", "WritesTooMuch", ROW);
  }
}
