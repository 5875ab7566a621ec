package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import java.sql.Timestamp;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.CreditNote;
import org.thetisdb.benchmarks.tpcc.TpccInput;
import org.thetisdb.benchmarks.tpcc.TpccTable;

/**
 * Payment (clause 2.5) in the order of OLTP-Bench: the warehouse is changed first, so that all its
 * payments wait for each other. Amounts are added by the database; OLTP-Bench writes the sum that
 * it calculated, which at READ COMMITTED would lose payments.
 */
final class OltpBenchPayment {
  private static final String PLACE =
      "SELECT %1$s_street_1, %1$s_street_2, %1$s_city, %1$s_state, %1$s_zip, %1$s_name";

  private final PreparedSession session;
  private final Observations witness;
  private final OltpBenchCustomers customers;

  OltpBenchPayment(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
    this.customers = new OltpBenchCustomers(session, witness);
  }

  boolean run(TpccInput input) throws SQLException {
    requireOne(
        session.update(
            "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?",
            input.amount(),
            input.warehouse()));
    Object[] warehouse =
        session.row(PLACE.formatted("w") + " FROM warehouse WHERE w_id = ?", input.warehouse());
    requireOne(
        session.update(
            "UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?",
            input.amount(),
            input.warehouse(),
            input.district()));
    Object[] district =
        session.row(
            PLACE.formatted("d") + " FROM district WHERE d_w_id = ? AND d_id = ?",
            input.warehouse(),
            input.district());
    OltpBenchCustomers.Customer customer = customers.find(input);
    charge(input, customer);
    session.update(
        OltpBenchTpcc.insertInto(TpccTable.HISTORY),
        input.customerWarehouse(),
        input.customerDistrict(),
        customer.number(),
        input.warehouse(),
        input.district(),
        Timestamp.from(input.now()),
        input.amount(),
        warehouse[5] + "    " + district[5]);
    return true;
  }

  private void charge(TpccInput input, OltpBenchCustomers.Customer customer) throws SQLException {
    Object[] key = {input.customerWarehouse(), input.customerDistrict(), customer.number()};
    String change =
        "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
            + " c_payment_cnt = c_payment_cnt + 1";
    String where = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    double paid = input.amount().doubleValue();
    if (!customer.hasBadCredit()) {
      requireOne(session.update(change + where, input.amount(), paid, key[0], key[1], key[2]));
      return;
    }
    Object[] data = session.row("SELECT c_data FROM customer" + where, key);
    String noted = CreditNote.inFrontOf((String) data[0], note(input, customer.number()));
    requireOne(
        session.update(
            change + ", c_data = ?" + where, input.amount(), paid, noted, key[0], key[1], key[2]));
  }

  private static String note(TpccInput input, int customer) {
    return CreditNote.of(
        customer,
        input.customerDistrict(),
        input.customerWarehouse(),
        input.district(),
        input.warehouse(),
        input.amount());
  }

  private void requireOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of one row by a payment met " + rows);
    }
  }
}
