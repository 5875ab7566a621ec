package org.thetisdb.lab.torture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A result for programs. */
public final class TortureJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private TortureJson() {}

  /** One object. */
  public static ObjectNode of(TortureResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("sites", result.options().sites());
    root.put("lanes", result.options().lanes());
    root.put("duration_s", result.options().durationS());
    root.put("elapsed_s", result.elapsedS());
    root.put("seed", result.options().seed());
    root.put("lease_ms", result.options().leaseMs());
    root.put("secure", result.options().secure());
    root.put("good", result.isGood());
    ObjectNode pauses = root.putObject("pauses");
    result.byFault().forEach((fault, wounds) -> putPauses(pauses, fault, wounds));
    root.putObject("in_doubt")
        .put("decided", result.inDoubt().decided())
        .put("mean_ms", result.inDoubt().meanMs())
        .put("max_ms", result.inDoubt().mostMs());
    ObjectNode calls = root.putObject("calls");
    result.tallies().forEach((workload, tally) -> putTally(calls.putObject(workload), tally));
    ObjectNode checks = root.putObject("checks");
    result.checks().forEach(checks::put);
    putWounds(root.putArray("faults"), result.wounds());
    return root;
  }

  private static void putPauses(ObjectNode pauses, Fault fault, List<InjectedFault> wounds) {
    Percentiles pause = Percentiles.of(wounds, InjectedFault::pauseMs);
    ObjectNode node = pauses.putObject(fault.label());
    node.put("count", wounds.size());
    node.put("p50_ms", pause.p50()).put("p95_ms", pause.p95()).put("max_ms", pause.max());
    node.put("longest_wait_ms", Percentiles.of(wounds, InjectedFault::longestMs).max());
    if (fault.markMs() > 0) {
      node.put("mark_p95_ms", fault.markMs());
    }
  }

  private static void putTally(ObjectNode node, TortureResult.Tally tally) {
    node.put("committed", tally.committed()).put("aborted", tally.aborted());
    node.put("not_run", tally.notRun()).put("unknown", tally.unknown());
  }

  private static void putWounds(ArrayNode array, List<InjectedFault> wounds) {
    for (InjectedFault wound : wounds) {
      ObjectNode node = array.addObject();
      node.put("at_s", wound.atS()).put("fault", wound.fault().label()).put("part", wound.part());
      node.put("pause_ms", wound.pauseMs())
          .put("longest_ms", wound.longestMs())
          .put("behind_return_ms", wound.behindReturnMs());
      node.put("whole_ms", wound.wholeMs());
    }
  }
}
