package org.thetisdb.benchmarks.bound;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.benchmarks.driver.LoadPlan;
import org.thetisdb.benchmarks.driver.NextCall;
import org.thetisdb.benchmarks.driver.Script;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.server.store.RowStore;

/** Measures how fast one thread runs a workload's procedures straight on a row store. */
public final class BoundRunner {
  private static final double NANOS = 1e9;
  private static final int CALLS_PER_LOOK = 256;

  private final Workload workload;
  private final BoundContext context;
  private final Map<String, ProcedureDefinition> procedures = new HashMap<>();

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
      if (!run(plan.procedure(), plan.arguments(call))) {
        throw new IllegalStateException("the bound's data cannot be loaded");
      }
    }
  }

  /**
   * Runs one client's script for some time.
   *
   * @return committed transactions per second
   */
  public double measure(Script script, double seconds) {
    NextCall call = new NextCall();
    long beganNs = System.nanoTime();
    long endNs = beganNs + (long) (seconds * NANOS);
    long committed = 0;
    long nowNs;
    do {
      for (int i = 0; i < CALLS_PER_LOOK; i++) {
        script.next(call);
        committed += run(call.procedure(), call.arguments()) ? 1 : 0;
      }
      nowNs = System.nanoTime();
    } while (nowNs < endNs);
    return committed / ((nowNs - beganNs) / NANOS);
  }

  /** Makes one call and returns its result. */
  public Object call(String procedure, Object... arguments) {
    try {
      Object result = invoke(procedure, arguments);
      context.commit();
      return result;
    } finally {
      context.rollback();
    }
  }

  private boolean run(String procedure, Object[] arguments) {
    try {
      call(procedure, arguments);
      return true;
    } catch (AbortException | ConstraintException e) {
      return false;
    }
  }

  private Object invoke(String name, Object[] arguments) {
    ProcedureDefinition procedure = procedures.get(name);
    try {
      return procedure.run(context, procedure.checkArguments(arguments));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw procedure.toError(e);
    }
  }
}
