package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The rows that are loaded (clause 4.3.3), each as the values of its columns. They follow from the
 * numbers alone, so parts can be made side by side and again.
 */
public final class TpccRows {
  private static final Instant LOADED = Instant.parse("2024-01-01T00:00:00Z");
  private static final BigDecimal TEN = new BigDecimal("10.00");
  private static final BigDecimal NOTHING = new BigDecimal("0.00");
  private static final int CARRIERS = 10;
  private static final int FEWEST_LINES = 5;
  private static final int MOST_LINES = 15;
  private static final int STOCK_QUANTITY = 5;

  private final TpccSizes sizes;

  /** Rows of a company of these sizes. */
  public TpccRows(TpccSizes sizes) {
    this.sizes = sizes;
  }

  private static TpccRandom random(int kind, int warehouse, int district, int number) {
    long seed = ((kind * 1_009L + warehouse) * 31 + district) * 1_000_003L + number;
    return new TpccRandom(new SplittableRandom(seed));
  }

  /** A row of ITEM. */
  public Object[] item(int item) {
    TpccRandom random = random(1, 0, 0, item);
    return new Object[] {
      item,
      random.number(1, 10_000),
      random.text(14, 24),
      random.decimal(100, 10_000, 2),
      random.textWithOriginal()
    };
  }

  /** A row of WAREHOUSE. */
  public Object[] warehouse(int warehouse) {
    TpccRandom random = random(2, warehouse, 0, 0);
    List<Object> row = new ArrayList<>(List.of(warehouse));
    addPlace(row, random);
    row.add(random.decimal(0, 2_000, 4));
    row.add(TEN.multiply(BigDecimal.valueOf((long) sizes.customers() * TpccSizes.DISTRICTS)));
    return row.toArray();
  }

  /** A row of DISTRICT. */
  public Object[] district(int warehouse, int district) {
    TpccRandom random = random(3, warehouse, district, 0);
    List<Object> row = new ArrayList<>(List.of(warehouse, district));
    addPlace(row, random);
    row.add(random.decimal(0, 2_000, 4));
    row.add(TEN.multiply(BigDecimal.valueOf(sizes.customers())));
    row.add(sizes.customers() + 1);
    return row.toArray();
  }

  /** Name and address. */
  private static void addPlace(List<Object> row, TpccRandom random) {
    row.add(random.text(6, 10));
    addAddress(row, random);
  }

  private static void addAddress(List<Object> row, TpccRandom random) {
    row.add(random.text(10, 20));
    row.add(random.text(10, 20));
    row.add(random.text(10, 20));
    row.add(random.text(2, 2));
    row.add(random.digits(4) + "11111");
  }

  /** A row of CUSTOMER. */
  public Object[] customer(int warehouse, int district, int customer) {
    TpccRandom random = random(4, warehouse, district, customer);
    List<Object> row = new ArrayList<>(List.of(warehouse, district, customer));
    row.add(random.text(8, 16));
    row.add("OE");
    row.add(random.loadedLastName(customer));
    addAddress(row, random);
    row.add(random.digits(16));
    row.add(LOADED);
    row.add(random.percent(10) ? "BC" : "GC");
    row.add(new BigDecimal("50000.00"));
    row.add(random.decimal(0, 5_000, 4));
    row.add(TEN.negate());
    row.add(TEN);
    row.add(1);
    row.add(0);
    row.add(random.text(300, 500));
    return row.toArray();
  }

  /** A row of HISTORY. */
  public Object[] history(int warehouse, int district, int customer) {
    String data = random(5, warehouse, district, customer).text(12, 24);
    return new Object[] {warehouse, district, customer, 1, warehouse, district, LOADED, TEN, data};
  }

  /** A row of STOCK. */
  public Object[] stock(int warehouse, int item) {
    TpccRandom random = random(6, warehouse, 0, item);
    List<Object> row = new ArrayList<>(List.of(warehouse, item, random.number(10, 100)));
    for (int district = 0; district < TpccSizes.DISTRICTS; district++) {
      row.add(random.text(24, 24));
    }
    row.addAll(List.of(0, 0, 0, random.textWithOriginal()));
    return row.toArray();
  }

  /** A row of ORDERS. */
  public Object[] order(int warehouse, int district, int order) {
    TpccRandom random = random(7, warehouse, district, order);
    int lines = random.number(FEWEST_LINES, MOST_LINES);
    Integer carrier = isDelivered(order) ? random.number(1, CARRIERS) : null;
    return new Object[] {warehouse, district, order, customerOf(order), LOADED, carrier, lines, 1};
  }

  /** A permutation of the customers: an odd step that shares no factor with their number. */
  private int customerOf(int order) {
    int step = 7;
    while (sizes.customers() % step == 0) {
      step += 4;
    }
    return (int) ((long) order * step % sizes.customers()) + 1;
  }

  private boolean isDelivered(int order) {
    return order <= sizes.delivered();
  }

  /** A row of NEW_ORDER. */
  public Object[] newOrder(int warehouse, int district, int order) {
    return new Object[] {warehouse, district, order};
  }

  /** All lines of an order. */
  public List<Object[]> orderLines(int warehouse, int district, int order) {
    int lines = (Integer) order(warehouse, district, order)[6];
    TpccRandom random = random(8, warehouse, district, order);
    List<Object[]> rows = new ArrayList<>();
    for (int line = 1; line <= lines; line++) {
      rows.add(
          new Object[] {
            warehouse,
            district,
            order,
            line,
            random.number(1, sizes.items()),
            warehouse,
            isDelivered(order) ? LOADED : null,
            STOCK_QUANTITY,
            isDelivered(order) ? NOTHING : random.decimal(1, 999_999, 2),
            random.text(24, 24)
          });
    }
    return rows;
  }
}
