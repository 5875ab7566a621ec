package org.thetisdb.benchmarks.tpcc.jdbc;

import java.sql.SQLException;
import java.sql.Timestamp;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.CreditNote;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccTable;

/** Payment (clause 2.5). */
final class PaymentStatements {
  private static final String PLACE = "_name, %1$s_street_1, %1$s_street_2, %1$s_city, %1$s_zip ";

  private final PreparedSession session;
  private final CustomerLookup customers;
  private final Observations witness;

  PaymentStatements(PreparedSession session, CustomerLookup customers, Observations witness) {
    this.session = session;
    this.customers = customers;
    this.witness = witness;
  }

  /**
   * The customer first, then what is read of the places, then the district, the warehouse last: for
   * these two rows all payments of a warehouse wait, so they are locked as late as can be.
   */
  boolean pay(TpccInput input) throws SQLException {
    int customer = customers.find(input);
    int payment = payFor(input, customer);
    Object[] district =
        session.row(
            "SELECT d" + PLACE.formatted("d") + "FROM district WHERE d_w_id = ? AND d_id = ?",
            input.warehouse(),
            input.district());
    Object[] warehouse =
        session.row(
            "SELECT w" + PLACE.formatted("w") + "FROM warehouse WHERE w_id = ?", input.warehouse());
    insertHistory(input, customer, payment, warehouse[0] + "    " + district[0]);
    requireOne(
        session.update(
            "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?",
            input.amount(),
            input.warehouse(),
            input.district()));
    requireOne(
        session.update(
            "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?",
            input.amount(),
            input.warehouse()));
    return true;
  }

  /** Returns the number of the payment among those of the customer. */
  private int payFor(TpccInput input, int customer) throws SQLException {
    Object[] row =
        session.row(
            "SELECT c_payment_cnt, c_credit, c_data FROM customer"
                + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
            input.customerWarehouse(),
            input.customerDistrict(),
            customer);
    int payment = ((Number) row[0]).intValue() + 1;
    boolean bad = row[1].equals(CreditNote.BAD);
    requireOne(
        session.update(
            "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = ?, c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
            input.amount(),
            input.amount(),
            payment,
            bad ? noted(input, customer, (String) row[2]) : row[2],
            input.customerWarehouse(),
            input.customerDistrict(),
            customer));
    return payment;
  }

  private void insertHistory(TpccInput input, int customer, int payment, String data)
      throws SQLException {
    session.update(
        TpccTable.HISTORY.insert(),
        input.customerWarehouse(),
        input.customerDistrict(),
        customer,
        payment,
        input.warehouse(),
        input.district(),
        Timestamp.from(input.now()),
        input.amount(),
        data);
  }

  private static String noted(TpccInput input, int customer, String before) {
    String note =
        CreditNote.of(
            customer,
            input.customerDistrict(),
            input.customerWarehouse(),
            input.district(),
            input.warehouse(),
            input.amount());
    return CreditNote.inFrontOf(before, note);
  }

  private void requireOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of one row by a payment met " + rows);
    }
  }
}
