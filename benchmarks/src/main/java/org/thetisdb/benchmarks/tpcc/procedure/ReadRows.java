package org.thetisdb.benchmarks.tpcc.procedure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccReader;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * What the consistency conditions look at: some rows of a part of one district, numbered from
 * {@code from}, inclusive, to {@code end}, exclusive. Returns all numbers of all rows, one after
 * the other, money in hundredths.
 */
public final class ReadRows implements Procedure {
  private static final int MOST = 1_000_000;

  @Override
  public List<Table> tables() {
    return Company.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The range. */
  public void plan(Plan plan, String part, int warehouse, int district, int from, int end) {
    plan.readRange(range(TpccReader.Part.valueOf(part), warehouse, district, from, end));
  }

  private static KeyRange range(TpccReader.Part part, int w, int d, int from, int end) {
    return switch (part) {
      case WAREHOUSE -> Company.WAREHOUSE.prefix(w);
      case DISTRICT -> Company.DISTRICT.prefix(w, d);
      case ORDERS -> Company.ORDERS.from(w, d, from).to(w, d, end);
      case NEW_ORDERS -> Company.NEW_ORDER.from(w, d, from).to(w, d, end);
      case ORDER_LINES -> Company.ORDER_LINE.from(w, d, from).to(w, d, end);
      case CUSTOMERS -> Company.CUSTOMER.from(w, d, from).to(w, d, end);
      case HISTORY -> Company.HISTORY.from(w, d, from).to(w, d, end);
    };
  }

  /** Reads them. */
  public List<Long> run(Context ctx, String part, int warehouse, int district, int from, int end) {
    TpccReader.Part read = TpccReader.Part.valueOf(part);
    List<Long> numbers = new ArrayList<>();
    for (Row row : ctx.scan(range(read, warehouse, district, from, end), MOST)) {
      add(numbers, read, row);
    }
    return numbers;
  }

  private static void add(List<Long> numbers, TpccReader.Part part, Row row) {
    switch (part) {
      case WAREHOUSE -> numbers.add(cents(row, Company.W_YTD));
      case DISTRICT -> {
        numbers.add(cents(row, Company.D_YTD));
        numbers.add((long) row.getInt(Company.D_NEXT_O_ID));
      }
      case ORDERS -> {
        numbers.add((long) row.getInt(Company.O_ID));
        numbers.add((long) row.getInt(Company.O_C_ID));
        boolean none = row.isNull(Company.O_CARRIER_ID);
        numbers.add(none ? TpccReader.NULL : row.getInt(Company.O_CARRIER_ID));
        numbers.add((long) row.getInt(Company.O_OL_CNT));
      }
      case NEW_ORDERS -> numbers.add((long) row.getInt(Company.O_ID));
      case ORDER_LINES -> {
        numbers.add((long) row.getInt(Company.OL_O_ID));
        numbers.add(row.isNull(Company.OL_DELIVERY_D) ? 0L : 1L);
        numbers.add(cents(row, Company.OL_AMOUNT));
      }
      case CUSTOMERS -> {
        numbers.add((long) row.getInt(2));
        numbers.add(cents(row, Company.C_BALANCE));
        numbers.add(cents(row, Company.C_YTD_PAYMENT));
        numbers.add((long) row.getInt(Company.C_DELIVERY_CNT));
      }
      case HISTORY -> {
        numbers.add((long) row.getInt(2));
        numbers.add((long) row.getInt(4));
        numbers.add((long) row.getInt(5));
        numbers.add(cents(row, Company.H_AMOUNT));
      }
    }
  }

  private static long cents(Row row, int column) {
    BigDecimal money = row.getDecimal(column);
    return money.movePointRight(2).longValueExact();
  }
}
