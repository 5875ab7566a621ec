package org.thetisdb.benchmarks.tpcc.jdbc;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.Conditions;
import org.thetisdb.benchmarks.tpcc.Tpcc;
import org.thetisdb.benchmarks.tpcc.TpccReader;
import org.thetisdb.benchmarks.tpcc.TpccSizes;

/** Reads by SQL what the consistency conditions ask for. For one thread. */
public final class TpccSqlReader {
  private static final double HUNDREDTHS = 100;

  private final PreparedSession session;
  private final String orders;

  /**
   * A reader.
   *
   * @param orders the name of the table of orders
   */
  public TpccSqlReader(PreparedSession session, String orders) {
    this.session = session;
    this.orders = orders;
  }

  /** {@code "ok"}, or what breaks the conditions, or differs from what was acknowledged. */
  public String check(TpccSizes sizes, Observations witness) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    Conditions conditions =
        new Conditions(sizes, (part, w, d, sink) -> read(part, new Object[] {w, d}, sink));
    try {
      String verdict = conditions.check();
      return verdict.equals(BenchResult.OK) ? Tpcc.compare(conditions.totals(), witness) : verdict;
    } catch (SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new SQLException(e);
    }
  }

  private void read(TpccReader.Part part, Object[] place, Consumer<long[]> sink)
      throws SQLException {
    if (part == TpccReader.Part.WAREHOUSE) {
      rows(queryOf(part), sink, place[0]);
    } else {
      rows(queryOf(part), sink, place);
    }
  }

  private String queryOf(TpccReader.Part part) {
    return switch (part) {
      case WAREHOUSE -> "SELECT w_ytd FROM warehouse WHERE w_id = ?";
      case DISTRICT -> "SELECT d_ytd, d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";
      case ORDERS ->
          "SELECT o_id, o_c_id, o_carrier_id, CAST(o_ol_cnt AS INT) FROM "
              + orders
              + " WHERE o_w_id = ? AND o_d_id = ?";
      case NEW_ORDERS -> "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?";
      case ORDER_LINES ->
          "SELECT ol_o_id, CASE WHEN ol_delivery_d IS NULL THEN 0 ELSE 1 END, ol_amount"
              + " FROM order_line WHERE ol_w_id = ? AND ol_d_id = ?";
      case CUSTOMERS ->
          "SELECT c_id, c_balance, c_ytd_payment, c_delivery_cnt FROM customer"
              + " WHERE c_w_id = ? AND c_d_id = ?";
      case HISTORY ->
          "SELECT h_c_id, h_w_id, h_d_id, h_amount FROM history"
              + " WHERE h_c_w_id = ? AND h_c_d_id = ?";
    };
  }

  private void rows(String sql, Consumer<long[]> sink, Object... place) throws SQLException {
    session.forEach(
        sql,
        row -> {
          long[] numbers = new long[row.getMetaData().getColumnCount()];
          for (int i = 0; i < numbers.length; i++) {
            numbers[i] = number(row.getObject(i + 1));
          }
          sink.accept(numbers);
        },
        place);
  }

  /** Money, which is a decimal or a floating number, becomes hundredths. */
  private static long number(Object value) {
    if (value == null) {
      return TpccReader.NULL;
    }
    if (value instanceof Double money) {
      return Math.round(money * HUNDREDTHS);
    }
    return value instanceof BigDecimal money
        ? money.movePointRight(2).longValueExact()
        : ((Number) value).longValue();
  }
}
