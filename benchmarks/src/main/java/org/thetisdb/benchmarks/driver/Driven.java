package org.thetisdb.benchmarks.driver;

import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.driver.result.ErrorSamples;
import org.thetisdb.benchmarks.driver.result.LoadFacts;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;

/**
 * A workload with its clients, whatever way they reach the database. One instance, one run, by one
 * thread: {@link #prepare}, {@link #start}, {@link #stop}, {@link #awaitRest}, {@link #check}.
 */
public interface Driven extends AutoCloseable {
  /** The workload's name. */
  String name();

  /** How the clients reach the database: {@code procedure} or {@code jdbc}. */
  String via();

  /** The isolation that clients ask for, as people write it; empty if they cannot. */
  default String isolation() {
    return "";
  }

  /** How the clients use the database, if not as usual; empty otherwise. */
  default String style() {
    return "";
  }

  /** The transaction types, in the order of their indexes. */
  List<String> types();

  /**
   * Makes the data.
   *
   * @throws org.thetisdb.core.error.ThetisException if the database does not do it
   */
  void prepare(RunListener listener) throws InterruptedException;

  /** How the data were made, as far as somebody counted. */
  default LoadFacts loaded() {
    return LoadFacts.NONE;
  }

  /** Of a sample of the transactions the groups of rows that each writes; none if it is unknown. */
  default List<int[]> footprints() {
    return List.of();
  }

  /** Lets the clients begin. */
  void start();

  /** What they did since the last time this was asked. */
  MeasuredInterval take();

  /** Which errors came up, by their codes. */
  Map<String, ErrorSamples.Sample> errors();

  /** Why attempts that clients made again were rolled back, by transaction type and reason. */
  default Map<String, ErrorSamples.Sample> conflicts() {
    return Map.of();
  }

  /** Lets the clients end what they do; returns how many calls were due and never begun. */
  long stop();

  /** Waits for the last answers; false if some do not come in time. */
  boolean awaitRest(long patienceMs) throws InterruptedException;

  /** Within what time the last answers come from a database that is there. */
  long restPatienceMs();

  /** Checks the invariants; the clients are at rest. Returns {@code "ok"} or what broke. */
  String check();

  @Override
  void close();
}
