package org.thetisdb.lab.experiment.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostSheet;

/**
 * Looks at the engines of this process a hundred times a second in the counted part of a run, by
 * the JVM's own sampler: the engine has no timers for it, and nothing else is noted. For one
 * thread.
 */
final class EngineSamples implements CostMeter, AutoCloseable {
  private static final String EVENT = "jdk.ExecutionSample";
  private static final Duration PERIOD = Duration.ofMillis(10);

  private final CostMeter costs;
  private final Recording recording = new Recording();
  private Instant from = Instant.MAX;
  private Instant to = Instant.MAX;

  /** Looks from now on; what comes before {@link #begin} does not count. */
  EngineSamples(CostMeter costs) {
    this.costs = costs;
    recording.enable(EVENT).withPeriod(PERIOD);
    recording.start();
  }

  @Override
  public void begin() {
    from = Instant.now();
    costs.begin();
  }

  @Override
  public CostSheet end(long transactions) {
    to = Instant.now();
    return costs.end(transactions);
  }

  /** What was seen, see {@link EngineTime#shares}; {@code directory} may be used meanwhile. */
  Map<String, Double> shares(Path directory) {
    recording.stop();
    Path file = directory.resolve("engines.jfr");
    EngineTime time = new EngineTime();
    try {
      recording.dump(file);
      try (RecordingFile events = new RecordingFile(file)) {
        while (events.hasMoreEvents()) {
          add(events.readEvent(), time);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return time.shares();
  }

  private void add(RecordedEvent event, EngineTime time) {
    RecordedStackTrace trace = event.getStackTrace();
    boolean counts = !event.getStartTime().isBefore(from) && !event.getStartTime().isAfter(to);
    if (!counts || trace == null || !event.getEventType().getName().equals(EVENT)) {
      return;
    }
    RecordedThread thread = event.getThread("sampledThread");
    if (thread != null && thread.getJavaName() != null) {
      time.add(thread.getJavaName(), methods(trace));
    }
  }

  private static List<String> methods(RecordedStackTrace trace) {
    return trace.getFrames().stream()
        .map(RecordedFrame::getMethod)
        .map(EngineSamples::name)
        .toList();
  }

  private static String name(RecordedMethod method) {
    return method.getType().getName() + "." + method.getName();
  }

  @Override
  public void close() {
    recording.close();
  }
}
