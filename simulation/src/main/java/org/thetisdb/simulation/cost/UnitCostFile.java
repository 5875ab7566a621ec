package org.thetisdb.simulation.cost;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.cost.Work;

/**
 * A file of unit costs, as a command has written it: where they come from, and each cost with the
 * least and the most of its rounds, if there was more than one. Immutable.
 *
 * @param origin when, where and how they were found: a value for each of {@link #ORIGIN}
 * @param costs of each step
 * @param spreads of those steps that were measured in several rounds
 */
public record UnitCostFile(Map<String, String> origin, UnitCosts costs, Map<Work, Spread> spreads) {
  /** What a file says of itself. */
  public static final List<String> ORIGIN =
      List.of("measured", "machine", "system", "java", "command");

  /** More than any step takes: a second. */
  private static final long MOST_NS = 1_000_000_000;

  private static final String COST = "_ns";
  private static final String LEAST = "_least_ns";
  private static final String MOST = "_most_ns";

  /** The least and the most of several rounds, in nanoseconds. */
  public record Spread(long leastNs, long mostNs) {}

  /** Checks that the origin is complete. */
  public UnitCostFile {
    for (String key : ORIGIN) {
      if (origin.getOrDefault(key, "").isBlank()) {
        throw new IllegalArgumentException("Unit costs do not say: " + key + ".");
      }
    }
    origin = Map.copyOf(origin);
    spreads = Map.copyOf(spreads);
  }

  /**
   * Reads a file.
   *
   * @param name of the file, for errors
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if something is missing, unknown or no cost
   */
  public static UnitCostFile read(InputStream in, String name) throws IOException {
    Properties lines = new Properties();
    lines.load(in);
    return new Reading(lines, name).read();
  }

  /** The file's text, in a fixed order. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("# Unit costs of the simulator and the advisor, in nanoseconds. Do not edit: ");
    text.append("written by ./thetis lab unit-costs.\n");
    for (String key : ORIGIN) {
      text.append(key).append(" = ").append(origin.get(key).replace('\n', ' ')).append('\n');
    }
    for (Work work : Work.values()) {
      line(text, work.key() + COST, costs.ns(work));
      Spread spread = spreads.get(work);
      if (spread != null) {
        line(text, work.key() + LEAST, spread.leastNs());
        line(text, work.key() + MOST, spread.mostNs());
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String key, long ns) {
    text.append(key).append(" = ").append(ns).append('\n');
  }

  /** One file that is being read; what was not asked for in the end is unknown. */
  private static final class Reading {
    private final Properties lines;
    private final String name;
    private final Set<String> unknown;

    Reading(Properties lines, String name) {
      this.lines = lines;
      this.name = name;
      this.unknown = new TreeSet<>(lines.stringPropertyNames());
    }

    UnitCostFile read() {
      Map<String, String> origin = new LinkedHashMap<>();
      ORIGIN.forEach(key -> origin.put(key, take(key)));
      Map<Work, Long> costs = new EnumMap<>(Work.class);
      Map<Work, Spread> spreads = new EnumMap<>(Work.class);
      for (Work work : Work.values()) {
        costs.put(work, ns(work.key() + COST));
        if (lines.containsKey(work.key() + LEAST) || lines.containsKey(work.key() + MOST)) {
          spreads.put(work, spread(work, costs.get(work)));
        }
      }
      if (!unknown.isEmpty()) {
        throw wrong("no such cost: " + String.join(", ", unknown));
      }
      return new UnitCostFile(origin, new UnitCosts(costs), spreads);
    }

    private Spread spread(Work work, long ns) {
      Spread spread = new Spread(ns(work.key() + LEAST), ns(work.key() + MOST));
      if (spread.leastNs > ns || spread.mostNs < ns) {
        throw wrong(work.key() + " is outside of its own spread");
      }
      return spread;
    }

    private String take(String key) {
      unknown.remove(key);
      String value = lines.getProperty(key, "").strip();
      if (value.isEmpty()) {
        throw wrong(key + " is missing");
      }
      return value;
    }

    private long ns(String key) {
      String value = take(key);
      try {
        long ns = Long.parseLong(value);
        if (ns >= 0 && ns <= MOST_NS) {
          return ns;
        }
      } catch (NumberFormatException e) {
        // the same error as for a number that is out of bounds
      }
      throw wrong(key + " goes from 0 to " + MOST_NS + " and is \"" + value + "\"");
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException("Unit costs in " + name + ": " + what + ".");
    }
  }
}
