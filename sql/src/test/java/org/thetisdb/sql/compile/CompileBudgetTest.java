package org.thetisdb.sql.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Whoever compiles cannot spend more than the budget of his text. */
final class CompileBudgetTest {
  private static boolean isTooLarge(Throwable thrown) {
    return thrown instanceof ThetisException e && e.code() == ErrorCode.STATEMENT_TOO_LARGE;
  }

  private static String spend(int steps) {
    for (int i = 0; i < steps; i++) {
      CompileBudget.step();
    }
    return "done";
  }

  @Test
  void theStepBehindTheLastOneIsRefusedAndAllThatFollow() {
    CompileBudget budget = new CompileBudget(10, () -> {});
    assertThat(budget.run(() -> spend(10))).isEqualTo("done");
    assertThatThrownBy(() -> budget.run(() -> spend(1)))
        .satisfies(thrown -> assertThat(isTooLarge(thrown)).isTrue());
    assertThatThrownBy(() -> budget.run(() -> spend(1)))
        .satisfies(thrown -> assertThat(isTooLarge(thrown)).isTrue());
  }

  @Test
  void whatTheWorkMakesOfTheEndOfItsBudgetIsNotTold() {
    CompileBudget budget = new CompileBudget(10, () -> {});
    assertThatThrownBy(
            () ->
                budget.run(
                    () -> {
                      try {
                        return spend(11);
                      } catch (ThetisException e) {
                        throw new IllegalStateException("something else", e);
                      }
                    }))
        .satisfies(thrown -> assertThat(isTooLarge(thrown)).isTrue());
  }

  @Test
  void whoeverLooksInEndsTheWorkByThrowing() {
    AtomicInteger looks = new AtomicInteger();
    CompileBudget budget =
        new CompileBudget(
            1_000_000,
            () -> {
              if (looks.incrementAndGet() == 3) {
                throw new ThetisException(ErrorCode.QUERY_CANCELED);
              }
            });
    assertThatThrownBy(() -> budget.run(() -> spend(1_000_000)))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUERY_CANCELED));
    assertThat(budget.taken()).isLessThan(1_000);
  }

  @Test
  void workWithinWorkHasTheSameBudget() {
    CompileBudget budget = new CompileBudget(10, () -> {});
    assertThatThrownBy(() -> budget.run(() -> spend(6) + CompileBudget.within(() -> spend(6))))
        .satisfies(thrown -> assertThat(isTooLarge(thrown)).isTrue());
    assertThat(CompileBudget.within(() -> spend(20))).isEqualTo("done");
  }

  @Test
  void withoutABudgetNothingIsCounted() {
    assertThat(spend(100)).isEqualTo("done");
  }
}
