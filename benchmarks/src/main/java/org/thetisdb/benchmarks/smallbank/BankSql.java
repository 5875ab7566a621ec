package org.thetisdb.benchmarks.smallbank;

/**
 * The statements of a terminal of the bank.
 *
 * @param accounts the table of customers
 * @param customer the column that names a customer
 * @param balance the column with the balance, in cents
 * @param lock what stands behind a query whose row is changed afterwards
 * @param floating whether balances are floating numbers, which hold whole cents here
 */
record BankSql(String accounts, String customer, String balance, String lock, boolean floating) {
  /** The tables of {@link SmallBankJdbc}; rows are locked before they are read and changed. */
  static final BankSql POOLED =
      new BankSql("account", "customer_id", "balance", " FOR UPDATE", false);

  /** The tables of {@link OltpBenchSmallBank}; nothing is locked beforehand. */
  static final BankSql OLTP_BENCH = new BankSql("accounts", "custid", "bal", "", true);

  String account() {
    return "SELECT name FROM " + accounts + " WHERE " + customer + " = ?";
  }

  String savings() {
    return balanceOf("savings");
  }

  String checking() {
    return balanceOf("checking");
  }

  String savingsToChange() {
    return savings() + lock;
  }

  String checkingToChange() {
    return checking() + lock;
  }

  String addSavings() {
    return add("savings");
  }

  String addChecking() {
    return add("checking");
  }

  String countAccounts() {
    return "SELECT COUNT(*) FROM " + accounts;
  }

  String sumOf(String table) {
    return "SELECT SUM(" + balance + ") FROM " + table;
  }

  /** An amount as the column takes it. */
  Object money(long cents) {
    return floating ? (Object) (double) cents : (Object) cents;
  }

  private String balanceOf(String table) {
    return "SELECT " + balance + " FROM " + table + " WHERE " + customer + " = ?";
  }

  private String add(String table) {
    return "UPDATE "
        + table
        + " SET "
        + balance
        + " = "
        + balance
        + " + ? WHERE "
        + customer
        + " = ?";
  }
}
