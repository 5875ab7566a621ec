package org.thetisdb.core.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The meters of one role (a site, a router). Meters only read: a hot path counts in a plain field
 * that its thread owns, or in a {@link java.util.concurrent.atomic.LongAdder}, and hands in a
 * supplier; a plain field may then be read somewhat late, never torn if it is volatile or read
 * opaquely.
 *
 * <p>Names are lower case with dots, such as {@code site.committed}. Suppliers are held as long as
 * the metrics live. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
  private final MeterRegistry registry;
  private final Tag role;

  /** The registry itself holds what it counts only weakly. */
  private final List<LongSupplier> counted = new CopyOnWriteArrayList<>();

  /** Meters kept in memory, tagged with the role's name, such as {@code site-1}. */
  public Metrics(String role) {
    this(role, new SimpleMeterRegistry());
  }

  /** Meters kept in a registry of the caller's choice, which {@link #close} closes. */
  public Metrics(String role, MeterRegistry registry) {
    this.registry = registry;
    this.role = Tag.of("role", role);
  }

  /** The registry, for whatever this class has no method for. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Something that only rises. */
  public void counter(String name, String description, LongSupplier count) {
    counted.add(count);
    FunctionCounter.builder(name, count, LongSupplier::getAsLong)
        .description(description)
        .tags(List.of(role))
        .register(registry);
  }

  /** Something that rises and falls. */
  public void gauge(String name, String description, DoubleSupplier value) {
    Gauge.builder(name, value, DoubleSupplier::getAsDouble)
        .description(description)
        .tags(List.of(role))
        .strongReference(true)
        .register(registry);
  }

  /** The present value of every meter, by name. */
  public Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      for (Measurement measurement : meter.measure()) {
        values.put(meter.getId().getName(), measurement.getValue());
      }
    }
    return values;
  }

  @Override
  public void close() {
    registry.close();
  }
}
