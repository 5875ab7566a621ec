package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.thetisdb.simulation.cluster.SimulationReport;

/**
 * What must be noticed: a rule that is left out, by a seed or by a story. The same seed or story
 * must end well with the rule.
 */
final class Catch {
  private static final String ROOT = "org.thetisdb.";
  private static final int SEEDS = Integer.getInteger("thetis.mutant-seeds", 200);
  private static final Witnesses WITNESSES = Witnesses.read();

  /** Seeds that were run with all rules: several mutants may share one. */
  private static final Set<Seed> GOOD = new HashSet<>();

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
    OptionalLong caughtBy = firstToNotice(mutation, simulated);
    assertThat(caughtBy)
        .as("%s: nothing was noticed in %d seeds", mutation.name(), SEEDS)
        .isPresent();
    long seed = caughtBy.getAsLong();
    if (GOOD.add(new Seed(simulated, seed))) {
      assertThat(simulated.run(seed).problems()).as("seed %d with the rule", seed).isEmpty();
    }
    WITNESSES.note(mutation, seed);
  }

  private static OptionalLong firstToNotice(Mutation mutation, Simulated simulated) {
    LongStream seeds = WITNESSES.seeds(mutation, SEEDS);
    return Mutant.during(
        mutation, () -> seeds.filter(seed -> !simulated.run(seed).isGood()).findFirst());
  }

  /** A story ends well with the rules, and badly without each of them. */
  static void assertTold(String stage, String story, Mutation... withoutRule) {
    assertThat(tell(stage, story)).as("with the rule").isEmpty();
    for (Mutation mutation : withoutRule) {
      Optional<Throwable> wentWrong = Mutant.during(mutation, () -> tell(stage, story));
      assertThat(wentWrong).as(mutation.name()).isPresent();
    }
  }

  /** Tells a story; returns what went wrong in it, if anything did. */
  private static Optional<Throwable> tell(String storyClass, String story) {
    try {
      Constructor<?> stage = Class.forName(ROOT + storyClass).getDeclaredConstructor();
      stage.setAccessible(true);
      Object opened = stage.newInstance();
      Method method = opened.getClass().getDeclaredMethod(story);
      method.setAccessible(true);
      method.invoke(opened);
      return Optional.empty();
    } catch (InvocationTargetException wentWrong) {
      return Optional.of(wentWrong.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the story " + story + " could not be told", e);
    }
  }
}
