package org.thetisdb.benchmarks.tpcc.procedure;

import java.math.BigDecimal;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.CreditNote;
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
    planPayment(plan, warehouse, district, customerWarehouse, customerDistrict, customer, lastName);
  }

  static void planPayment(
      Plan plan,
      int warehouse,
      int district,
      int customerWarehouse,
      int customerDistrict,
      int customer,
      String lastName) {
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

  /** What warehouse, district and customer get; the customer's name may be nobody's. */
  @Override
  public boolean inPieces() {
    return true;
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
    int number = Company.findCustomer(ctx, customerWarehouse, customerDistrict, customer, lastName);
    String[] names = new String[2];
    ctx.piece(() -> names[0] = payWarehouse(ctx, warehouse, amount));
    ctx.piece(() -> names[1] = payDistrict(ctx, warehouse, district, amount));
    int[] payment = new int[1];
    ctx.piece(
        () ->
            payment[0] =
                payCustomer(
                    ctx, customerWarehouse, customerDistrict, number, warehouse, district, amount));
    ctx.insert(
        Company.row(
            Company.HISTORY,
            customerWarehouse,
            customerDistrict,
            number,
            payment[0],
            warehouse,
            district,
            ctx.now(),
            amount,
            names[0] + "    " + names[1]));
    return number;
  }

  /** Takes a customer's money; returns which of the customer's payments this is. */
  static int payCustomer(
      Context ctx,
      int customerWarehouse,
      int customerDistrict,
      int number,
      int warehouse,
      int district,
      BigDecimal amount) {
    Row payer = Company.require(ctx, Company.CUSTOMER, customerWarehouse, customerDistrict, number);
    int payment = pay(payer, warehouse, district, amount);
    ctx.put(payer);
    return payment;
  }

  static String payWarehouse(Context ctx, int warehouse, BigDecimal amount) {
    Row taker = Company.require(ctx, Company.WAREHOUSE, warehouse);
    ctx.put(add(taker, Company.W_YTD, amount));
    return taker.getString(Company.W_NAME);
  }

  static String payDistrict(Context ctx, int warehouse, int district, BigDecimal amount) {
    Row place = Company.require(ctx, Company.DISTRICT, warehouse, district);
    ctx.put(add(place, Company.D_YTD, amount));
    return place.getString(Company.D_NAME);
  }

  /** Changes a customer's row; returns which of its payments this is. */
  private static int pay(Row payer, int warehouse, int district, BigDecimal amount) {
    int payment = payer.getInt(Company.C_PAYMENT_CNT) + 1;
    add(payer, Company.C_BALANCE, amount.negate());
    add(payer, Company.C_YTD_PAYMENT, amount);
    payer.setInt(Company.C_PAYMENT_CNT, payment);
    if (payer.getString(Company.C_CREDIT).equals(CreditNote.BAD)) {
      String note =
          CreditNote.of(
              payer.getInt(2), payer.getInt(1), payer.getInt(0), district, warehouse, amount);
      payer.setString(Company.C_DATA, CreditNote.inFrontOf(payer.getString(Company.C_DATA), note));
    }
    return payment;
  }

  private static Row add(Row row, int column, BigDecimal amount) {
    return row.setDecimal(column, row.getDecimal(column).add(amount));
  }
}
