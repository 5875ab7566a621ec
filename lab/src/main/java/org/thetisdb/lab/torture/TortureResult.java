package org.thetisdb.lab.torture;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run came to.
 *
 * @param options what was asked for
 * @param elapsedS how long clients worked
 * @param wounds all faults, in order
 * @param inDoubt how long what was prepared at several sites was undecided
 * @param tallies what the clients of each workload saw, by workload
 * @param checks each check with {@code ok} or what broke
 */
public record TortureResult(
    TortureOptions options,
    double elapsedS,
    List<InjectedFault> wounds,
    InDoubtSeen.Summary inDoubt,
    Map<String, Tally> tallies,
    Map<String, String> checks) {
  static final String OK = "ok";

  /** Calls by their ends. */
  public record Tally(long committed, long aborted, long notRun, long unknown) {}

  /** Whether every check holds. */
  public boolean isGood() {
    return checks.values().stream().allMatch(OK::equals);
  }

  /** The wounds of each kind of fault, in the order of the kinds. */
  Map<Fault, List<InjectedFault>> byFault() {
    Map<Fault, List<InjectedFault>> sorted = new TreeMap<>();
    for (InjectedFault wound : wounds) {
      sorted.computeIfAbsent(wound.fault(), unused -> new java.util.ArrayList<>()).add(wound);
    }
    return sorted;
  }
}
