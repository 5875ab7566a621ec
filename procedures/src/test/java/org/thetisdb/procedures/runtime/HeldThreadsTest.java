package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** A procedure that does not come back takes a few threads along, not all of the machine. */
@Timeout(20)
final class HeldThreadsTest {
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final HeldThreads held = new HeldThreads();
  private final ProcedureDefinition endless = ProcedureDefinition.of(new Endless(), "jar", 1);

  /** Stands for a procedure that does not come back. */
  public static final class Endless implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of();
    }

    /** Does nothing. */
    public void run(Context ctx) {}
  }

  private Thread thread() {
    Thread thread =
        new Thread(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    threads.add(thread);
    return thread;
  }

  @AfterEach
  void endAll() {
    end.countDown();
  }

  @Test
  void theLimitIsAFewThreads() {
    for (int i = 0; i < HeldThreads.LIMIT; i++) {
      held.requireFew(endless);
      held.add(endless, thread());
    }
    ThetisException refusal =
        catchThrowableOfType(ThetisException.class, () -> held.requireFew(endless));
    assertThat(refusal.code()).isEqualTo(ErrorCode.PROCEDURE_STUCK);
    assertThat(refusal).hasMessageContaining("\"Endless\"");
  }

  @Test
  void anotherVersionBeginsWithNone() {
    for (int i = 0; i < HeldThreads.LIMIT; i++) {
      held.add(endless, thread());
    }
    ProcedureDefinition next = ProcedureDefinition.of(new Endless(), "jar", 2);
    assertThatCode(() -> held.requireFew(next)).doesNotThrowAnyException();
  }

  @Test
  void threadsThatComeBackDoNotCount() throws InterruptedException {
    for (int i = 0; i < HeldThreads.LIMIT; i++) {
      held.add(endless, thread());
    }
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThatCode(() -> held.requireFew(endless)).doesNotThrowAnyException();
  }
}
