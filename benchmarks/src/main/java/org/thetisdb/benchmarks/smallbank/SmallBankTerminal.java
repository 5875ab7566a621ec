package org.thetisdb.benchmarks.smallbank;

import java.sql.SQLException;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal of the bank: the transactions of the procedures, statement by statement. */
final class SmallBankTerminal implements Terminal {
  private final BankSql sql;
  private final PreparedSession session;
  private final Weights mix;
  private final CustomerChooser customers;
  private final RandomGenerator random;
  private final Ledger ledger;
  private SmallBankTransaction transaction = SmallBankTransaction.BALANCE;
  private long first;
  private long second;
  private long cents;

  /** What the run changed the total by. */
  private long netCents;

  SmallBankTerminal(
      BankSql sql,
      PreparedSession session,
      Weights mix,
      CustomerChooser customers,
      RandomGenerator random,
      Ledger ledger) {
    this.sql = sql;
    this.session = session;
    this.mix = mix;
    this.customers = customers;
    this.random = random;
    this.ledger = ledger;
  }

  @Override
  public int choose() {
    transaction = SmallBankTransaction.of(mix.choose(random));
    first = customers.first();
    switch (transaction) {
      case AMALGAMATE -> second = customers.partnerOf((int) first);
      case BALANCE -> {}
      case DEPOSIT_CHECKING -> cents = SmallBankScript.DEPOSIT_CENTS;
      case SEND_PAYMENT -> {
        second = customers.partnerOf((int) first);
        cents = SmallBankScript.PAYMENT_CENTS;
      }
      case TRANSACT_SAVINGS -> cents = SmallBankScript.savingsCents(random);
      case WRITE_CHECK -> cents = SmallBankScript.CHEQUE_CENTS;
    }
    return transaction.index();
  }

  @Override
  public boolean run() throws SQLException {
    netCents = 0;
    requireCustomer(first);
    return switch (transaction) {
      case AMALGAMATE -> amalgamate();
      case BALANCE -> balance();
      case DEPOSIT_CHECKING -> deposit();
      case SEND_PAYMENT -> sendPayment();
      case TRANSACT_SAVINGS -> transactSavings();
      case WRITE_CHECK -> writeCheck();
    };
  }

  private boolean amalgamate() throws SQLException {
    requireCustomer(second);
    long savings = balance(sql.savingsToChange(), first);
    long checking = balance(sql.checkingToChange(), first);
    add(sql.addSavings(), -savings, first);
    add(sql.addChecking(), -checking, first);
    add(sql.addChecking(), savings + checking, second);
    return true;
  }

  private boolean balance() throws SQLException {
    balance(sql.savings(), first);
    balance(sql.checking(), first);
    return true;
  }

  private boolean deposit() throws SQLException {
    add(sql.addChecking(), cents, first);
    netCents = cents;
    return true;
  }

  private boolean sendPayment() throws SQLException {
    requireCustomer(second);
    if (balance(sql.checkingToChange(), first) < cents) {
      return false;
    }
    add(sql.addChecking(), -cents, first);
    add(sql.addChecking(), cents, second);
    return true;
  }

  private boolean transactSavings() throws SQLException {
    if (balance(sql.savingsToChange(), first) + cents < 0) {
      return false;
    }
    add(sql.addSavings(), cents, first);
    netCents = cents;
    return true;
  }

  private boolean writeCheck() throws SQLException {
    boolean covered =
        balance(sql.savings(), first) + balance(sql.checkingToChange(), first) >= cents;
    long paid = covered ? cents : cents + Bank.PENALTY_CENTS;
    add(sql.addChecking(), -paid, first);
    netCents = -paid;
    return true;
  }

  private void requireCustomer(long customer) throws SQLException {
    if (session.row(sql.account(), customer) == null) {
      ledger.impossible("customer " + customer + " is gone");
    }
  }

  private long balance(String query, long customer) throws SQLException {
    Object[] row = session.row(query, customer);
    if (row == null) {
      ledger.impossible("customer " + customer + " has lost an account");
      return 0;
    }
    return ((Number) row[0]).longValue();
  }

  private void add(String change, long amount, long customer) throws SQLException {
    int rows = session.update(change, sql.money(amount), customer);
    if (rows != 1) {
      ledger.impossible("a change of one account of customer " + customer + " met " + rows);
    }
  }

  @Override
  public void ended(Ending ending) {
    if (ending == Ending.COMMITTED) {
      ledger.committed(netCents);
    } else if (ending == Ending.UNKNOWN) {
      ledger.unknown(0, netCents);
    }
  }
}
