package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeSpec;

/**
 * The scheme changes while clients call and things break. An administrator asks for one scheme
 * after the other, and for each until it is acknowledged. In the end the cluster must be under the
 * last one.
 */
final class SchemeChanges {
  private static final long REPEAT_US = 100_000;
  private static final long GAP_US = 300_000;

  private final Surroundings surroundings;
  private final ClientMachine administrator;
  private final List<SchemeSpec> wanted;
  private final RandomGenerator random;
  private boolean active = true;
  private boolean asked;
  private int changes;
  private String expected;
  private final List<String> problems = new ArrayList<>();

  /**
   * Nothing happens until {@link #start}.
   *
   * @param wanted the schemes that are gone through, again and again; at least one
   */
  SchemeChanges(Surroundings surroundings, ClientMachine administrator, List<SchemeSpec> wanted) {
    this.surroundings = surroundings;
    this.administrator = administrator;
    this.wanted = wanted;
    this.random = surroundings.world().newRandom();
    this.expected = surroundings.settings().scheme().name();
  }

  /** Begins to change the scheme. */
  void start() {
    after(1 + random.nextLong(2 * GAP_US), () -> next(0));
  }

  /** Begins no more changes; one that was asked for goes on. */
  void stop() {
    active = false;
  }

  /** Whether what was asked for has been acknowledged. */
  boolean isIdle() {
    return !asked;
  }

  /** How many changes were acknowledged. */
  int changes() {
    return changes;
  }

  /** The scheme that was acknowledged last, or that the cluster was made with. */
  String expected() {
    return expected;
  }

  /** What broke a promise, in words. */
  List<String> problems() {
    return problems;
  }

  private void next(int index) {
    if (active) {
      asked = true;
      ask(index);
    }
  }

  private void ask(int index) {
    String name = wanted.get(index % wanted.size()).name();
    surroundings.trace("CHANGE to scheme %s", name);
    administrator.core().changeScheme(name, false, outcome -> onAnswer(index, name, outcome));
  }

  private void onAnswer(int index, String name, CallOutcome outcome) {
    surroundings.trace("CHANGE to scheme %s: %s", name, outcome);
    if (outcome.code() == ErrorCode.INTERNAL) {
      problems.add("the change to scheme " + name + ": " + outcome);
    }
    if (outcome.isCommitted()) {
      asked = false;
      changes++;
      expected = name;
      after(1 + random.nextLong(2 * GAP_US), () -> next(index + 1));
    } else {
      after(REPEAT_US, () -> ask(index));
    }
  }

  private void after(long us, Runnable task) {
    surroundings.world().at(surroundings.world().nowUs() + us, task);
  }
}
