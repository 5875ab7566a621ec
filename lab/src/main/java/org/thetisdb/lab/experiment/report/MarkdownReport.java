package org.thetisdb.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.run.Trial;

/** What an experiment found, as a page for people. Stateless. */
public final class MarkdownReport {
  private MarkdownReport() {}

  /** The page; the plot stands beside it. */
  public static String of(ExperimentFindings findings, String plotFile) {
    StringBuilder page = new StringBuilder();
    Experiment experiment = findings.experiment();
    page.append("# ")
        .append(experiment.id())
        .append(": ")
        .append(experiment.shows())
        .append("\n\n");
    page.append("![").append(experiment.shows()).append("](").append(plotFile).append(")\n\n");
    addFigures(page, findings);
    addComparisons(page, findings);
    addCourse(page, findings);
    addAdvice(page, findings);
    addPlacement(page, findings);
    addRemarks(page, findings);
    addConditions(page, findings);
    return page.toString();
  }

  private static void addFigures(StringBuilder page, ExperimentFindings findings) {
    page.append(
        "Medians, and the least and the most; rounds: %d of %d.\n\n"
            .formatted(findings.wholeRounds(), findings.form().rounds()));
    row(page, findings.experiment().axis(), "line", "measure", "median", "least", "most");
    rule(page, 3, 3);
    for (Point point : findings.points()) {
      for (Metric metric : findings.experiment().metrics()) {
        for (Line line : findings.lines()) {
          Spread spread = findings.spread(line.label(), point.label(), metric);
          row(
              page,
              point.label(),
              line.label(),
              metric.label() + ", " + metric.unit(),
              metric.text(spread.median()),
              metric.text(spread.least()),
              metric.text(spread.most()));
        }
      }
    }
    page.append('\n');
  }

  private static void addComparisons(StringBuilder page, ExperimentFindings findings) {
    List<PaperComparison> comparisons = PaperComparison.of(findings);
    if (comparisons.isEmpty()) {
      return;
    }
    page.append("## Beside the paper\n\n");
    page.append(
        "Each ratio is taken within a round; the table has the median of the rounds, and the least and the most.\n\n");
    boolean published = comparisons.stream().anyMatch(one -> !one.asPublished().isEmpty());
    boolean ours = !published || comparisons.stream().anyMatch(one -> !one.ours().isEmpty());
    List<String> heads = new ArrayList<>(List.of("ratio", "paper"));
    addIf(ours, heads, PaperComparison.measured(comparisons));
    addIf(published, heads, Line.AS_PUBLISHED);
    row(page, heads.toArray(String[]::new));
    rule(page, 1, heads.size() - 1);
    for (PaperComparison one : comparisons) {
      String bound = one.ratio().isBound() ? "beyond " : "";
      List<String> cells =
          new ArrayList<>(
              List.of(one.ratio().text(), bound + PaperComparison.text(one.ratio().paper())));
      addIf(ours, cells, PaperComparison.text(one.ours()));
      addIf(published, cells, PaperComparison.text(one.asPublished()));
      row(page, cells.toArray(String[]::new));
    }
    page.append('\n');
    List<String> differences =
        comparisons.stream()
            .map(one -> one.difference(findings))
            .filter(text -> !text.isEmpty())
            .toList();
    addList(page, "Where they differ by more than 15 %:", differences);
  }

  private static void addIf(boolean wanted, List<String> cells, String cell) {
    if (wanted) {
      cells.add(cell);
    }
  }

  private static void addCourse(StringBuilder page, ExperimentFindings findings) {
    List<List<String>> rows = MoveCourse.rows(findings);
    if (rows.isEmpty()) {
      return;
    }
    page.append("## The course\n\n");
    page.append(
        "Transactions in a second, and the 95th percentile of their latency, in tenths of a second; ranges begin to move at 0.\n\n");
    row(page, rows.get(0).toArray(String[]::new));
    rule(page, 0, rows.get(0).size());
    rows.subList(1, rows.size()).forEach(cells -> row(page, cells.toArray(String[]::new)));
    page.append('\n');
  }

  private static void addAdvice(StringBuilder page, ExperimentFindings findings) {
    List<Advised> all = Advised.of(findings);
    if (all.isEmpty()) {
      return;
    }
    page.append("## What the advisor says\n\n");
    page.append(
        "It has seen transactions under the first line. Expected is what its model says of the scheme that it advises.\n\n");
    row(page, "workload", "advised", "best", "expected", "advised", "best", "advised over best");
    rule(page, 3, 4);
    for (Advised one : all) {
      row(
          page,
          one.point(),
          one.advised(),
          one.best(),
          Metric.THROUGHPUT.text(one.expected()),
          Metric.THROUGHPUT.text(one.measured()),
          Metric.THROUGHPUT.text(one.most()),
          PaperComparison.text(one.share()));
    }
    page.append('\n');
  }

