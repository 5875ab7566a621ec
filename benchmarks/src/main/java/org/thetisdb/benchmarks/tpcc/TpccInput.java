package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * The input of the next transaction of one terminal (clauses 2.4.1 to 2.8.1). The terminal belongs
 * to a warehouse. Used by one thread.
 */
public final class TpccInput {
  private static final int REMOTE_ITEM_PERCENT = 1;
  private static final int BY_NAME_PERCENT = 60;
  private static final int ROLLBACK_PERCENT = 1;

  /** What is ordered: an item, whose warehouse supplies it, how many. */
  public record Line(int item, int supplier, int quantity) {}

  private final TpccOptions options;
  private final TpccRandom random;

  private final TerminalPlace place;
  private final int ownDistrict;
  private final boolean sortsLines;

  private int untilNext;

  private int warehouse;
  private TpccTransaction transaction = TpccTransaction.NEW_ORDER;
  private int district;
  private int customerWarehouse;
  private int customerDistrict;
  private int customer;
  private String lastName = "";
  private Line[] lines = {};
  private BigDecimal amount = BigDecimal.ZERO;
  private int carrier;
  private int threshold;
  private Instant now = Instant.EPOCH;

  /** Of a terminal by its number. */
  public TpccInput(TpccOptions options, int terminal, RandomGenerator random) {
    this.options = options;
    this.random = new TpccRandom(random);
    this.warehouse = options.homeOf(terminal);
    this.ownDistrict = terminal / options.warehouses() % TpccSizes.DISTRICTS + 1;
    this.place = new TerminalPlace(warehouse, 1, TpccSizes.DISTRICTS);
    this.sortsLines = true;
  }

  /** Of a terminal that has districts of its own, and names items in any order. */
  public TpccInput(TpccOptions options, TerminalPlace place, RandomGenerator random) {
    this.options = options;
    this.random = new TpccRandom(random);
    this.warehouse = place.warehouse();
    this.ownDistrict = 0;
    this.place = place;
    this.sortsLines = false;
  }

  /** Decides on all. */
  public void choose(RandomGenerator generator, Instant time) {
    if (options.affinity() > 0 && untilNext-- == 0) {
      warehouse = random.number(1, options.warehouses());
      untilNext = options.affinity() - 1;
    }
    transaction = TpccTransaction.of(options.weights().choose(generator));
    now = time;
    district = random.number(place.firstDistrict(), place.lastDistrict());
    switch (transaction) {
      case NEW_ORDER -> chooseOrder();
      case PAYMENT -> choosePayment();
      case ORDER_STATUS -> chooseCustomer(warehouse, district, random.percent(BY_NAME_PERCENT));
      case DELIVERY -> carrier = random.number(1, 10);
      case STOCK_LEVEL -> {
        district = ownDistrict == 0 ? district : ownDistrict;
        threshold = random.number(10, 20);
      }
    }
  }

  private void chooseCustomer(int ofWarehouse, int ofDistrict, boolean byName) {
    customerWarehouse = ofWarehouse;
    customerDistrict = ofDistrict;
    customer = byName ? 0 : random.customer(options.sizes().customers());
    lastName = byName ? random.lastName(options.sizes().customers()) : "";
  }

  /** One order of a hundred ends with an item that is not there, and is rolled back. */
  private void chooseOrder() {
    chooseCustomer(warehouse, district, false);
    lines = new Line[random.number(5, 15)];
    boolean byLine = options.remoteOrderPercent() == TpccOptions.BY_LINE;
    boolean firstIsRemote = !byLine && random.percent(options.remoteOrderPercent());
    for (int i = 0; i < lines.length; i++) {
      boolean isRemote = byLine ? random.percent(REMOTE_ITEM_PERCENT) : firstIsRemote && i == 0;
      int supplier = isRemote ? otherWarehouse() : warehouse;
      lines[i] = new Line(random.item(options.sizes().items()), supplier, random.number(1, 10));
    }
    // Rows of stock are always taken in one order, so that no two orders wait for each other.
    if (sortsLines) {
      Arrays.sort(lines, Comparator.comparingInt(Line::supplier).thenComparingInt(Line::item));
    }
    if (random.percent(ROLLBACK_PERCENT)) {
      lines[lines.length - 1] = new Line(options.sizes().items() + 1, warehouse, 1);
    }
  }

  private void choosePayment() {
    amount = random.decimal(100, 500_000, 2);
    boolean remote = options.warehouses() > 1 && random.percent(options.remotePaymentPercent());
    chooseCustomer(
        remote ? otherWarehouse() : warehouse,
        remote ? random.number(1, TpccSizes.DISTRICTS) : district,
        random.percent(BY_NAME_PERCENT));
  }

  /** Another one; the own one if there is no other. */
  private int otherWarehouse() {
    if (options.warehouses() == 1) {
      return warehouse;
    }
    int other = random.number(1, options.warehouses() - 1);
    return other >= warehouse ? other + 1 : other;
  }

  /** Where the terminal stands. */
  public int warehouse() {
    return warehouse;
  }

  /** What is to be done. */
  public TpccTransaction transaction() {
    return transaction;
  }

  /** The district that the transaction is about. */
  public int district() {
    return district;
  }

  /** The customer's warehouse. */
  public int customerWarehouse() {
    return customerWarehouse;
  }

  /** The customer's district. */
  public int customerDistrict() {
    return customerDistrict;
  }

  /** The customer's number; 0 if the last name is given. */
  public int customer() {
    return customer;
  }

  /** The customer's last name; empty if the number is given. */
  public String lastName() {
    return lastName;
  }

  /** What is ordered; not to be changed. */
  public Line[] lines() {
    return lines;
  }

  /** What is paid. */
  public BigDecimal amount() {
    return amount;
  }

  /** Who delivers. */
  public int carrier() {
    return carrier;
  }

  /** Below this a stock is low. */
  public int threshold() {
    return threshold;
  }

  /** The time of the transaction. */
  public Instant now() {
    return now;
  }
}
