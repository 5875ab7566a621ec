package org.thetisdb.benchmarks.hostile;

import java.util.List;

/**
 * A run.
 *
 * @param calm what the bystander met while nobody else worked
 * @param kinds what each kind did, in the order in which they ran
 * @param notRun the kinds for which there was no cluster any more
 * @param wrong what is wrong with the bystander's rows at the end; empty if nothing is
 */
public record HostileResult(
    HostileOptions options,
    BystanderTimes calm,
    List<KindResult> kinds,
    List<HostileKind> notRun,
    String wrong) {
  /** Keeps copies of the lists. */
  public HostileResult {
    kinds = List.copyOf(kinds);
    notRun = List.copyOf(notRun);
  }

  /** Whether all marks are met. */
  public boolean isGood() {
    return wrong.isEmpty() && notRun.isEmpty() && kinds.stream().allMatch(KindResult::isGood);
  }
}
