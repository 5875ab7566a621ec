package org.thetisdb.cli;

import java.util.Locale;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;

/** What the second act has shown: the same load under two schemes, in words and figures. */
record ShiftSummary(ShiftPlan plan, ShiftFigures dynamast, ShiftFigures byHash) {
  /** Both in figures. */
  String table() {
    TextTable table =
        new TextTable(
            "<transactions/s",
            "before the shift",
            "just after it",
            "at the end",
            "moved first",
            "several sites");
    addRow(table, "dynamast", dynamast);
    addRow(table, "partitioned by hash", byHash);
    return table.render("  ");
  }

  private static void addRow(TextTable table, String name, ShiftFigures figures) {
    table.row(
        name,
        Format.rounded(figures.beforeTxnS()),
        Format.rounded(figures.dipTxnS()),
        Format.rounded(figures.againTxnS()),
        Format.percent(figures.movedPercent()),
        Format.percent(figures.distributedPercent()));
  }

  /** What the run has left behind. */
  String invariants() {
    if (isGood()) {
      return "Nothing was lost: the records count each update that was acknowledged, and no other,"
          + " under both.";
    }
    return "THE RECORDS ARE WRONG: "
        + (dynamast.isGood() ? "" : "dynamast: " + dynamast.problem() + " ")
        + (byHash.isGood() ? "" : "partitioned by hash: " + byHash.problem());
  }

  /** All of it in one line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "Act 2: %d sites in simulated time, locality shifted at %.1f s: dynamast %s/s with %s moved, partitioned by hash %s/s.",
        plan.sites(),
        plan.shiftUs() / 1e6,
        Format.rounded(dynamast.txnS()),
        Format.percent(dynamast.movedPercent()),
        Format.rounded(byHash.txnS()));
  }

  /** Whether the checks of both runs hold. */
  boolean isGood() {
    return dynamast.isGood() && byHash.isGood();
  }
}
