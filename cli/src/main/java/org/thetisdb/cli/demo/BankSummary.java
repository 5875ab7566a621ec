package org.thetisdb.cli.demo;

import java.util.Locale;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.text.Format;

/** What the first act of the demo has shown, in one line. */
final class BankSummary {
  private BankSummary() {}

  static String line(BenchResult result) {
    return String.format(
        Locale.ROOT,
        "Act 1: %d sites in one process: %s/s at the end, %s with mastership moved first, %s.",
        result.setup().sites(),
        Format.rounded(WarmSecond.of(result.seconds()).throughput()),
        Format.percent(result.cluster().remasteredPercent()),
        result.isGood() ? "balances right" : "BALANCES WRONG");
  }
}
