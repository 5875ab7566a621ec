package org.thetisdb.benchmarks.hostile;

import java.util.List;

/**
 * How hostile work is run.
 *
 * @param seed of all choices
 * @param durationS seconds for all kinds together, which they share evenly
 * @param warmUpS seconds that the bystander works before anything is measured
 * @param calmS seconds in which its calm times are measured
 * @param kinds which kinds run, in this order
 * @param marks what it is held to
 */
public record HostileOptions(
    long seed, int durationS, int warmUpS, int calmS, List<HostileKind> kinds, Marks marks) {

  /** Refuses times that are not positive. */
  public HostileOptions {
    kinds = List.copyOf(kinds);
    if (durationS < 1 || warmUpS < 0 || calmS < 1 || kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "A duration begins at 1 second, a warm-up at 0, and there is a kind at least.");
    }
  }

  /** Milliseconds for one kind. */
  long kindMs() {
    return durationS * 1_000L / kinds.size();
  }
}
