package org.thetisdb.benchmarks.driver;

import java.util.List;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * A workload: its procedures, its data, what its clients do, and the invariants that must hold in
 * the end. An instance serves one run.
 */
public interface Workload extends AutoCloseable {
  /** The name in commands and results. */
  String name();

  /** The transaction types, in the order of their indexes. */
  List<String> types();

  /** The procedures as a jar to upload. */
  byte[] jar();

  /** The same procedures for a run without a cluster. */
  ProcedureJar procedures();

  /** The calls that make the data. */
  LoadPlan loadPlan();

  /**
   * What one client does.
   *
   * @param seed of the run; the same seed gives the same calls
   */
  Script script(int client, int clients, long seed);

  /**
   * Checks the invariants when all clients are at rest.
   *
   * @return {@code "ok"}, or what broke
   */
  String check(Caller caller);

  /** What a person may want to know of the check beyond its result; empty for nothing. */
  default String report() {
    return "";
  }

  /** The same, for workloads that tell of the result. */
  default String report(BenchResult result) {
    return report();
  }

  /**
   * Whether its calls can be made again and again outside of a run, so that an upper bound can be
   * measured.
   */
  default boolean isRepeatable() {
    return true;
  }

  /** Ends the run. */
  @Override
  default void close() {}

  /** Makes a call and waits for its result; sees all that the clients have seen. */
  @FunctionalInterface
  interface Caller {
    /** The result; throws {@link org.thetisdb.client.CallException} if it did not commit. */
    Object call(String procedure, Object... arguments);
  }
}
