package org.thetisdb.benchmarks.tpcc;

import java.util.List;
import java.util.stream.Stream;

/** The five transactions, in the order of the weights. */
public enum TpccTransaction {
  NEW_ORDER(0, "NewOrder"),
  PAYMENT(1, "Payment"),
  ORDER_STATUS(2, "OrderStatus"),
  DELIVERY(3, "Delivery"),
  STOCK_LEVEL(4, "StockLevel");

  private static final TpccTransaction[] ALL = values();

  private final int index;
  private final String label;

  TpccTransaction(int index, String label) {
    this.index = index;
    this.label = label;
  }

  static TpccTransaction of(int index) {
    return ALL[index];
  }

  /** Names of all, in their order. */
  public static List<String> labels() {
    return Stream.of(ALL).map(TpccTransaction::label).toList();
  }

  /** Its place among the labels. */
  public int index() {
    return index;
  }

  /** In tables of results; also the name of the procedure. */
  public String label() {
    return label;
  }
}
