package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.thetisdb.history.verdict.Anomaly;
import org.thetisdb.history.verdict.AnomalyKind;

/** Gathers anomalies: for each kind how many, and the shortest example. */
final class Findings {
  private final Map<AnomalyKind, Finding> findings = new EnumMap<>(AnomalyKind.class);

  /** An example: its lines and its transactions. */
  record Example(List<String> lines, List<Integer> transactions) {}

  private static final class Finding {
    int count;
    int size;
    Example example;
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  /** A copy of the kinds so far. */
  Set<AnomalyKind> kinds() {
    Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
    kinds.addAll(findings.keySet());
    return kinds;
  }

  /** An anomaly with an example of some size; only the smallest example is asked for its text. */
  void add(AnomalyKind kind, int size, Supplier<Example> example) {
    Finding finding = findings.computeIfAbsent(kind, k -> new Finding());
    finding.count++;
    if (finding.example == null || size < finding.size) {
      finding.size = size;
      finding.example = example.get();
    }
  }

  List<Anomaly> toList() {
    List<Anomaly> list = new ArrayList<>();
    findings.forEach(
        (kind, finding) ->
            list.add(
                new Anomaly(
                    kind, finding.count, finding.example.lines(), finding.example.transactions())));
    return list;
  }
}
