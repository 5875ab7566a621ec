package org.thetisdb.benchmarks.tpcc;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.tpcc.TpccReader.Part;

/**
 * The consistency conditions 1 to 12 of clause 3.3.2. One warehouse and one district at a time are
 * in memory; what payments to other places left is kept as one sum a district.
 */
public final class Conditions {
  /** Rows of all districts: orders and payments that were made, and orders that were delivered. */
  public record Totals(long orders, long payments, long deliveries) {}

  private static final int PLACES = 100;

  private final TpccSizes sizes;
  private final TpccReader reader;
  private final Map<Integer, Long> paidByDistrict = new HashMap<>();
  private final Map<Integer, Long> statedByDistrict = new TreeMap<>();
  private long orders;
  private long payments;
  private long deliveries;

  /** Of a company of these sizes, read so. */
  public Conditions(TpccSizes sizes, TpccReader reader) {
    this.sizes = sizes;
    this.reader = reader;
  }

  /** {@code "ok"}, or the first condition that does not hold, and where. */
  public String check() throws Exception {
    try {
      for (int warehouse = 1; warehouse <= sizes.warehouses(); warehouse++) {
        checkWarehouse(warehouse);
      }
      checkPayments();
      return BenchResult.OK;
    } catch (Broken broken) {
      return broken.getMessage();
    }
  }

  /** What was counted beyond what was loaded; after a check that found all well. */
  public Totals totals() {
    long districts = (long) sizes.warehouses() * TpccSizes.DISTRICTS;
    return new Totals(
        orders - districts * sizes.customers(),
        payments - districts * sizes.customers(),
        deliveries);
  }

  private void checkWarehouse(int warehouse) throws Exception {
    long[] stated = {0};
    reader.read(Part.WAREHOUSE, warehouse, 0, row -> stated[0] = row[0]);
    long sum = 0;
    for (int district = 1; district <= TpccSizes.DISTRICTS; district++) {
      sum += checkDistrict(warehouse, district);
    }
    // Condition 8, that W_YTD is the sum of H_AMOUNT, follows from 1 and 9.
    require(1, stated[0] == sum, warehouse, 0);
  }

  /** Returns D_YTD. */
  private long checkDistrict(int warehouse, int district) throws Exception {
    District all = new District();
    reader.read(Part.DISTRICT, warehouse, district, row -> all.setDistrict(row));
    reader.read(Part.ORDERS, warehouse, district, row -> all.addOrder(row));
    reader.read(Part.NEW_ORDERS, warehouse, district, row -> all.addNewOrder(row[0]));
    reader.read(Part.ORDER_LINES, warehouse, district, row -> all.addLine(row));
    reader.read(Part.HISTORY, warehouse, district, row -> all.addPayment(row, paidByDistrict));
    reader.read(Part.CUSTOMERS, warehouse, district, row -> all.addCustomer(row));
    checkOrders(all, warehouse, district);
    checkCustomers(all, warehouse, district);
    statedByDistrict.put(place(warehouse, district), all.ytd);
    orders += all.orders.size();
    payments += all.payments;
    deliveries += all.deliveries;
    return all.ytd;
  }

  private void checkOrders(District all, int warehouse, int district) {
    long last = all.nextOrder - 1;
    require(2, last == all.lastOrder, warehouse, district);
    boolean none = all.newOrders.isEmpty();
    require(2, none || all.lastNewOrder == last, warehouse, district);
    boolean dense = all.lastNewOrder - all.firstNewOrder + 1 == all.newOrders.size();
    require(3, none || dense, warehouse, district);
    require(4, all.statedLines == all.lines, warehouse, district);
    for (Map.Entry<Long, long[]> order : all.orders.entrySet()) {
      checkOrder(order.getKey(), order.getValue(), all, warehouse, district);
    }
    require(7, all.linesByOrder.size() == all.orders.size(), warehouse, district);
    long undelivered = all.newOrders.size() + sizes.delivered() + all.deliveries;
    require(11, all.orders.size() == undelivered, warehouse, district);
  }

