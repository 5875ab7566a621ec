package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.sql.compile.CompileBudget;

/** Texts that take long keep nobody waiting but each other. */
final class CompilePoolTest {
  private static final long GENEROUS_S = 30;

  private final List<Throwable> faults = new ArrayList<>();
  private final EngineThread engine = new EngineThread("engine", faults::add);
  private final List<EngineThread> workers = new ArrayList<>();
  private final CountDownLatch released = new CountDownLatch(1);

  private CompilePool pool(int lines, long lostMs) {
    for (int i = 0; i < lines; i++) {
      workers.add(new EngineThread("sql-" + i, faults::add));
    }
    return new CompilePool(workers, engine, lostMs);
  }

  @AfterEach
  void close() {
    released.countDown();
    engine.close();
    workers.forEach(EngineThread::close);
    assertThat(faults).isEmpty();
  }

  private static final class Client implements Asker {
    private volatile ErrorCode refusal;

    @Override
    public Object client() {
      return this;
    }

    @Override
    public ThetisException refusal() {
      return refusal == null ? null : new ThetisException(refusal);
    }
  }

  private CompletableFuture<String> run(
      CompilePool pool, String text, Asker asker, Supplier<String> work) {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    engine.execute(
        () ->
            pool.run(
                text,
                work,
                asker,
                (result, error) -> outcome.complete(error == null ? result : error.getMessage())));
    return outcome;
  }

  private static String get(CompletableFuture<String> outcome)
      throws ExecutionException, InterruptedException, TimeoutException {
    return outcome.get(GENEROUS_S, TimeUnit.SECONDS);
  }

  /** Works until it may end, as a text does that is hard to plan. */
  private String hard() {
    while (released.getCount() > 0) {
      CompileBudget.step();
      Thread.onSpinWait();
      pause();
    }
    return "hard";
  }

  private static void pause() {
    pauseMs(1);
  }

  private static void pauseMs(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aQuickTextOvertakesAnyNumberOfHardOnes() throws Exception {
    CompilePool pool = pool(4, 100_000);
    AtomicInteger begun = new AtomicInteger();
    List<CompletableFuture<String>> hard = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      hard.add(
          run(
              pool,
              "hard " + i,
              new Client(),
              () -> {
                begun.incrementAndGet();
                return hardInQuickSteps();
              }));
    }
    for (int i = 0; i < 20; i++) {
      assertThat(get(run(pool, "quick " + i, new Client(), () -> "quick"))).isEqualTo("quick");
    }
    assertThat(hard).noneMatch(CompletableFuture::isDone);
    released.countDown();
    for (CompletableFuture<String> one : hard) {
      assertThat(get(one)).isEqualTo("hard");
    }
    assertThat(begun.get()).isGreaterThan(12); // those without a place began anew
  }

  /** The same with so many steps at once that somebody looks in each time. */
  private String hardInQuickSteps() {
    while (released.getCount() > 0) {
      CompileBudget.steps(300);
      pause();
    }
    return "hard";
  }

  /** As on a busy machine: the text has few steps, and the others have the processors. */
  @Test
  void aShortTextThatTakesItsTimeDoesNotWaitForLongOnes() throws Exception {
    CompilePool pool = pool(4, 100_000);
    for (int i = 0; i < 5; i++) {
      run(pool, "hard " + i, new Client(), this::hardInQuickSteps);
    }
    CompletableFuture<String> slow =
        run(
            pool,
            "slow",
            new Client(),
            () -> {
              for (int i = 0; i < 20; i++) {
                CompileBudget.steps(300);
                pauseMs(10);
              }
              return "slow";
            });
    assertThat(get(slow)).isEqualTo("slow");
  }

  @Test
  void theTextsOfOneClientDoNotWaitBehindManyOfAnother() throws Exception {
    CompilePool pool = pool(1, 100_000);
    Client many = new Client();
    List<String> order = new ArrayList<>();
    CompletableFuture<String> first = run(pool, "first", many, this::hard);
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      all.add(run(pool, "m" + i, many, () -> noted(order, "m" + number)));
    }
    all.add(run(pool, "other", new Client(), () -> noted(order, "other")));
    CountDownLatch handedIn = new CountDownLatch(1);
    engine.execute(handedIn::countDown);
    assertThat(handedIn.await(GENEROUS_S, TimeUnit.SECONDS)).isTrue();
    released.countDown();
    get(first);
    for (CompletableFuture<String> one : all) {
      get(one);
    }
    assertThat(order.indexOf("other")).isLessThanOrEqualTo(1);
  }

  private static String noted(List<String> order, String name) {
    order.add(name);
    return name;
  }

  @Test
  void aTextThatNobodyWaitsForIsEndedAndItsPlaceIsFree() throws Exception {
    CompilePool pool = pool(1, 100_000);
    Client client = new Client();
    CountDownLatch ended = new CountDownLatch(1);
    CompletableFuture<String> hard =
        run(
            pool,
            "hard",
            client,
            () -> {
              try {
                return hardInQuickSteps();
              } finally {
                ended.countDown();
              }
            });
    Client waiting = new Client();
    CompletableFuture<String> behind = run(pool, "behind", waiting, () -> "never");
    waiting.refusal = ErrorCode.QUERY_CANCELED;
    assertThat(get(behind)).isEqualTo(new ThetisException(ErrorCode.QUERY_CANCELED).getMessage());
    client.refusal = ErrorCode.QUERY_CANCELED;
    assertThat(get(hard)).isEqualTo(new ThetisException(ErrorCode.QUERY_CANCELED).getMessage());
    assertThat(ended.await(GENEROUS_S, TimeUnit.SECONDS)).isTrue();
    assertThat(get(run(pool, "next", new Client(), () -> "next"))).isEqualTo("next");
  }

  @Test
  void aLoopThatATextKeepsIsReplacedAndTheTextRefused() throws Exception {
    CompilePool pool = pool(1, 200);
    CompletableFuture<String> stuck = run(pool, "stuck", new Client(), this::hardWithoutSteps);
    assertThat(get(stuck)).isEqualTo(CompileBudget.TOO_MUCH);
    assertThat(get(run(pool, "next", new Client(), () -> "next"))).isEqualTo("next");
    assertThat(get(run(pool, "stuck", new Client(), () -> "again")))
        .isEqualTo(CompileBudget.TOO_MUCH);
  }

  private String hardWithoutSteps() {
    while (released.getCount() > 0) {
      pause();
    }
    return "hard";
  }
}
