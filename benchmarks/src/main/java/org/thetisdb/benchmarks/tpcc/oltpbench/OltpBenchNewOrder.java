package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Arrays;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccTable;

/** NewOrder (clause 2.4) in the order of OLTP-Bench: the district is locked first. */
final class OltpBenchNewOrder {
  private static final String INSERT_LINE = OltpBenchTpcc.insertInto(TpccTable.ORDER_LINE);
  private static final String TAKE_STOCK =
      "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
          + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?";
  private static final String STOCK =
      "SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05,"
          + " s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM stock"
          + " WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE";
  private static final int LEAST_LEFT = 10;
  private static final int REFILL = 91;

  private final PreparedSession session;
  private final Observations witness;

  OltpBenchNewOrder(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
  }

  /** False if an item is not there. */
  boolean run(TpccInput input) throws SQLException {
    session.row(
        "SELECT c_discount, c_last, c_credit FROM customer"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        input.warehouse(),
        input.district(),
        input.customer());
    session.row("SELECT w_tax FROM warehouse WHERE w_id = ?", input.warehouse());
    int order = takeNumber(input);
    insertOrder(input, order);
    for (int i = 0; i < input.lines().length; i++) {
      if (!addLine(input, order, i)) {
        return false;
      }
    }
    session.runBatch(INSERT_LINE);
    session.runBatch(TAKE_STOCK);
    return true;
  }

  private int takeNumber(TpccInput input) throws SQLException {
    Object[] district =
        session.row(
            "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
            input.warehouse(),
            input.district());
    int rows =
        session.update(
            "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?",
            input.warehouse(),
            input.district());
    if (rows != 1) {
      witness.impossible("a change of one district met " + rows + " rows");
    }
    return ((Number) district[0]).intValue();
  }

  private void insertOrder(TpccInput input, int order) throws SQLException {
    boolean local =
        Arrays.stream(input.lines()).allMatch(one -> one.supplier() == input.warehouse());
    session.update(
        OltpBenchTpcc.insertInto(TpccTable.ORDERS),
        input.warehouse(),
        input.district(),
        order,
        input.customer(),
        Timestamp.from(input.now()),
        null,
        input.lines().length,
        local ? 1 : 0);
    session.update(
        OltpBenchTpcc.insertInto(TpccTable.NEW_ORDER), input.warehouse(), input.district(), order);
  }

  /** Reads item and stock of a line, and adds to the batches of lines and stock. */
  private boolean addLine(TpccInput input, int order, int index) throws SQLException {
    TpccInput.Line line = input.lines()[index];
    Object[] item =
        session.row("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?", line.item());
    if (item == null) {
      return false;
    }
    Object[] stock = session.row(STOCK, line.supplier(), line.item());
    int left = ((Number) stock[0]).intValue() - line.quantity();
    session.batch(
        INSERT_LINE,
        input.warehouse(),
        input.district(),
        order,
        index + 1,
        line.item(),
        line.supplier(),
        null,
        line.quantity(),
        ((BigDecimal) item[0]).multiply(BigDecimal.valueOf(line.quantity())),
        stock[1 + input.district()]);
    session.batch(
        TAKE_STOCK,
        left < LEAST_LEFT ? left + REFILL : left,
        line.quantity(),
        line.supplier() == input.warehouse() ? 0 : 1,
        line.supplier(),
        line.item());
    return true;
  }
}
