package org.thetisdb.benchmarks.hostile;

import java.util.List;

/**
 * What one kind did, and what the bystander met beside it.
 *
 * @param missed the marks that were missed, each as a sentence; empty if all is good
 */
public record KindResult(
    HostileKind kind, Tally.Counts counts, BystanderTimes bystander, List<String> missed) {
  /** Keeps a copy of the list. */
  public KindResult {
    missed = List.copyOf(missed);
  }

  /** Whether all marks are met. */
  public boolean isGood() {
    return missed.isEmpty();
  }
}
