package org.thetisdb.benchmarks.driver;

import java.util.List;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * A workload: its procedures, its data, what its clients do, and the invariants that must hold in
 * the end. An instance serves one run.
 */
public interface Workload {
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

  /** Makes a call and waits for its result; sees all that the clients have seen. */
  @FunctionalInterface
  interface Caller {
    /** The result; throws {@link org.thetisdb.client.CallException} if it did not commit. */
    Object call(String procedure, Object... arguments);
  }
}
