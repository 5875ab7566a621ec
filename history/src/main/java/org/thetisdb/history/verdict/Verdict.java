package org.thetisdb.history.verdict;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What came out of a check. Immutable.
 *
 * @param level what the history was held to
 * @param transactions how many it has
 * @param committed how many of them are known to have committed
 * @param unread acknowledged appends that no read shows; nothing is known about their order
 * @param anomalies what is wrong, one entry for each kind; empty if the level holds
 */
public record Verdict(
    Level level, int transactions, int committed, int unread, List<Anomaly> anomalies) {
  /** Makes the list immutable. */
  public Verdict {
    anomalies = List.copyOf(anomalies);
  }

  /** Whether nothing was found that the level forbids. */
  public boolean holds() {
    return anomalies.isEmpty();
  }

  /** The kinds of anomalies that were found. */
  public Set<AnomalyKind> kinds() {
    Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
    anomalies.forEach(anomaly -> kinds.add(anomaly.kind()));
    return kinds;
  }

  /** One line that says all but the examples. */
  public String summary() {
    String counts =
        String.format(
            Locale.ROOT,
            "%,d transactions, %,d committed, %,d appends never read",
            transactions,
            committed,
            unread);
    return holds()
        ? level + " holds: " + counts + "."
        : level + " is VIOLATED, by " + kinds() + ": " + counts + ".";
  }

  /** The summary, and each anomaly with its example. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(summary()).append('\n');
    for (Anomaly anomaly : anomalies) {
      text.append('\n').append(anomaly);
    }
    return text.toString();
  }
}
