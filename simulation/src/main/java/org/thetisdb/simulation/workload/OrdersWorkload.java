package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Orders as in TPC-C: a district gives the next number, the order is a row under it, and stock of
 * several items goes down by what it takes. In every snapshot each district has all its orders up
 * to its number, and what is left of an item and what was ordered of it make what there was at
 * first.
 */
public final class OrdersWorkload implements SimulatedWorkload {
  static final Table DISTRICTS =
      Table.define("districts")
          .key("district", ColumnType.LONG)
          .column("next_order", ColumnType.LONG)
          .build();
  static final Table ORDERS =
      Table.define("orders")
          .key("district", ColumnType.LONG)
          .key("number", ColumnType.LONG)
          .column("item", ColumnType.LONG)
          .column("quantity", ColumnType.LONG)
          .build();
  static final Table STOCK =
      Table.define("stock").key("item", ColumnType.LONG).column("left", ColumnType.LONG).build();

  private static final long FIRST_STOCK = 1_000_000;

  private final int districts;
  private final int items;
  private final Problems problems = new Problems("orders");

  /** So many districts and items. */
  public OrdersWorkload(int districts, int items) {
    this.districts = districts;
    this.items = items;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(new FillStock(), new OpenDistrict(), new NewOrder(), new CheckOrders());
  }

  @Override
  public List<Call> load() {
    List<Call> calls = new ArrayList<>();
    for (long item = 0; item < items; item++) {
      calls.add(Call.of(0, "FillStock", item));
    }
    for (long district = 0; district < districts; district++) {
      calls.add(Call.of(0, "OpenDistrict", district));
    }
    return calls;
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    if (random.nextInt(40) == 0) {
      return Call.of(session, "CheckOrders", (long) districts, (long) items);
    }
    long district = random.nextInt(districts);
    long item = random.nextInt(items);
    return Call.of(session, "NewOrder", district, item, 1L + random.nextInt(9));
  }

  @Override
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    if (outcome.isCommitted() && call.procedure().equals("CheckOrders")) {
      check((String) outcome.result(), beginUs);
    }
  }

  private void check(String found, long beginUs) {
    if (!found.isEmpty()) {
      problems.add("a check begun at " + beginUs + " us found " + found);
    }
  }

  @Override
  public Call lastCall() {
    return Call.of(0, "CheckOrders", (long) districts, (long) items);
  }

  @Override
  public void checkLast(Object result) {
    check((String) result, -1);
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private abstract static class OfOrders implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(DISTRICTS, ORDERS, STOCK);
    }
  }

  /** Makes an item, once. */
  public static final class FillStock extends OfOrders {
    /** The item is written. */
    public void plan(Plan plan, long item) {
      plan.write(STOCK, item);
    }

    /** Fills. */
    public void run(Context context, long item) {
      if (context.get(STOCK, item) == null) {
        context.insert(STOCK.row(item).setLong("left", FIRST_STOCK));
      }
    }
  }

  /** Makes a district, once. */
  public static final class OpenDistrict extends OfOrders {
    /** The district is written. */
    public void plan(Plan plan, long district) {
      plan.write(DISTRICTS, district);
    }

    /** Opens. */
    public void run(Context context, long district) {
      if (context.get(DISTRICTS, district) == null) {
        context.insert(DISTRICTS.row(district).setLong("next_order", 0));
      }
    }
  }

  /** Takes the next number of a district for an order. */
  public static final class NewOrder extends OfOrders {
    /** The order's key is known only while running: its district's range is asked for. */
    public void plan(Plan plan, long district, long item, long quantity) {
      plan.write(DISTRICTS, district).write(STOCK, item).writeRange(ORDERS.prefix(district));
    }

    /** Orders. */
    public long run(Context context, long district, long item, long quantity) {
      Row counter = context.get(DISTRICTS, district);
      long number = counter.getLong("next_order");
      context.put(counter.setLong("next_order", number + 1));
      Row stock = context.get(STOCK, item);
      context.put(stock.setLong("left", stock.getLong("left") - quantity));
      context.insert(
          ORDERS.row(district, number).setLong("item", item).setLong("quantity", quantity));
      return number;
    }
  }

  /** Says what is wrong in one snapshot; empty if nothing is. */
  public static final class CheckOrders extends OfOrders {
    private static final int MOST_ORDERS = 100_000;

    @Override
    public boolean readOnly() {
      return true;
    }

    /** All is read. */
    public void plan(Plan plan, long districts, long items) {
      plan.readRange(DISTRICTS.all()).readRange(ORDERS.all()).readRange(STOCK.all());
    }

    /** Checks. */
    public String run(Context context, long districts, long items) {
      long[] ordered = new long[(int) items];
      for (long district = 0; district < districts; district++) {
        long next = context.get(DISTRICTS, district).getLong("next_order");
        List<Row> orders = context.scan(ORDERS.prefix(district), MOST_ORDERS);
        if (orders.size() != next) {
          return "district " + district + " at number " + next + " with " + orders.size();
        }
        for (Row order : orders) {
          ordered[(int) order.getLong("item")] += order.getLong("quantity");
        }
      }
      for (long item = 0; item < items; item++) {
        long left = context.get(STOCK, item).getLong("left");
        if (left + ordered[(int) item] != FIRST_STOCK) {
          return "item " + item + " with " + left + " left and " + ordered[(int) item] + " ordered";
        }
      }
      return "";
    }
  }
}
