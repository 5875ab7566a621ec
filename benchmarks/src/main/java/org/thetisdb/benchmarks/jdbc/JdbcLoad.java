package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.benchmarks.driver.Driven;
import org.thetisdb.benchmarks.driver.LoopControl;
import org.thetisdb.benchmarks.driver.Pace;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.result.ErrorSamples;
import org.thetisdb.benchmarks.driver.result.LoadFacts;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.result.RunOptions;

/** A workload over JDBC with its terminals, each a thread with a connection of its own. */
public final class JdbcLoad implements Driven {
  private static final long REST_PATIENCE_MS = 60_000;

  private final JdbcWorkload workload;
  private final ConnectionSource source;
  private final JdbcOptions jdbc;
  private final RunOptions options;
  private final Meter meter;
  private final LoopControl control;
  private final Pace pace;
  private LoadFacts loaded = LoadFacts.NONE;

  /** A load that has not begun. */
  public JdbcLoad(
      JdbcWorkload workload, ConnectionSource source, JdbcOptions jdbc, RunOptions options) {
    this.workload = workload;
    this.jdbc = jdbc;
    this.source = source;
    this.options = options;
    this.meter = new Meter(workload.types().size());
    this.control = new LoopControl(options.clients());
    this.pace = new Pace(options.ratePerS());
  }

  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public String via() {
    return "jdbc";
  }

  @Override
  public String isolation() {
    return jdbc.isolation().word();
  }

  @Override
  public String style() {
    return jdbc.style().word();
  }

  @Override
  public List<String> types() {
    return workload.types();
  }

  /**
   * {@inheritDoc}
   *
   * @throws LoadFailedException if the database does not do it
   */
  @Override
  public void prepare(RunListener listener) throws InterruptedException {
    define(workload.definitions());
    listener.onDefined(workload.name(), workload.definitions().size());
    long beganNs = System.nanoTime();
    JdbcLoader loader = new JdbcLoader(source, jdbc, meter, listener);
    loader.load(workload.loadPhases());
    define(workload.definitionsAfterLoad());
    double seconds = (System.nanoTime() - beganNs) / 1e9;
    loaded = new LoadFacts(loader.rows(), seconds, jdbc.loadConnections(), loader.retried());
    listener.onLoaded(seconds);
  }

  @Override
  public LoadFacts loaded() {
    return loaded;
  }

  private void define(List<String> definitions) {
    try (PreparedSession session = new PreparedSession(source)) {
      session.begin(true);
      for (String definition : definitions) {
        session.define(definition);
      }
    } catch (SQLException e) {
      throw new LoadFailedException("A definition failed", e);
    }
  }

  @Override
  public void start() {
    pace.begin(System.nanoTime());
    ConnectionSource isolated = jdbc.isolation().over(source);
    for (int i = 0; i < options.clients(); i++) {
      PreparedSession session = new PreparedSession(isolated, jdbc.style());
      Terminal terminal = workload.terminal(session, i, options.clients(), options.seed());
      TerminalLoop loop =
          new TerminalLoop(workload, jdbc.style(), session, terminal, meter, pace, control);
      Thread thread = new Thread(loop, "bench-terminal-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public MeasuredInterval take() {
    return meter.take();
  }

  @Override
  public Map<String, ErrorSamples.Sample> errors() {
    return new TreeMap<>(meter.errors());
  }

  @Override
  public Map<String, ErrorSamples.Sample> conflicts() {
    return meter.conflicts();
  }

  @Override
  public long stop() {
    control.stop();
    return pace.unbegun(System.nanoTime());
  }

  @Override
  public boolean awaitRest(long patienceMs) throws InterruptedException {
    return control.awaitRest(patienceMs);
  }

  @Override
  public long restPatienceMs() {
    return REST_PATIENCE_MS;
  }

  @Override
  public String check() {
    try (PreparedSession session = new PreparedSession(source)) {
      session.begin(true);
      return workload.check(session);
    } catch (SQLException e) {
      return "could not be checked: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    control.close();
  }
}
