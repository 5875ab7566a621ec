package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.TpccInput;

/** OrderStatus and StockLevel (clauses 2.6 and 2.8). */
final class OltpBenchQueries {
  private static final int STOCK_ORDERS = 20;

  private final PreparedSession session;
  private final Observations witness;
  private final OltpBenchCustomers customers;

  OltpBenchQueries(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
    this.customers = new OltpBenchCustomers(session, witness);
  }

  /** The customer's last order and its lines. */
  boolean orderStatus(TpccInput input) throws SQLException {
    int customer = customers.find(input).number();
    Object[] order =
        session.row(
            "SELECT o_id, CAST(o_ol_cnt AS INT), o_carrier_id, o_entry_d FROM oorder"
                + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC LIMIT 1",
            input.customerWarehouse(),
            input.customerDistrict(),
            customer);
    if (order == null) {
      witness.impossible("customer " + customer + " has never ordered");
      return true;
    }
    int lines =
        session
            .rows(
                "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d"
                    + " FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                input.customerWarehouse(),
                input.customerDistrict(),
                order[0])
            .size();
    if (lines != ((Number) order[1]).intValue()) {
      witness.impossible(
          "order %s has %s lines, but %d are there".formatted(order[0], order[1], lines));
    }
    return true;
  }

  /** How many items of the district's last orders run short. */
  boolean stockLevel(TpccInput input) throws SQLException {
    long next =
        session.number(
            "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?",
            input.warehouse(),
            input.district());
    session.number(
        "SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock"
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id < ? AND ol_o_id >= ?"
            + " AND s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?",
        input.warehouse(),
        input.district(),
        (int) next,
        (int) next - STOCK_ORDERS,
        input.warehouse(),
        input.threshold());
    return true;
  }
}
