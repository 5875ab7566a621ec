package org.thetisdb.cli.demo;

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
            "txn/s", "begin", "followed", "shifted", "again", "in all", "moved", "several sites");
    addRow(table, "dynamast", dynamast);
    addRow(table, "by hash", byHash);
    return table.render("  ");
  }

  private static void addRow(TextTable table, String name, ShiftFigures figures) {
    table.row(
        name,
        Format.rounded(figures.beginTxnS()),
        Format.rounded(figures.followedTxnS()),
        Format.rounded(figures.shiftedTxnS()),
        Format.rounded(figures.againTxnS()),
        Format.rounded(figures.txnS()),
        Format.percent(figures.movedPercent()),
        Format.percent(figures.distributedPercent()));
  }

  /** What the run has left behind. */
  String invariants() {
    if (isGood()) {
      return "Nothing was lost under either: records count each acknowledged update, no other.";
    }
    return "THE RECORDS ARE WRONG: "
        + (dynamast.isGood() ? "" : "dynamast: " + dynamast.problem() + " ")
        + (byHash.isGood() ? "" : "partitioned by hash: " + byHash.problem());
  }

  /** All of it in one line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "Act 2: %s; %s of transactions at one site without a move; %s.",
        ratio(),
        Format.percent(dynamast.stayedPercent()),
        isGood() ? "records right" : "RECORDS WRONG");
  }

  private String ratio() {
    return byHash.txnS() == 0
        ? "the partitioned store did nothing"
        : String.format(
            Locale.ROOT, "%.1f x the partitioned store", dynamast.txnS() / byHash.txnS());
  }

  /** Whether the checks of both runs hold. */
  boolean isGood() {
    return dynamast.isGood() && byHash.isGood();
  }
}
