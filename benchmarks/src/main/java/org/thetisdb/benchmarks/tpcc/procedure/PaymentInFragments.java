package org.thetisdb.benchmarks.tpcc.procedure;

import java.math.BigDecimal;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * {@link Payment} in fragments: one part is the customer's, with the history of payments, one is
 * that of warehouse and district, whose names are in a table that nobody changes.
 */
public final class PaymentInFragments implements Procedure {
  @Override
  public List<Table> tables() {
    return FixedColumns.TABLES;
  }

  @Override
  public boolean inFragments() {
    return true;
  }

  /** A customer who is given by name may be any of the district. */
  public void plan(
      Plan plan,
      int warehouse,
      int district,
      int customerWarehouse,
      int customerDistrict,
      int customer,
      String lastName,
      BigDecimal amount) {
    Payment.planPayment(
        plan, warehouse, district, customerWarehouse, customerDistrict, customer, lastName);
    plan.read(FixedColumns.PLACE_NAMES, warehouse, 0);
    plan.read(FixedColumns.PLACE_NAMES, warehouse, district);
  }

  /** Takes the money. */
  public int run(
      Context ctx,
      int warehouse,
      int district,
      int customerWarehouse,
      int customerDistrict,
      int customer,
      String lastName,
      BigDecimal amount) {
    String names =
        FixedColumns.name(ctx, warehouse, 0) + "    " + FixedColumns.name(ctx, warehouse, district);
    int[] payer = {0};
    ctx.at(
        Company.CUSTOMER,
        List.of(customerWarehouse, customerDistrict, customer),
        () -> {
          payer[0] =
              Company.findCustomer(ctx, customerWarehouse, customerDistrict, customer, lastName);
          int payment =
              Payment.payCustomer(
                  ctx, customerWarehouse, customerDistrict, payer[0], warehouse, district, amount);
          ctx.insert(
              Company.row(
                  Company.HISTORY,
                  customerWarehouse,
                  customerDistrict,
                  payer[0],
                  payment,
                  warehouse,
                  district,
                  ctx.now(),
                  amount,
                  names));
        });
    ctx.at(
        Company.WAREHOUSE,
        warehouse,
        () -> {
          Payment.payWarehouse(ctx, warehouse, amount);
          Payment.payDistrict(ctx, warehouse, district, amount);
        });
    return payer[0];
  }
}
