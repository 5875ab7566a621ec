package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.simulation.cluster.SimulationReport;

/**
 * What must be noticed: a rule that is left out, by a seed or by a scenario. The same seed or
 * scenario must end well with the rule.
 *
 * <p>All rules are left out at night. For a change those whose classes it touches are, those of a
 * test that it touches, and one in 32 of the others, which are others in each commit. Of the rest
 * the names are looked at: that the engine has such a class, method and call. A change that touches
 * many of them runs so many seeds and scenarios as a build has time for, and leaves the night the
 * rest, too.
 */
final class Catch {
  private static final String ROOT = "org.thetisdb.";
  private static final String NOT_DUE = "its names are right; other commits and the night run it";
  private static final int SEEDS = Integer.getInteger("thetis.mutant-seeds", 200);

  /** One mutant in so many is run for a change that does not touch it. */
  private static final int PARTS = 32;

  /** So many seeds are tried of one that a change does not touch; the night tries all. */
  private static final int FEW_SEEDS = 10;

  /** After so many runs with a rule left out a change tries no more because it touches them. */
  private static final int MOST_RUNS = Integer.getInteger("thetis.mutant-runs", 40);

  private static final String NOT_NOTICED_YET =
      FEW_SEEDS + " seeds notice nothing; the night tries all";
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
  private static final ObservationsOfAll WITNESSES = ObservationsOfAll.read();

  /** Seeds that were run with all rules: several mutants may share one. */
  private static final Set<Seed> GOOD = new HashSet<>();

  /** How many runs with a rule left out there were in this JVM. */
  private static int runs;

  private record Seed(Simulated simulated, long number) {}

  /** A way of running one seed. */
  @FunctionalInterface
  interface Simulated {
    /** Runs it; the tracer hears line by line what happens. */
    SimulationReport run(long seed, Consumer<String> tracer);

    /** Runs it, and nobody hears. */
    default SimulationReport run(long seed) {
      return run(seed, line -> {});
    }
  }

  private Catch() {}

  /** One of the seeds notices, the one that did the last time first. */
  static void assertCaught(Mutation mutation, Simulated simulated) {
    Class<?> caller = CALLERS.getCallerClass();
    Assumptions.assumeTrue(isDue(mutation, caller), NOT_DUE);
    boolean tryAll = TestSet.now() == TestSet.NIGHT || isTouched(mutation, caller);
    int tries = tryAll ? SEEDS : Math.min(FEW_SEEDS, SEEDS);
    OptionalLong caughtBy = firstToNotice(mutation, simulated, tries);
    Assumptions.assumeTrue(caughtBy.isPresent() || tries == SEEDS, NOT_NOTICED_YET);
    assertThat(caughtBy)
        .as("%s: nothing was noticed in %d seeds", mutation.name(), SEEDS)
        .isPresent();
    long seed = caughtBy.getAsLong();
    if (GOOD.add(new Seed(simulated, seed))) {
      assertThat(simulated.run(seed).problems()).as("seed %d with the rule", seed).isEmpty();
    }
    WITNESSES.note(mutation, seed);
  }

  private static OptionalLong firstToNotice(Mutation mutation, Simulated simulated, int tries) {
    LongStream seeds = WITNESSES.seeds(mutation, SEEDS).limit(tries).peek(seed -> runs++);
    return Mutant.during(
        mutation, () -> seeds.filter(seed -> !simulated.run(seed).isGood()).findFirst());
  }

  /** A scenario ends well with the rules, and badly without each of them. */
  static void assertTold(String fixture, String scenario, Mutation... withoutRule) {
    Class<?> caller = CALLERS.getCallerClass();
    requireScenario(fixture, scenario);
    List<Mutation> due =
        Arrays.stream(withoutRule).filter(mutation -> isDue(mutation, caller)).toList();
    Assumptions.assumeFalse(due.isEmpty(), NOT_DUE);
    assertThat(tell(fixture, scenario)).as("with the rule").isEmpty();
    for (Mutation mutation : due) {
      runs++;
      Optional<Throwable> wentWrong = Mutant.during(mutation, () -> tell(fixture, scenario));
      assertThat(wentWrong).as(mutation.name()).isPresent();
    }
  }

  /** Whether this set of tests leaves the rule out; its names are looked at in any case. */
  private static boolean isDue(Mutation mutation, Class<?> test) {
    Mutant.requirePossible(mutation);
    return switch (TestSet.now()) {
      case QUICK -> false;
      case NIGHT -> true;
      case CHANGE ->
          TestSet.isDue(mutation.name().hashCode(), PARTS)
              || (isTouched(mutation, test) && runs < MOST_RUNS);
    };
  }

  private static boolean isTouched(Mutation mutation, Class<?> test) {
    return TestSet.isTouched(test.getName())
        || mutation.changes().keySet().stream().anyMatch(TestSet::isTouched);
  }

  private static void requireScenario(String scenarioClass, String scenario) {
    try {
      Class.forName(ROOT + scenarioClass).getDeclaredMethod(scenario);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "there is no scenario " + scenario + " in " + scenarioClass, e);
    }
  }

  /** Tells a scenario; returns what went wrong in it, if anything did. */
  private static Optional<Throwable> tell(String scenarioClass, String scenario) {
    try {
      Constructor<?> fixture = Class.forName(ROOT + scenarioClass).getDeclaredConstructor();
      fixture.setAccessible(true);
      Object opened = fixture.newInstance();
      Method method = opened.getClass().getDeclaredMethod(scenario);
      method.setAccessible(true);
      method.invoke(opened);
      return Optional.empty();
    } catch (InvocationTargetException wentWrong) {
      return Optional.of(wentWrong.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the scenario " + scenario + " could not be told", e);
    }
  }
}
