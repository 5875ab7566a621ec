package org.thetisdb.benchmarks.tpcc.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.tpcc.TpccInput;

/** Finds the customer of a transaction. */
final class CustomerLookup {
  private static final String BY_NAME =
      "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first";

  private final PreparedSession session;
  private final Observations witness;

  CustomerLookup(PreparedSession session, Observations witness) {
    this.session = session;
    this.witness = witness;
  }

  /** The customer's number: as given, or the one in the middle of those with the last name. */
  int find(TpccInput input) throws SQLException {
    if (input.lastName().isEmpty()) {
      return input.customer();
    }
    List<Object[]> found =
        session.rows(
            BY_NAME, input.customerWarehouse(), input.customerDistrict(), input.lastName());
    if (found.isEmpty()) {
      witness.impossible("no customer is called " + input.lastName());
      return 1;
    }
    return ((Number) found.get((found.size() - 1) / 2)[0]).intValue();
  }
}
