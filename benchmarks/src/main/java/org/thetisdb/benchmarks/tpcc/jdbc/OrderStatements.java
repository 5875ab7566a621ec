package org.thetisdb.benchmarks.tpcc.jdbc;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.StockTaken;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccTable;

/** NewOrder, OrderStatus and StockLevel (clauses 2.4, 2.6 and 2.8). */
final class OrderStatements {
  private static final int STOCK_ORDERS = 20;
  private static final String TAKE_STOCK =
      "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
          + " s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?";

  private final PreparedSession session;
  private final CustomerLookup customers;
  private final Observations witness;

  /** What is known of a line before its order has a number. */
  private record Sold(TpccInput.Line line, BigDecimal amount, String info) {}

  OrderStatements(PreparedSession session, CustomerLookup customers, Observations witness) {
    this.session = session;
    this.customers = customers;
    this.witness = witness;
  }

  /**
   * False if an item is not there. The district's row comes after the lines' items and stock: all
   * orders and payments of a district wait for it, so it is locked as late as can be.
   */
  boolean newOrder(TpccInput input) throws SQLException {
    session.row("SELECT w_tax FROM warehouse WHERE w_id = ?", input.warehouse());
    session.row(
        "SELECT c_discount, c_last, c_credit FROM customer"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        input.warehouse(),
        input.district(),
        input.customer());
    List<Sold> sold = new ArrayList<>(input.lines().length);
    if (!takeItems(input, sold)) {
      return false;
    }
    session.runBatch(TAKE_STOCK);
    int order = takeNumber(input);
    insertOrder(input, order);
    insertLines(input, order, sold);
    return true;
  }

  /** The next order's number, with the lock that keeps it. */
  private int takeNumber(TpccInput input) throws SQLException {
    Object[] district =
        session.row(
            "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
            input.warehouse(),
            input.district());
    int order = ((Number) district[0]).intValue();
    session.update(
        "UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?",
        order + 1,
        input.warehouse(),
        input.district());
    return order;
  }

  private void insertOrder(TpccInput input, int order) throws SQLException {
    boolean local =
        Arrays.stream(input.lines()).allMatch(one -> one.supplier() == input.warehouse());
    session.update(
        TpccTable.ORDERS.insert(),
        input.warehouse(),
        input.district(),
        order,
        input.customer(),
        Timestamp.from(input.now()),
        null,
        input.lines().length,
        local ? 1 : 0);
    session.update(TpccTable.NEW_ORDER.insert(), input.warehouse(), input.district(), order);
  }

  /** Takes the items of all lines from the stock; false if one is not there. */
  private boolean takeItems(TpccInput input, List<Sold> sold) throws SQLException {
    session.clearBatch(TAKE_STOCK);
    StockTaken taken = new StockTaken();
    for (TpccInput.Line line : input.lines()) {
      Object[] item =
          session.row("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?", line.item());
      if (item == null) {
        return false;
      }
      BigDecimal amount = ((BigDecimal) item[0]).multiply(BigDecimal.valueOf(line.quantity()));
      sold.add(new Sold(line, amount, takeStock(input, line, taken)));
    }
    return true;
  }

  private void insertLines(TpccInput input, int order, List<Sold> sold) throws SQLException {
    String insert = TpccTable.ORDER_LINE.insert();
    session.clearBatch(insert);
    for (int i = 0; i < sold.size(); i++) {
      TpccInput.Line line = sold.get(i).line();
      session.batch(
          insert,
          input.warehouse(),
          input.district(),
          order,
          i + 1,
          line.item(),
          line.supplier(),
          null,
          line.quantity(),
          sold.get(i).amount(),
          sold.get(i).info());
    }
    session.runBatch(insert);
  }

  /** Adds to the batch of changes; returns what the district writes on the line. */
  private String takeStock(TpccInput input, TpccInput.Line line, StockTaken taken)
      throws SQLException {
    Object[] stock =
        session.row(
            "SELECT s_quantity, s_dist_%02d FROM stock".formatted(input.district())
                + " WHERE s_w_id = ? AND s_i_id = ? FOR UPDATE",
            line.supplier(),
            line.item());
    int quantity =
        taken.after(line.item(), line.supplier(), line.quantity(), ((Number) stock[0]).intValue());
    session.batch(
        TAKE_STOCK,
        quantity,
        line.quantity(),
        line.supplier() == input.warehouse() ? 0 : 1,
        line.supplier(),
        line.item());
    return (String) stock[1];
  }

  /** The customer's last order and its lines. */
  boolean status(TpccInput input) throws SQLException {
    int customer = customers.find(input);
    session.row(
        "SELECT c_balance, c_first, c_middle, c_last FROM customer"
            + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
        input.customerWarehouse(),
        input.customerDistrict(),
        customer);
    Object[] order =
        session.row(
            "SELECT o_id, o_entry_d, o_carrier_id, o_ol_cnt FROM orders"
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
    if (lines != ((Number) order[3]).intValue()) {
      witness.impossible(
          "order %s has %s lines, but %d are there".formatted(order[0], order[3], lines));
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
            + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ?"
            + " AND s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?",
        input.warehouse(),
        input.district(),
        (int) next - STOCK_ORDERS,
        (int) next,
        input.warehouse(),
        input.threshold());
    return true;
  }
}
