package org.thetisdb.simulation.cost;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import org.thetisdb.core.cost.Work;

/**
 * What each step of {@link Work} costs, in nanoseconds. The file that ships is the only place that
 * has such figures: simulated clusters and the advisor both take them from {@link #SHIPPED}.
 * Immutable.
 */
public final class UnitCosts {
  private static final double NANOS_IN_MICRO = 1e3;

  /** The file, beside this class. */
  static final String RESOURCE = "unit-costs.properties";

  /** Those that are shipped. */
  public static final UnitCosts SHIPPED = shipped();

  private final Map<Work, Long> ns;

  /**
   * Costs of all steps.
   *
   * @throws IllegalArgumentException if one is missing, or below 0
   */
  public UnitCosts(Map<Work, Long> ns) {
    this.ns = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      Long cost = ns.get(work);
      if (cost == null || cost < 0) {
        throw new IllegalArgumentException(work.key() + " has no cost.");
      }
      this.ns.put(work, cost);
    }
  }

  private static UnitCosts shipped() {
    try (InputStream in = UnitCosts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("there is no file " + RESOURCE);
      }
      return UnitCostFile.read(in, RESOURCE).costs();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nanoseconds of a step. */
  public long ns(Work work) {
    return ns.get(work);
  }

  /** Microseconds of a step. */
  public double us(Work work) {
    return ns(work) / NANOS_IN_MICRO;
  }

  /** The same but for one step. */
  public UnitCosts with(Work work, long newNs) {
    Map<Work, Long> others = new EnumMap<>(ns);
    others.put(work, newNs);
    return new UnitCosts(others);
  }

  /** The same where sites take so many times as long for all they do, as if they were small. */
  public UnitCosts withSlowSites(int times) {
    Map<Work, Long> slower = new EnumMap<>(ns);
    slower.replaceAll((work, cost) -> work.isOfSite() ? cost * times : cost);
    return new UnitCosts(slower);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UnitCosts costs && costs.ns.equals(ns);
  }

  @Override
  public int hashCode() {
    return ns.hashCode();
  }

  @Override
  public String toString() {
    return ns.toString();
  }
}
