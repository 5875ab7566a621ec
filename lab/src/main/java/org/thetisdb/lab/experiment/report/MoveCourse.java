package org.thetisdb.lab.experiment.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The course of runs in which ranges moved, as a table: of each line its first run, slice by slice.
 * Stateless.
 */
final class MoveCourse {
  /** Of the tenths of a second that a run keeps each so manieth is shown. */
  private static final int EACH = 2;

  private static final double MILLIS = 1e-3;

  private MoveCourse() {}

  /** The rows, with their heads first; none if nothing moved. */
  static List<List<String>> rows(ExperimentFindings findings) {
    Map<String, JsonNode> courses = new LinkedHashMap<>();
    for (JsonNode run : findings.runs()) {
      JsonNode course = run.at("/moved/course");
      if (course.isArray()) {
        courses.putIfAbsent(run.path("line").asText(), course);
      }
    }
    List<List<String>> rows = new ArrayList<>();
    if (!courses.isEmpty()) {
      List<String> heads = new ArrayList<>(List.of("second"));
      heads.addAll(courses.keySet());
      rows.add(heads);
      int most = courses.values().stream().mapToInt(JsonNode::size).min().orElse(0);
      for (int i = 0; i < most; i += EACH) {
        rows.add(row(i, courses));
      }
    }
    return rows;
  }

  private static List<String> row(int slice, Map<String, JsonNode> courses) {
    List<String> cells = new ArrayList<>();
    for (JsonNode course : courses.values()) {
      JsonNode at = course.get(slice);
      if (cells.isEmpty()) {
        cells.add(String.format(Locale.ROOT, "%.1f", at.path("at_s").asDouble()));
      }
      cells.add(
          String.format(
              Locale.ROOT,
              "%,d, %.1f ms",
              at.path("txn_s").asLong(),
              at.path("p95_us").asLong() * MILLIS));
    }
    return cells;
  }
}
