package org.thetisdb.benchmarks.tpcc;

import java.util.stream.IntStream;
import org.thetisdb.benchmarks.driver.script.Weights;

/**
 * How large the company is and what is done.
 *
 * @param warehouses the scale
 * @param shrink 1 for the sizes of the specification; a larger number divides customers, orders and
 *     items, for trials
 * @param weights of NewOrder, Payment, OrderStatus, Delivery, StockLevel
 * @param affinity transactions of a terminal at one warehouse, before another terminal takes its
 *     place at another one; 0 keeps it there
 * @param remoteOrderPercent orders that take one line from another warehouse; below 0 each line is
 *     taken from there by the odds of the specification, 1 %
 * @param remotePaymentPercent payments for a customer of another warehouse
 * @param crowd 0 if all warehouses have as many terminals; else those whose number leaves 1 to a
 *     third of it when it is divided by it have most terminals
 * @param crowdTerminals of the terminals all but each so manieth are at these
 * @param inFragments whether procedures say which parts of them belong to which rows, and columns
 *     that nobody changes have tables of their own
 */
public record TpccOptions(
    int warehouses,
    int shrink,
    Weights weights,
    int affinity,
    int remoteOrderPercent,
    int remotePaymentPercent,
    int crowd,
    int crowdTerminals,
    boolean inFragments) {
  /** Each line of an order by itself, as the specification has it. */
  public static final int BY_LINE = -1;

  /** As the specification has it. */
  public static final int USUAL_REMOTE_PAYMENTS = 15;

  /** The usual weights. */
  public static final Weights USUAL_WEIGHTS = Weights.of(45, 43, 4, 4, 4);

  /** Most warehouses. */
  public static final int MOST_WAREHOUSES = 20_000;

  /** Most that sizes can be divided by. */
  public static final int MOST_SHRINK = 100;

  private static final int CUSTOMERS = 3_000;
  private static final int ITEMS = 100_000;

  /** Terminals stay at their warehouses. */
  public TpccOptions(int warehouses, int shrink, Weights weights) {
    this(warehouses, shrink, weights, 0);
  }

  /** Warehouses deal with each other as the specification has it. */
  public TpccOptions(int warehouses, int shrink, Weights weights, int affinity) {
    this(warehouses, shrink, weights, affinity, BY_LINE, USUAL_REMOTE_PAYMENTS);
  }

  /** All warehouses have as many terminals. */
  public TpccOptions(
      int warehouses,
      int shrink,
      Weights weights,
      int affinity,
      int remoteOrderPercent,
      int remotePaymentPercent) {
    this(
        warehouses,
        shrink,
        weights,
        affinity,
        remoteOrderPercent,
        remotePaymentPercent,
        0,
        0,
        false);
  }

  /** The same, with other shares of orders and payments that meet two warehouses. */
  public TpccOptions withRemote(int orderPercent, int paymentPercent) {
    return new TpccOptions(
        warehouses,
        shrink,
        weights,
        affinity,
        orderPercent,
        paymentPercent,
        crowd,
        crowdTerminals,
        inFragments);
  }

  /**
   * The same, where a third of the warehouses has most of the terminals: all but each so manieth.
   */
  public TpccOptions crowded(int sites, int allButEach) {
    return new TpccOptions(
        warehouses,
        shrink,
        weights,
        affinity,
        remoteOrderPercent,
        remotePaymentPercent,
        sites,
        allButEach,
        inFragments);
  }

  /** The same in fragments, or not. */
  public TpccOptions inFragments(boolean wanted) {
    return new TpccOptions(
        warehouses,
        shrink,
        weights,
        affinity,
        remoteOrderPercent,
        remotePaymentPercent,
        crowd,
        crowdTerminals,
        wanted);
  }

  /** Whether a warehouse has more than its share of the terminals. */
  public boolean isCrowded(int warehouse) {
    int rest = crowd == 0 ? 0 : warehouse % crowd;
    return rest >= 1 && rest <= crowd / 3;
  }

  /** The warehouse of a terminal. */
  int homeOf(int terminal) {
    if (crowd == 0) {
      return terminal % warehouses + 1;
    }
    int rest = terminal % crowdTerminals;
    boolean wanted = rest != crowdTerminals - 1;
    int round = terminal / crowdTerminals;
    int number = wanted ? round * (crowdTerminals - 1) + rest : round;
    int all =
        (int) IntStream.rangeClosed(1, warehouses).filter(w -> isCrowded(w) == wanted).count();
    return IntStream.rangeClosed(1, warehouses)
        .filter(w -> isCrowded(w) == wanted)
        .skip(number % all)
        .findFirst()
        .orElseThrow();
  }

  /** Checks the numbers. */
  public TpccOptions {
    if (warehouses < 1 || warehouses > MOST_WAREHOUSES) {
      throw new IllegalArgumentException("there are 1 to " + MOST_WAREHOUSES + " warehouses");
    }
    if (affinity < 0) {
      throw new IllegalArgumentException("--affinity is 0 or more");
    }
    if (remoteOrderPercent < BY_LINE || remoteOrderPercent > 100) {
      throw new IllegalArgumentException("remote orders go from 0 to 100 percent");
    }
    if (remotePaymentPercent < 0 || remotePaymentPercent > 100) {
      throw new IllegalArgumentException("remote payments go from 0 to 100 percent");
    }
    if (crowd != 0 && (crowd < 3 || warehouses < crowd || crowdTerminals < 2)) {
      throw new IllegalArgumentException("a crowd is divided by 3 or more, and has warehouses");
    }
    if (shrink < 1 || shrink > MOST_SHRINK) {
      throw new IllegalArgumentException("--shrink goes from 1 to " + MOST_SHRINK);
    }
  }

  /** How large the company is. */
  public TpccSizes sizes() {
    return new TpccSizes(warehouses, CUSTOMERS / shrink, ITEMS / shrink);
  }
}
