package org.thetisdb.benchmarks.hostile;

import java.util.stream.Collectors;
import org.thetisdb.benchmarks.hostile.BystanderTimes.Times;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** A run as a table for people. */
public final class HostileTable {
  private static final String INDENT = "  ";
  private static final int SAMPLE_LENGTH = 160;

  private HostileTable() {}

  /** Several lines. */
  public static String of(HostileResult result) {
    StringBuilder text = new StringBuilder();
    text.append("Hostile work, and its time\n").append(work(result).render(INDENT));
    text.append("\nThe bystander beside it: p50 / p99 / worst\n")
        .append(bystander(result).render(INDENT));
    text.append(missed(result));
    result.notRun().forEach(kind -> text.append("Not run: ").append(kind.name()).append('\n'));
    if (!result.wrong().isEmpty()) {
      text.append("WRONG: ").append(result.wrong()).append('\n');
    }
    text.append(result.isGood() ? "\nAll marks are met.\n" : "\nMarks are missed.\n");
    return text.toString();
  }

  private static TextTable work(HostileResult result) {
    TextTable table =
        new TextTable("kind", "sent", "answered", "no end", "p50", "p99", "worst", "<refused");
    for (KindResult kind : result.kinds()) {
      Tally.Counts counts = kind.counts();
      table.row(
          kind.kind().name(),
          Format.count(counts.sent()),
          Format.count(counts.answered()),
          Format.count(counts.open()),
          Format.micros(counts.times().getValueAtPercentile(50)),
          Format.micros(counts.times().getValueAtPercentile(99)),
          Format.micros(counts.times().getMaxValue()),
          counts.refusals().entrySet().stream()
              .map(each -> each.getKey() + " " + Format.count(each.getValue().count()))
              .collect(Collectors.joining(", ")));
    }
    return table;
  }

  private static TextTable bystander(HostileResult result) {
    TextTable table = new TextTable("kind", "reads", "writes", "new texts", "errors", "<verdict");
    table.row(row("calm", result.calm(), ""));
    for (KindResult kind : result.kinds()) {
      table.row(row(kind.kind().name(), kind.bystander(), kind.isGood() ? "good" : "MISSED"));
    }
    return table;
  }

  private static Object[] row(String name, BystanderTimes seen, String verdict) {
    return new Object[] {
      name,
      times(seen.times().get(BystanderWork.READ)),
      times(seen.times().get(BystanderWork.WRITE)),
      times(seen.times().get(BystanderWork.NEW_TEXT)),
      Format.count(seen.errors().values().stream().mapToLong(Tally.Refusal::count).sum()),
      verdict
    };
  }

  private static String times(Times times) {
    return Format.micros(times.p50Us())
        + " / "
        + Format.micros(times.p99Us())
        + " / "
        + Format.micros(times.worstUs());
  }

  private static String missed(HostileResult result) {
    StringBuilder text = new StringBuilder();
    for (KindResult kind : result.kinds()) {
      for (String sentence : kind.missed()) {
        text.append(text.isEmpty() ? "\nMissed\n" : "")
            .append(INDENT)
            .append(kind.kind().name())
            .append(": ")
            .append(shortened(sentence))
            .append('\n');
      }
    }
    return text.toString();
  }

  private static String shortened(String sentence) {
    return sentence.length() <= SAMPLE_LENGTH
        ? sentence
        : sentence.substring(0, SAMPLE_LENGTH) + " ...";
  }
}