  private static void addPlacement(StringBuilder page, ExperimentFindings findings) {
    page.append("## Remastering and its floor\n\n");
    row(
        page,
        findings.experiment().axis(),
        "line",
        "remastered",
        "floor",
        "distributed",
        "busiest site",
        "attempts rolled back");
    rule(page, 2, 5);
    for (PlacementRow one : PlacementRow.all(findings)) {
      row(
          page,
          one.point(),
          one.line(),
          one.percent(one.remastered()),
          one.percent(one.floor()),
          one.percent(one.distributed()),
          one.percent(one.busiest()),
          one.percent(one.retried()));
    }
    page.append(
        "\nThe floor is what any placement must move if it spreads the writes evenly, as far as a search finds one.\n\n");
    addBusy(page, findings);
  }

  /** Only simulated runs know it. */
  private static void addBusy(StringBuilder page, ExperimentFindings findings) {
    List<PlacementRow> rows =
        PlacementRow.all(findings).stream().filter(PlacementRow::knowsBusy).toList();
    if (rows.isEmpty()) {
      return;
    }
    page.append("For which part of the time each was busy, at the site where it was busiest:\n\n");
    row(page, findings.experiment().axis(), "line", "router", "engine", "refresher");
    rule(page, 2, 3);
    for (PlacementRow one : rows) {
      row(
          page,
          one.point(),
          one.line(),
          one.percent(one.router()),
          one.percent(one.engine()),
          one.percent(one.refresher()));
    }
    page.append('\n');
  }

  private static void addRemarks(StringBuilder page, ExperimentFindings findings) {
    List<String> missing = Contests.missing(findings.experiment());
    if (!missing.isEmpty()) {
      page.append(
          "**Left out**, because there is no scheme of that name: %s.\n\n"
              .formatted(String.join(", ", missing)));
    }
    addList(page, "Otherwise than in the paper:", findings.experiment().otherwise());
    if (!findings.problems().isEmpty()) {
      page.append("**Figures that say nothing:** ")
          .append(String.join("; ", findings.problems()))
          .append(".\n\n");
    }
    if (findings.isBroken()) {
      page.append(
          "**A run broke an invariant or met an error that it may not meet.** The JSON names it.\n\n");
    }
  }

  private static void addConditions(StringBuilder page, ExperimentFindings findings) {
    ExperimentFindings.RunRecord record = findings.record();
    ExperimentLength form = findings.form();
    page.append("## How it was run\n\n```\n").append(record.command()).append("\n```\n\n");
    item(page, "form", form.name());
    RunOptions lengths =
        new Trial(findings.lines().get(0), findings.points().get(0), 1).options(form);
    item(
        page,
        "each run",
        "a new cluster; %d s that count after %d s of warm-up; seeds from %d on"
            .formatted(lengths.durationS(), lengths.warmUpS(), form.seed()));
    item(page, "order", "the lines take turns within a round (A B C A B C)");
    for (Point point : findings.points()) {
      item(
          page,
          point.label(),
          "%s; %d sites, %d clients%s"
              .formatted(
                  point.workload().describe(form),
                  point.sites(),
                  new Trial(findings.lines().get(0), point, 1).options(form).clients(),
                  point.settings().isEmpty() ? "" : "; " + point.settings()));
    }
    item(page, "machine", record.machine().describe());
    item(
        page,
        "load of the machine before",
        record.machine().loadAverage() < 0
            ? "not known"
            : "%.1f processes in the minute before it began"
                .formatted(record.machine().loadAverage()));
    item(page, "version", record.version());
    item(page, "begun", record.startedAt());
    page.append('\n').append(record.conditions()).append('\n');
  }

  private static void item(StringBuilder page, String name, String text) {
    page.append("- ").append(name).append(": ").append(text).append('\n');
  }

  private static void addList(StringBuilder page, String head, List<String> sentences) {
    if (!sentences.isEmpty()) {
      page.append(head).append("\n\n");
      sentences.forEach(sentence -> page.append("- ").append(sentence).append('\n'));
      page.append('\n');
    }
  }

  private static void row(StringBuilder page, String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static void rule(StringBuilder page, int left, int right) {
    page.append("| ")
        .append("--- | ".repeat(left))
        .append("---: | ".repeat(right).stripTrailing())
        .append('\n');
  }
}
