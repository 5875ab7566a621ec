package org.thetisdb.benchmarks.tpcc;

import java.util.Locale;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.Ending;

/** What TPC-C has in common, whatever way it is run. */
public final class Tpcc {
  /** The name in commands and results. */
  public static final String NAME = "tpcc";

  private static final double SECONDS = 60;

  private Tpcc() {}

  /** {@code "ok"}, or how what is there differs from what was acknowledged. */
  public static String compare(Conditions.Totals totals, Observations witness) {
    int orders = TpccTransaction.NEW_ORDER.index();
    if (!witness.accepts(0, orders, totals.orders())) {
      return "%d new orders were acknowledged, but %d are there"
          .formatted(witness.certain(orders), totals.orders());
    }
    int payments = TpccTransaction.PAYMENT.index();
    if (!witness.accepts(0, payments, totals.payments())) {
      return "%d payments were acknowledged, but %d are there"
          .formatted(witness.certain(payments), totals.payments());
    }
    return BenchResult.OK;
  }

  /** Orders a minute, without the times that the specification has terminals wait. */
  public static String report(BenchResult result) {
    long orders = result.totals().count(TpccTransaction.NEW_ORDER.index(), Ending.COMMITTED);
    return String.format(
        Locale.ROOT,
        "  %,.0f new orders a minute, without times for keying and thinking%n",
        orders * SECONDS / result.elapsedS());
  }
}
