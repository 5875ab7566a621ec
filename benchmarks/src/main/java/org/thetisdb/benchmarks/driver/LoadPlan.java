package org.thetisdb.benchmarks.driver;

/** The calls that make a workload's data. Each may be made twice; the order does not matter. */
public interface LoadPlan {
  /** The procedure that loads. */
  String procedure();

  /** How often it is called. */
  int calls();

  /** The arguments of one call. */
  Object[] arguments(int call);
}
