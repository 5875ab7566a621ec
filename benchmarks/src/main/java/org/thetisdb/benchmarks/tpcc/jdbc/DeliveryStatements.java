package org.thetisdb.benchmarks.tpcc.jdbc;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccSizes;

/**
 * Delivery (clause 2.7), of all districts in one transaction. What is changed in all districts
 * alike is one batch: deliveries of a warehouse wait for each other, so each has to be over soon.
 */
final class DeliveryStatements {
  private static final String TAKE =
      "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";
  private static final String SET_CARRIER =
      "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
  private static final String SET_DATE =
      "UPDATE order_line SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
  private static final String CHARGE =
      "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
          + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

  private final PreparedSession session;
  private final Observations witness;

  /** The order that a district delivers. */
  private record Due(int district, int order) {}

  DeliveryStatements(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
  }

  boolean deliver(TpccInput input) throws SQLException {
    for (String batch : List.of(TAKE, SET_CARRIER, SET_DATE, CHARGE)) {
      session.clearBatch(batch);
    }
    List<Due> due = take(input);
    for (Due one : due) {
      change(input, one);
    }
    requireOneEach(session.runBatch(SET_CARRIER));
    session.runBatch(SET_DATE);
    requireOneEach(session.runBatch(CHARGE));
    return true;
  }

  /**
   * Takes the oldest order of each district. The first one is taken before the others are looked
   * for: another delivery for the same warehouse waits there, and has done nothing in vain.
   */
  private List<Due> take(TpccInput input) throws SQLException {
    List<Due> due = new ArrayList<>(TpccSizes.DISTRICTS);
    for (int district = 1; district <= TpccSizes.DISTRICTS; district++) {
      Object[] oldest =
          session.row(
              "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                  + " ORDER BY no_o_id LIMIT 1",
              input.warehouse(),
              district);
      if (oldest != null) {
        due.add(new Due(district, ((Number) oldest[0]).intValue()));
        session.batch(TAKE, input.warehouse(), district, oldest[0]);
        if (due.size() == 1) {
          requireTaken(session.runBatch(TAKE));
        }
      }
    }
    requireTaken(session.runBatch(TAKE));
    return due;
  }

  private static void requireTaken(int[] deleted) throws SQLException {
    for (int rows : deleted) {
      if (rows == 0) {
        throw new SQLException("Somebody else delivers an order of this warehouse.", "40001");
      }
    }
  }

  /** Adds to the batches what changes with one order. */
  private void change(TpccInput input, Due due) throws SQLException {
    Object[] customer =
        session.row(
            "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
            input.warehouse(),
            due.district,
            due.order);
    Object[] sum =
        session.row(
            "SELECT SUM(ol_amount) FROM order_line"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
            input.warehouse(),
            due.district,
            due.order);
    session.batch(SET_CARRIER, input.carrier(), input.warehouse(), due.district, due.order);
    session.batch(
        SET_DATE, Timestamp.from(input.now()), input.warehouse(), due.district, due.order);
    session.batch(CHARGE, sum[0], input.warehouse(), due.district, customer[0]);
  }

  private void requireOneEach(int[] changed) {
    for (int rows : changed) {
      if (rows != 1) {
        witness.impossible("a change of one row by a delivery met " + rows);
      }
    }
  }
}
