package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import java.util.stream.Stream;

/** The six transactions, in the order in which they are counted. */
enum SmallBankTransaction {
  AMALGAMATE(0, "Amalgamate"),
  BALANCE(1, "Balance"),
  DEPOSIT_CHECKING(2, "DepositChecking"),
  SEND_PAYMENT(3, "SendPayment"),
  TRANSACT_SAVINGS(4, "TransactSavings"),
  WRITE_CHECK(5, "WriteCheck");

  private static final SmallBankTransaction[] ALL = values();

  private final int index;
  private final String procedure;

  SmallBankTransaction(int index, String procedure) {
    this.index = index;
    this.procedure = procedure;
  }

  static int count() {
    return ALL.length;
  }

  static SmallBankTransaction of(int index) {
    return ALL[index];
  }

  static List<String> procedures() {
    return Stream.of(ALL).map(SmallBankTransaction::procedure).toList();
  }

  String procedure() {
    return procedure;
  }

  /** Its place in {@link #procedures}. */
  int index() {
    return index;
  }
}
