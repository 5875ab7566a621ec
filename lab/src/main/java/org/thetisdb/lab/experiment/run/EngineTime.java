package org.thetisdb.lab.experiment.run;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the engine of a site was seen doing, each time somebody looked at its thread: a study of the
 * overhead of scheduling, as in section 5.8.3 of the thesis about Aria. Of several sites the one
 * counts that was seen most. For one thread.
 */
final class EngineTime {
  private static final Pattern ENGINE = Pattern.compile("site-\\d+");
  private static final String SERVER = "org.thetisdb.server.";

  /** Where the parts of an engine are that others may run in its place. */
  private static final List<String> VISITED =
      Stream.of(
              "admission",
              "bulk",
              "checkpointing",
              "copy",
              "execution",
              "failover",
              "gate",
              "interactive",
              "query",
              "refresh",
              "remastering",
              "replica",
              "report",
              "scheme",
              "site.RowCollection",
              "site.SiteEngine",
              "stage",
              "state",
              "stream",
              "system",
              "txn")
          .map(part -> SERVER + part + ".")
          .toList();

  /** Reservations; and the table of ordered locks, that of placeholders, and the check of both. */
  static final List<String> SCHEDULERS =
      Stream.of(
              "lock.KeyQueue",
              "lock.OrderedLocks",
              "lock.Overlap",
              "scheme.batch.EarlierAccesses",
              "scheme.batch.Reservations",
              "scheme.batch.SharedReservations",
              "scheme.deterministic.CommitOrder",
              "scheme.deterministic.Placeholders",
              "scheme.deterministic.Writer")
          .map(SERVER::concat)
          .toList();

  /** What else decides which call runs and which commits, and does not run calls itself. */
  private static final Set<String> SCHEDULING_METHODS =
      Set.of("org.thetisdb.server.scheme.deterministic.OrderedCalls.keepsToLocks");

  private static final String RUN = "org.thetisdb.server.execution.TransactionRunner.resultOf";

  private final Map<String, Map<Work, Integer>> seen = new HashMap<>();

  private enum Work {
    /** Reservations, locks in an order, placeholders. */
    SCHEDULING,
    /** A procedure, with the rows that it reads. */
    RUN,
    /** Messages, commits, answers. */
    OTHER
  }

  /**
   * A thread was seen at work.
   *
   * @param thread its name
   * @param methods that were under way on it, by their full names
   */
  void add(String thread, List<String> methods) {
    if (ENGINE.matcher(thread).matches()) {
      count(thread, methods);
    } else if (!thread.startsWith("site-") && methods.stream().anyMatch(EngineTime::isVisited)) {
      count("", methods);
    }
  }

  /** The packages of the server that count as parts of engines, as a whole or in part. */
  static Stream<String> visitedPackages() {
    return VISITED.stream()
        .map(part -> part.substring(SERVER.length(), part.indexOf('.', SERVER.length())))
        .distinct();
  }

  private static boolean isVisited(String method) {
    return method.startsWith(SERVER) && VISITED.stream().anyMatch(method::startsWith);
  }

  private void count(String thread, List<String> methods) {
    seen.computeIfAbsent(thread, any -> new EnumMap<>(Work.class))
        .merge(workOf(methods), 1, Integer::sum);
  }

  private static Work workOf(List<String> methods) {
    if (methods.stream().anyMatch(EngineTime::isScheduling)) {
      return Work.SCHEDULING;
    }
    return methods.contains(RUN) ? Work.RUN : Work.OTHER;
  }

  private static boolean isScheduling(String method) {
    return SCHEDULERS.stream().anyMatch(method::startsWith) || SCHEDULING_METHODS.contains(method);
  }

  /**
   * The share of scheduling, from 0 to 1, in all that was seen, and in runs and scheduling alone;
   * and how often somebody looked. Empty if nothing was seen.
   */
  Map<String, Double> shares() {
    Optional<String> busiest =
        seen.keySet().stream()
            .filter(thread -> !thread.isEmpty())
            .max(Comparator.comparingDouble(thread -> sum(seen.get(thread))));
    if (busiest.isEmpty()) {
      return Map.of();
    }
    double scheduling = count(busiest.get(), Work.SCHEDULING);
    double runs = count(busiest.get(), Work.RUN);
    double all = scheduling + runs + count(busiest.get(), Work.OTHER);
    Map<String, Double> shares = new LinkedHashMap<>();
    shares.put("of_engine", scheduling / all);
    shares.put("of_runs", scheduling / (scheduling + runs));
    shares.put("samples", all);
    return shares;
  }

  /** Of an engine, and of others that have run short tasks in its place. */
  private double count(String thread, Work work) {
    return seen.get(thread).getOrDefault(work, 0)
        + seen.getOrDefault("", Map.of()).getOrDefault(work, 0);
  }

  private static double sum(Map<Work, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
