package org.thetisdb.benchmarks.tpcc;

import java.util.function.Consumer;

/** Reads what the consistency conditions look at, one district at a time. */
public interface TpccReader {
  /** What is read; each row as numbers, money in hundredths, NULL as {@link #NULL}. */
  enum Part {
    /** W_YTD, by warehouse; the district is 0. */
    WAREHOUSE(1),
    /** D_YTD, D_NEXT_O_ID. */
    DISTRICT(2),
    /** O_ID, O_C_ID, O_CARRIER_ID, O_OL_CNT. */
    ORDERS(4),
    /** NO_O_ID. */
    NEW_ORDERS(1),
    /** OL_O_ID, 1 if delivered, OL_AMOUNT. */
    ORDER_LINES(3),
    /** C_ID, C_BALANCE, C_YTD_PAYMENT, C_DELIVERY_CNT. */
    CUSTOMERS(4),
    /** Of the district's customers: H_C_ID, H_W_ID, H_D_ID, H_AMOUNT. */
    HISTORY(4);

    private final int width;

    Part(int width) {
      this.width = width;
    }

    /** Numbers in a row. */
    public int width() {
      return width;
    }
  }

  /** Stands for NULL. */
  long NULL = -1;

  /** Hands over all rows of a part. */
  void read(Part part, int warehouse, int district, Consumer<long[]> sink) throws Exception;
}
