package org.thetisdb.benchmarks.tpcc.oltpbench;

import java.sql.SQLException;
import java.util.List;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.CreditNote;
import org.thetisdb.benchmarks.tpcc.TpccInput;

/** Reads the customer of a transaction with all that payments want to know. */
final class OltpBenchCustomers {
  private static final String COLUMNS =
      "SELECT c_id, c_credit, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state,"
          + " c_zip, c_phone, c_credit_lim, c_discount, c_balance, c_ytd_payment, c_payment_cnt,"
          + " c_since FROM customer WHERE c_w_id = ? AND c_d_id = ? AND ";

  private final PreparedSession session;
  private final Observations witness;

  OltpBenchCustomers(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
  }

  /** What is needed of a customer. */
  record Customer(int number, boolean hasBadCredit) {}

  /** By number, or the one in the middle of those with the last name. */
  Customer find(TpccInput input) throws SQLException {
    boolean byName = !input.lastName().isEmpty();
    List<Object[]> found =
        session.rows(
            COLUMNS + (byName ? "c_last = ? ORDER BY c_first" : "c_id = ?"),
            input.customerWarehouse(),
            input.customerDistrict(),
            byName ? input.lastName() : (Object) input.customer());
    if (found.isEmpty()) {
      witness.impossible("customer " + input.customer() + input.lastName() + " is gone");
      return new Customer(1, false);
    }
    Object[] row = found.get((found.size() - 1) / 2);
    return new Customer(((Number) row[0]).intValue(), row[1].equals(CreditNote.BAD));
  }
}
