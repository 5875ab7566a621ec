package org.thetisdb.benchmarks.bound;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.store.RowStore;

/** Measures how fast one thread runs a workload's procedures straight on a row store. */
public final class BoundRunner {
  private static final double NANOS = 1e9;
  private static final int CALLS_PER_LOOK = 256;
  private static final int PREPARED = 1 << 16;

  private final Workload workload;
  private final BoundContext context;
  private final Map<String, ProcedureDefinition> procedures = new HashMap<>();
  private final Prepared[] prepared = new Prepared[PREPARED];
  private int next;

  /** A call whose arguments are checked. */
  private record Prepared(ProcedureDefinition procedure, Object[] arguments) {}

  /** The store must be empty; the caller closes it. */
  public BoundRunner(Workload workload, RowStore store) {
    this.workload = workload;
    ProcedureJar jar = workload.procedures();
    this.context = new BoundContext(store, jar.tables());
    for (ProcedureDefinition procedure : jar.procedures()) {
      procedures.put(procedure.name(), procedure);
    }
  }

  /** Makes the data. */
  public void load() {
    LoadPlan plan = workload.loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      ProcedureDefinition procedure = procedures.get(plan.procedure());
      if (!run(procedure, procedure.checkArguments(plan.arguments(call)))) {
        throw new IllegalStateException("the bound's data cannot be loaded");
      }
    }
  }

  /** Decides on calls beforehand; clients, which are not measured, do so elsewhere. */
  public void prepare(Script script) {
    NextCall call = new NextCall();
    for (int i = 0; i < PREPARED; i++) {
      script.next(call);
      ProcedureDefinition procedure = procedures.get(call.procedure());
      prepared[i] = new Prepared(procedure, procedure.checkArguments(call.arguments()));
    }
  }

  /**
   * Runs the prepared calls, again and again, for some time.
   *
   * @return committed transactions per second
   */
  public double measure(double seconds) {
    long beganNs = System.nanoTime();
    long endNs = beganNs + (long) (seconds * NANOS);
    long committed = 0;
    long nowNs;
    do {
      for (int i = 0; i < CALLS_PER_LOOK; i++) {
        Prepared call = prepared[next++ & PREPARED - 1];
        committed += run(call.procedure(), call.arguments()) ? 1 : 0;
      }
      context.collect(CALLS_PER_LOOK);
      nowNs = System.nanoTime();
    } while (nowNs < endNs);
    return committed / ((nowNs - beganNs) / NANOS);
  }

  /** Makes one call and returns its result. */
  public Object call(String name, Object... arguments) {
    ProcedureDefinition procedure = procedures.get(name);
    return call(procedure, procedure.checkArguments(arguments));
  }

  private Object call(ProcedureDefinition procedure, Object[] arguments) {
    try {
      Object result = invoke(procedure, arguments);
      context.commit();
      return result;
    } finally {
      context.rollback();
    }
  }

  private boolean run(ProcedureDefinition procedure, Object[] arguments) {
    try {
      call(procedure, arguments);
      return true;
    } catch (AbortException | ConstraintException e) {
      return false;
    }
  }

  private Object invoke(ProcedureDefinition procedure, Object[] arguments) {
    try {
      return procedure.run(context, arguments);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw procedure.toError(e);
    }
  }
}
