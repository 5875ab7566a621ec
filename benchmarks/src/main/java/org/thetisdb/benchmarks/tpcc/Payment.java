package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * A customer, who may belong to another warehouse, pays at a district (clause 2.5). The customer is
 * given by number, or by last name if the number is 0. Returns the customer's number.
 */
public final class Payment implements Procedure {
  @Override
  public List<Table> tables() {
    return Company.TABLES;
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
    plan.write(Company.WAREHOUSE, warehouse).write(Company.DISTRICT, warehouse, district);
    Company.planToFind(plan, customerWarehouse, customerDistrict, customer, lastName);
    if (customer == 0) {
      plan.writeRange(Company.CUSTOMER.prefix(customerWarehouse, customerDistrict));
      plan.writeRange(Company.HISTORY.prefix(customerWarehouse, customerDistrict));
    } else {
      plan.write(Company.CUSTOMER, customerWarehouse, customerDistrict, customer);
      plan.writeRange(Company.HISTORY.prefix(customerWarehouse, customerDistrict, customer));
    }
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
    Row taker = Company.require(ctx, Company.WAREHOUSE, warehouse);
    ctx.put(add(taker, Company.W_YTD, amount));
    Row place = Company.require(ctx, Company.DISTRICT, warehouse, district);
    ctx.put(add(place, Company.D_YTD, amount));
    int number = Company.findCustomer(ctx, customerWarehouse, customerDistrict, customer, lastName);
    Row payer = Company.require(ctx, Company.CUSTOMER, customerWarehouse, customerDistrict, number);
    int payment = payer.getInt(Company.C_PAYMENT_CNT) + 1;
    add(payer, Company.C_BALANCE, amount.negate());
    add(payer, Company.C_YTD_PAYMENT, amount);
    payer.setInt(Company.C_PAYMENT_CNT, payment);
    if (payer.getString(Company.C_CREDIT).equals(CreditNote.BAD)) {
      String note =
          CreditNote.of(number, customerDistrict, customerWarehouse, district, warehouse, amount);
      payer.setString(Company.C_DATA, CreditNote.inFrontOf(payer.getString(Company.C_DATA), note));
    }
    ctx.put(payer);
    ctx.insert(
        Company.row(
            Company.HISTORY,
            customerWarehouse,
            customerDistrict,
            number,
            payment,
            warehouse,
            district,
            ctx.now(),
            amount,
            taker.getString(Company.W_NAME) + "    " + place.getString(Company.D_NAME)));
    return number;
  }

  private static Row add(Row row, int column, BigDecimal amount) {
    return row.setDecimal(column, row.getDecimal(column).add(amount));
  }
}
