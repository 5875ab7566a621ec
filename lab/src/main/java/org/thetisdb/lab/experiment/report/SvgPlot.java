package org.thetisdb.lab.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;

/**
 * A plot of what an experiment found: curves where the axis has several points, else bars; each
 * figure with its least and most. The picture follows the light or dark scheme of the reader. For
 * one plot.
 */
public final class SvgPlot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final int LEFT = 84;
  private static final int RIGHT = 20;
  private static final int LEGEND_Y = 52;
  private static final int LEGEND_ROW = 20;
  private static final int LEGENDS_IN_ROW = 3;
  private static final int BOTTOM = 62;
  private static final int TICKS = 5;
  private static final int FEWEST_OF_CURVE = 3;
  private static final int WRAP_FROM = 9;
  private static final double SLOT_SHARE = 0.8;
  private static final String STYLE =
      """
      <style>
        svg { background: #ffffff; font-family: system-ui, sans-serif; font-size: 13px; }
        text { fill: #1f2328; } .title { font-size: 16px; font-weight: 600; }
        .grid { stroke: #d8dee4; } .axis { stroke: #57606a; } .spread { stroke: #1f2328; }
        .l0 { --c: #0969da; } .l1 { --c: #d4720b; } .l2 { --c: #1a7f37; } .l3 { --c: #a40e26; }
        .l4 { --c: #8250df; } .l5 { --c: #0b7a75; } .l6 { --c: #9a6700; } .l7 { --c: #57606a; }
        .bar { fill: var(--c); } .curve { stroke: var(--c); fill: none; stroke-width: 2.5; }
        @media (prefers-color-scheme: dark) {
          svg { background: #0d1117; } text { fill: #e6edf3; }
          .grid { stroke: #30363d; } .axis { stroke: #8b949e; } .spread { stroke: #e6edf3; }
          .l0 { --c: #58a6ff; } .l1 { --c: #f0983e; } .l2 { --c: #3fb950; } .l3 { --c: #ff7b72; }
          .l4 { --c: #bc8cff; } .l5 { --c: #39c5bb; } .l6 { --c: #d29922; } .l7 { --c: #8b949e; }
        }
      </style>
      """;
  private static final int COLOURS = 8;

  private final ExperimentFindings findings;
  private final List<String> places = new ArrayList<>();
  private final List<List<Spread>> values = new ArrayList<>();
  private final StringBuilder svg = new StringBuilder();
  private final Scale scale;
  private final int top;

  private SvgPlot(ExperimentFindings findings) {
    this.findings = findings;
    collect();
    double most =
        values.stream()
            .flatMap(List::stream)
            .filter(spread -> !spread.isEmpty())
            .mapToDouble(Spread::most)
            .max()
            .orElse(1);
    int legendRows = (findings.lines().size() + LEGENDS_IN_ROW - 1) / LEGENDS_IN_ROW;
    this.top = LEGEND_Y + legendRows * LEGEND_ROW + 6;
    this.scale = Scale.upTo(most, TICKS);
  }

  /** The plot as a file for browsers. */
  public static String of(ExperimentFindings findings) {
    return new SvgPlot(findings).draw();
  }

  /** The axis: points if there are several, else metrics. */
  private void collect() {
    Experiment experiment = findings.experiment();
    List<Point> points = findings.points();
    boolean byPoint = experiment.metrics().size() == 1;
    if (byPoint) {
      points.forEach(point -> places.add(point.label()));
    } else {
      experiment.metrics().forEach(metric -> places.add(metric.label()));
    }
    for (Line line : findings.lines()) {
      List<Spread> ofLine = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        Point point = points.get(byPoint ? i : 0);
        Metric metric = experiment.metrics().get(byPoint ? 0 : i);
        ofLine.add(findings.spread(line.label(), point.label(), metric));
      }
      values.add(ofLine);
    }
  }

  private boolean isCurve() {
    return places.size() >= FEWEST_OF_CURVE
        && findings.experiment().metrics().size() == 1
        && places.stream().allMatch(place -> Character.isDigit(place.charAt(0)));
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    Experiment experiment = findings.experiment();
    add("<title>%s</title>\n", escape(experiment.id() + ": " + experiment.shows()));
    svg.append(STYLE);
    text(LEFT, 28, "title", "start", experiment.id() + ": " + experiment.shows());
    drawLegend();
    drawAxes();
    for (int line = 0; line < values.size(); line++) {
      if (isCurve()) {
        drawCurve(line);
      } else {
        drawBars(line);
      }
    }
    return svg.append("</svg>\n").toString();
  }

  private void drawLegend() {
    int column = (WIDTH - LEFT - RIGHT) / LEGENDS_IN_ROW;
    for (int line = 0; line < values.size(); line++) {
      int x = LEFT + line % LEGENDS_IN_ROW * column;
      int y = LEGEND_Y + line / LEGENDS_IN_ROW * LEGEND_ROW;
      add(
          "<rect class=\"bar l%d\" x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"/>\n",
          line % COLOURS, x, y - 10);
      text(x + 18, y, "", "start", findings.lines().get(line).label());
    }
  }

  private void drawAxes() {
    Metric metric = findings.experiment().metrics().get(0);
    for (double tick : scale.ticks()) {
      add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          LEFT, WIDTH - RIGHT, y(tick), y(tick));
      text(LEFT - 8, y(tick) + 4, "", "end", scale.text(tick));
    }
    add(
        "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
        LEFT, WIDTH - RIGHT, y(0), y(0));
    for (int place = 0; place < places.size(); place++) {
      int lower = places.size() >= WRAP_FROM && place % 2 == 1 ? 14 : 0;
      text(middle(place), HEIGHT - BOTTOM + 18 + lower, "", "middle", places.get(place));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "", "middle", findings.experiment().axis());
    boolean isOne = findings.experiment().metrics().size() == 1;
    add(
        "<text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        (top + HEIGHT - BOTTOM) / 2.0,
        escape((isOne ? metric.label() + ", " : "") + metric.unit()));
  }

  private void drawBars(int line) {
    double width = slot() * SLOT_SHARE / values.size();
    for (int place = 0; place < places.size(); place++) {
      Spread spread = values.get(line).get(place);
      if (!spread.isEmpty()) {
        double x = middle(place) + (line - values.size() / 2.0) * width;
        add(
            "<rect class=\"bar l%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">%s</rect>\n",
            line % COLOURS,
            x + 1,
            y(spread.median()),
            Math.max(1, width - 2),
            y(0) - y(spread.median()),
            hint(line, place));
        drawSpread(x + width / 2, spread);
      }
    }
  }

  private void drawCurve(int line) {
    StringBuilder path = new StringBuilder();
    for (int place = 0; place < places.size(); place++) {
      Spread spread = values.get(line).get(place);
      if (!spread.isEmpty()) {
        path.append(String.format(Locale.ROOT, "%.1f,%.1f ", middle(place), y(spread.median())));
      }
    }
    add(
        "<polyline class=\"curve l%d\" points=\"%s\"/>\n",
        line % COLOURS, path.toString().stripTrailing());
    for (int place = 0; place < places.size(); place++) {
      Spread spread = values.get(line).get(place);
      if (!spread.isEmpty()) {
        drawSpread(middle(place), spread);
        add(
            "<circle class=\"bar l%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\">%s</circle>\n",
            line % COLOURS, middle(place), y(spread.median()), hint(line, place));
      }
    }
  }

  private void drawSpread(double x, Spread spread) {
    add(
        "<line class=\"spread\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
        x, x, y(spread.least()), y(spread.most()));
  }

  private String hint(int line, int place) {
    Metric metric = findings.experiment().metrics().get(0);
    Spread spread = values.get(line).get(place);
    return "<title>"
        + escape(
            "%s, %s: %s %s (%s to %s)"
                .formatted(
                    findings.lines().get(line).label(),
                    places.get(place),
                    metric.text(spread.median()),
                    metric.unit(),
                    metric.text(spread.least()),
                    metric.text(spread.most())))
        + "</title>";
  }

  private double slot() {
    return (double) (WIDTH - LEFT - RIGHT) / places.size();
  }

  private double middle(int place) {
    return LEFT + (place + 0.5) * slot();
  }

  private double y(double value) {
    int floor = HEIGHT - BOTTOM;
    return floor - value / scale.most() * (floor - top);
  }

  private void text(double x, double y, String kind, String anchor, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>\n",
        x, y, kind, anchor, escape(text));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
