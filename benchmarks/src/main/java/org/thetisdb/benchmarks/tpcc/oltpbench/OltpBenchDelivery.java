package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import java.sql.Timestamp;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccSizes;

/** Delivery (clause 2.7) of all districts in one transaction, district after district. */
final class OltpBenchDelivery {
  private final PreparedSession session;
  private final Observations witness;

  OltpBenchDelivery(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
  }

  /** False if another terminal took an order meanwhile. */
  boolean run(TpccInput input) throws SQLException {
    for (int district = 1; district <= TpccSizes.DISTRICTS; district++) {
      Object[] oldest =
          session.row(
              "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                  + " ORDER BY no_o_id LIMIT 1",
              input.warehouse(),
              district);
      if (oldest != null && !deliver(input, district, ((Number) oldest[0]).intValue())) {
        return false;
      }
    }
    return true;
  }

  private boolean deliver(TpccInput input, int district, int order) throws SQLException {
    Object[] key = {input.warehouse(), district, order};
    int taken =
        session.update(
            "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?", key);
    if (taken == 0) {
      return false;
    }
    Object[] customer =
        session.row("SELECT o_c_id FROM oorder WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?", key);
    requireOne(
        session.update(
            "UPDATE oorder SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
            input.carrier(),
            input.warehouse(),
            district,
            order));
    session.update(
        "UPDATE order_line SET ol_delivery_d = ?"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
        Timestamp.from(input.now()),
        input.warehouse(),
        district,
        order);
    Object[] sum =
        session.row(
            "SELECT SUM(ol_amount) FROM order_line"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
            key);
    requireOne(
        session.update(
            "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
            sum[0],
            input.warehouse(),
            district,
            customer[0]));
    return true;
  }

  private void requireOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of one row by a delivery met " + rows);
    }
  }
}
