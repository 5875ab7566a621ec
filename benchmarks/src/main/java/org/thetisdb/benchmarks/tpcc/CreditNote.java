package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;

/** What is written about customers with bad credit when they pay (clause 2.5.2.2). */
public final class CreditNote {
  /** C_CREDIT of such customers. */
  public static final String BAD = "BC";

  private static final int DATA_LENGTH = 500;

  private CreditNote() {}

  /** The note about one payment. */
  public static String of(
      int customer,
      int customerDistrict,
      int customerWarehouse,
      int district,
      int warehouse,
      BigDecimal amount) {
    return customer
        + " "
        + customerDistrict
        + " "
        + customerWarehouse
        + " "
        + district
        + " "
        + warehouse
        + " "
        + amount
        + " ";
  }

  /** The note and as much of what was written before as there is room for. */
  public static String inFrontOf(String before, String note) {
    String all = note + before;
    return all.substring(0, Math.min(DATA_LENGTH, all.length()));
  }
}
