package org.thetisdb.router.estimate;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.thetisdb.core.cost.Work;

/** How often each kind of work is done for a call, in the mean of all calls. Immutable. */
public final class Steps {
  /** Nothing is done. */
  public static final Steps NONE = new Steps(Map.of());

  private final Map<Work, Double> times;

  private Steps(Map<Work, Double> times) {
    this.times = times;
  }

  /** These, and one kind of work so many times more. */
  public Steps and(Work work, double more) {
    if (!(more >= 0) || Double.isInfinite(more)) {
      throw new IllegalArgumentException(work.key() + " is done " + more + " times.");
    }
    Map<Work, Double> all = new EnumMap<>(Work.class);
    all.putAll(times);
    all.merge(work, more, Double::sum);
    return new Steps(all);
  }

  /** These and others. */
  public Steps and(Steps others) {
    Steps all = this;
    for (Map.Entry<Work, Double> each : others.times.entrySet()) {
      all = all.and(each.getKey(), each.getValue());
    }
    return all;
  }

  /** These for a share of the calls, or several times for each. */
  public Steps times(double factor) {
    Map<Work, Double> all = new EnumMap<>(Work.class);
    times.forEach((work, n) -> all.put(work, n * factor));
    return new Steps(all);
  }

  /** How often one kind of work is done. */
  public double of(Work work) {
    return times.getOrDefault(work, 0.0);
  }

  /** The sum of what each step costs. */
  public double cost(ToDoubleFunction<Work> ofOne) {
    double sum = 0;
    for (Map.Entry<Work, Double> each : times.entrySet()) {
      sum += each.getValue() * ofOne.applyAsDouble(each.getKey());
    }
    return sum;
  }
}
