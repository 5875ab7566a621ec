package org.thetisdb.benchmarks.costs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** A cost sheet for people and for programs. */
public final class CostTable {
  private CostTable() {}

  /** Lines of text; empty if nobody asked. */
  public static String of(CostSheet sheet) {
    if (sheet.isEmpty()) {
      return "";
    }
    if (!sheet.absent().isEmpty()) {
      return "  costs are not told: " + sheet.absent() + "\n";
    }
    TextTable table =
        new TextTable(
            "cost of a transaction",
            "processor",
            "in the kernel",
            "allocated",
            "reads, writes",
            "hand-overs",
            "preemptions");
    sheet.byStage().forEach((stage, cost) -> addRow(table, stage.label(), cost, sheet));
    addRow(table, "all", sheet.total(), sheet);
    return table.render("  ");
  }

  private static void addRow(TextTable table, String label, CostSheet.Cost cost, CostSheet sheet) {
    double transactions = (double) sheet.transactions();
    table.row(
        label,
        micros(cost.cpuUs() / transactions),
        cost.kernelUs() < 0 ? "-" : micros(cost.kernelUs() / transactions),
        Format.bytes(Math.round(cost.allocatedBytes() / transactions)),
        count(cost.transfers() / transactions),
        count(cost.handOvers() / transactions),
        count(cost.preemptions() / transactions));
  }

  private static String micros(double micros) {
    return String.format(Locale.ROOT, "%.1f µs", micros);
  }

  private static String count(double count) {
    return count < 0 ? "-" : String.format(Locale.ROOT, "%.2f", count);
  }

  /** Fills an object with all of it. */
  public static void put(CostSheet sheet, ObjectNode json) {
    if (!sheet.absent().isEmpty()) {
      json.put("absent", sheet.absent());
      return;
    }
    json.put("transactions", sheet.transactions());
    ObjectNode stages = json.putObject("stages");
    for (Map.Entry<Stage, CostSheet.Cost> one : sheet.byStage().entrySet()) {
      put(one.getValue(), sheet, stages.putObject(one.getKey().field()));
    }
    put(sheet.total(), sheet, json.putObject("total"));
  }

  private static void put(CostSheet.Cost cost, CostSheet sheet, ObjectNode json) {
    double transactions = (double) sheet.transactions();
    json.put("cpu_us", rounded(cost.cpuUs() / transactions));
    if (cost.kernelUs() >= 0) {
      json.put("kernel_us", rounded(cost.kernelUs() / transactions));
      json.put("hand_overs", rounded(cost.handOvers() / transactions));
      json.put("preemptions", rounded(cost.preemptions() / transactions));
    }
    if (cost.transfers() >= 0) {
      json.put("reads_writes", rounded(cost.transfers() / transactions));
    }
    json.put("allocated_bytes", Math.round(cost.allocatedBytes() / transactions));
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1e3;
  }
}
