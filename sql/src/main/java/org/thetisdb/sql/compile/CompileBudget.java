package org.thetisdb.sql.compile;

import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * What compiling one text may cost. It is counted in steps: types derived, nodes made, rules
 * applied, questions put to metadata. So the same text is refused everywhere, on fast machines and
 * slow ones, and memory is bounded along with time, since what is kept is made in steps. What has
 * the work done may look in from time to time, and end it.
 *
 * <p>A budget belongs to the thread that {@link #within works within it}; code that compiles finds
 * it there, since most of the steps are called by a library. Once a budget is used up, each further
 * step throws the same again, so that none goes on that has caught it.
 */
public final class CompileBudget {
  /** Steps of one text. Texts of a page take some thousands; a million takes a few seconds. */
  public static final int MOST_STEPS = 1_000_000;

  /** What a text gets that costs more. */
  public static final String TOO_MUCH =
      "The statement takes more work to plan than one statement may."
          + " Split it, or keep parts of it in temporary tables.";

  private static final int STEPS_BETWEEN_LOOKS = 256;
  private static final ThreadLocal<CompileBudget> CURRENT = new ThreadLocal<>();

  private final int mostSteps;
  private final Runnable look;
  private int steps;
  private int nextLook;
  private RuntimeException failure;

  /** A budget of {@link #MOST_STEPS}. */
  public CompileBudget() {
    this(MOST_STEPS, () -> {});
  }

  /**
   * A budget.
   *
   * @param mostSteps how many steps the work may take
   * @param look runs on the working thread at the first step and every few hundred behind it, which
   *     is about every millisecond; what it throws ends the work
   */
  public CompileBudget(int mostSteps, Runnable look) {
    this.mostSteps = mostSteps;
    this.look = look;
  }

  /** A budget of {@link #MOST_STEPS} that somebody looks at. */
  public static CompileBudget watchedBy(Runnable look) {
    return new CompileBudget(MOST_STEPS, look);
  }

  /** Counts one step of the work that the calling thread does, if that has a budget. */
  public static void step() {
    steps(1);
  }

  /**
   * Counts steps of the work that the calling thread does, if that has a budget.
   *
   * @throws ThetisException STATEMENT_TOO_LARGE if these are more than it may take
   */
  public static void steps(int count) {
    CompileBudget budget = CURRENT.get();
    if (budget != null) {
      budget.take(count);
    }
  }

  /**
   * Refuses the text that the calling thread compiles: whatever others make of that, its caller is
   * given that error.
   *
   * @return never; to be thrown
   */
  public static ThetisException refuse(String why) {
    ThetisException refusal = ThetisException.withMessage(ErrorCode.STATEMENT_TOO_LARGE, why);
    CompileBudget budget = CURRENT.get();
    if (budget != null) {
      budget.failure = refusal;
    }
    throw refusal;
  }

  /** Lets no work through whose budget is used up: for code that catches what any code throws. */
  public static void check() {
    CompileBudget budget = CURRENT.get();
    if (budget != null && budget.failure != null) {
      throw budget.failure;
    }
  }

  /** Works within the budget that the calling thread has, or else within one of its own. */
  public static <T> T within(Supplier<T> work) {
    return CURRENT.get() != null ? work.get() : new CompileBudget().run(work);
  }

  /**
   * Works within this budget. Whatever the work makes of the end of its budget, the caller gets
   * that end.
   */
  public <T> T run(Supplier<T> work) {
    CompileBudget around = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.get();
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      if (failure != null) {
        throw failure;
      }
      throw e;
    } finally {
      if (around == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(around);
      }
    }
  }

  /** How many steps the calling thread has taken of its budget; 0 if it has none. */
  public static int takenByThread() {
    CompileBudget budget = CURRENT.get();
    return budget == null ? 0 : budget.steps;
  }

  /** How many steps were taken. */
  public int taken() {
    return steps;
  }

  private void take(int count) {
    if (failure != null) {
      throw failure;
    }
    steps = count > Integer.MAX_VALUE - steps ? Integer.MAX_VALUE : steps + count;
    if (steps > mostSteps) {
      failure = ThetisException.withMessage(ErrorCode.STATEMENT_TOO_LARGE, TOO_MUCH);
      throw failure;
    }
    if (steps >= nextLook) {
      nextLook = steps + STEPS_BETWEEN_LOOKS;
      look();
    }
  }

  private void look() {
    try {
      look.run();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }
}