  private static void checkOrder(
      long order, long[] row, District all, int warehouse, int district) {
    boolean undelivered = row[2] == TpccReader.NULL;
    require(5, undelivered == all.newOrders.contains(order), warehouse, district);
    long[] lines = all.linesByOrder.getOrDefault(order, new long[3]);
    require(6, lines[0] == row[3], warehouse, district);
    require(7, lines[1] == (undelivered ? 0 : row[3]), warehouse, district);
  }

  private static void checkCustomers(District all, int warehouse, int district) {
    for (Map.Entry<Long, long[]> customer : all.customers.entrySet()) {
      long[] row = customer.getValue();
      long delivered = all.deliveredByCustomer.getOrDefault(customer.getKey(), 0L);
      long paid = all.paidByCustomer.getOrDefault(customer.getKey(), 0L);
      require(10, row[1] == delivered - paid, warehouse, district);
      require(12, row[1] + row[2] == delivered, warehouse, district);
    }
  }

  private void checkPayments() {
    for (Map.Entry<Integer, Long> one : statedByDistrict.entrySet()) {
      boolean agrees = one.getValue().equals(paidByDistrict.getOrDefault(one.getKey(), 0L));
      require(9, agrees, one.getKey() / PLACES, one.getKey() % PLACES);
    }
  }

  private static int place(long warehouse, long district) {
    return (int) (warehouse * PLACES + district);
  }

  private static void require(int condition, boolean holds, int warehouse, int district) {
    if (!holds) {
      throw new Broken(
          "consistency condition %d does not hold in warehouse %d%s"
              .formatted(condition, warehouse, district == 0 ? "" : ", district " + district));
    }
  }

  /** Ends the check. */
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String message) {
      super(message);
    }
  }

  /** What one district holds. */
  private static final class District {
    private final Map<Long, long[]> orders = new HashMap<>();
    private final Set<Long> newOrders = new HashSet<>();
    private final Map<Long, long[]> customers = new HashMap<>();
    private final Map<Long, Long> paidByCustomer = new HashMap<>();
    private final Map<Long, Long> deliveredByCustomer = new HashMap<>();

    /** Lines, delivered ones, and their amount, by order. */
    private final Map<Long, long[]> linesByOrder = new HashMap<>();

    private long ytd;
    private long nextOrder;
    private long lastOrder;
    private long firstNewOrder = Long.MAX_VALUE;
    private long lastNewOrder;
    private long statedLines;
    private long lines;
    private long payments;
    private long deliveries;

    void setDistrict(long[] row) {
      ytd = row[0];
      nextOrder = row[1];
    }

    void addOrder(long[] row) {
      orders.put(row[0], row);
      lastOrder = Math.max(lastOrder, row[0]);
      statedLines += row[3];
    }

    void addNewOrder(long order) {
      newOrders.add(order);
      firstNewOrder = Math.min(firstNewOrder, order);
      lastNewOrder = Math.max(lastNewOrder, order);
    }

    void addLine(long[] row) {
      lines++;
      long[] sums = linesByOrder.computeIfAbsent(row[0], order -> new long[3]);
      sums[0]++;
      sums[1] += row[1];
      sums[2] += row[2];
      long[] order = orders.get(row[0]);
      if (row[1] == 1 && order != null) {
        deliveredByCustomer.merge(order[1], row[2], Long::sum);
      }
    }

    void addPayment(long[] row, Map<Integer, Long> paidByDistrict) {
      payments++;
      paidByCustomer.merge(row[0], row[3], Long::sum);
      paidByDistrict.merge(place(row[1], row[2]), row[3], Long::sum);
    }

    void addCustomer(long[] row) {
      customers.put(row[0], row);
      deliveries += row[3];
    }
  }
}
