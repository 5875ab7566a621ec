package org.thetisdb.history.verdict;

import java.util.List;

/**
 * One kind of anomaly, with the clearest example that was found. Immutable.
 *
 * @param kind what it is
 * @param count how many were found; there may be more
 * @param witness the example, line by line, for people
 * @param transactions the transactions of the example, by their order in the history from 0
 */
public record Anomaly(
    AnomalyKind kind, int count, List<String> witness, List<Integer> transactions) {
  /** Makes the lists immutable. */
  public Anomaly {
    witness = List.copyOf(witness);
    transactions = List.copyOf(transactions);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.id()).append(": ").append(kind.meaning());
    if (count > 1) {
      text.append(" (").append(count).append(" found; one of them)");
    }
    for (String line : witness) {
      text.append("\n  ").append(line);
    }
    return text.append('\n').toString();
  }
}
