package org.thetisdb.lab.shift;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** The workload, which counts what its clients have written in each partition. For one thread. */
final class HeatedYcsb implements Workload {
  private final CorrelatedYcsb workload;
  private final long[] writes;

  HeatedYcsb(CorrelatedYcsb workload, int partitions) {
    this.workload = workload;
    this.writes = new long[partitions];
  }

  /** Records written in a partition since they were forgotten last. */
  long writes(int partition) {
    return writes[partition];
  }

  /** Counts anew. */
  void forgetWrites() {
    Arrays.fill(writes, 0);
  }

  @Override
  public Script script(int client, int clients, long seed) {
    Script script = workload.script(client, clients, seed);
    return new Script() {
      @Override
      public void next(NextCall call) {
        script.next(call);
      }

      @Override
      public void ended(NextCall call, CallOutcome outcome) {
        script.ended(call, outcome);
        if (outcome.isCommitted()) {
          note(call.arguments());
        }
      }
    };
  }

  /** An update names its records, a scan has a list in place of them. */
  private void note(Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof Long record) {
        writes[CorrelatedYcsb.partitionOf(record)]++;
      }
    }
  }

  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public List<String> types() {
    return workload.types();
  }

  @Override
  public byte[] jar() {
    return workload.jar();
  }

  @Override
  public ProcedureJar procedures() {
    return workload.procedures();
  }

  @Override
  public LoadPlan loadPlan() {
    return workload.loadPlan();
  }

  @Override
  public String check(Caller caller) {
    return workload.check(caller);
  }
}
