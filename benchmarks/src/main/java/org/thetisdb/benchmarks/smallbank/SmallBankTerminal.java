package org.thetisdb.benchmarks.smallbank;

import java.sql.SQLException;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Ending;
import org.thetisdb.benchmarks.driver.Weights;
import org.thetisdb.benchmarks.jdbc.SqlSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal of the bank: the transactions of the procedures, statement by statement. */
final class SmallBankTerminal implements Terminal {
  private static final String ACCOUNT = "SELECT name FROM account WHERE customer_id = ?";
  private static final String SAVINGS = "SELECT balance FROM savings WHERE customer_id = ?";
  private static final String CHECKING = "SELECT balance FROM checking WHERE customer_id = ?";
  private static final String LOCK = " FOR UPDATE";
  private static final String ADD_SAVINGS =
      "UPDATE savings SET balance = balance + ? WHERE customer_id = ?";
  private static final String ADD_CHECKING =
      "UPDATE checking SET balance = balance + ? WHERE customer_id = ?";

  private final SqlSession session;
  private final Weights mix;
  private final CustomerChooser customers;
  private final RandomGenerator random;
  private final Ledger ledger;
  private Transaction transaction = Transaction.BALANCE;
  private long first;
  private long second;
  private long cents;

  /** What the run changed the total by. */
  private long netCents;

  SmallBankTerminal(
      SqlSession session,
      Weights mix,
      CustomerChooser customers,
      RandomGenerator random,
      Ledger ledger) {
    this.session = session;
    this.mix = mix;
    this.customers = customers;
    this.random = random;
    this.ledger = ledger;
  }

  @Override
  public int choose() {
    transaction = Transaction.of(mix.choose(random));
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
    long savings = balance(SAVINGS + LOCK, first);
    long checking = balance(CHECKING + LOCK, first);
    add(ADD_SAVINGS, -savings, first);
    add(ADD_CHECKING, -checking, first);
    add(ADD_CHECKING, savings + checking, second);
    return true;
  }

  private boolean balance() throws SQLException {
    balance(SAVINGS, first);
    balance(CHECKING, first);
    return true;
  }

  private boolean deposit() throws SQLException {
    add(ADD_CHECKING, cents, first);
    netCents = cents;
    return true;
  }

  private boolean sendPayment() throws SQLException {
    requireCustomer(second);
    if (balance(CHECKING + LOCK, first) < cents) {
      return false;
    }
    add(ADD_CHECKING, -cents, first);
    add(ADD_CHECKING, cents, second);
    return true;
  }

  private boolean transactSavings() throws SQLException {
    if (balance(SAVINGS + LOCK, first) + cents < 0) {
      return false;
    }
    add(ADD_SAVINGS, cents, first);
    netCents = cents;
    return true;
  }

  private boolean writeCheck() throws SQLException {
    boolean covered = balance(SAVINGS, first) + balance(CHECKING + LOCK, first) >= cents;
    long paid = covered ? cents : cents + Bank.PENALTY_CENTS;
    add(ADD_CHECKING, -paid, first);
    netCents = -paid;
    return true;
  }

  private void requireCustomer(long customer) throws SQLException {
    if (session.row(ACCOUNT, customer) == null) {
      ledger.impossible("customer " + customer + " is gone");
    }
  }

  private long balance(String sql, long customer) throws SQLException {
    Object[] row = session.row(sql, customer);
    if (row == null) {
      ledger.impossible("customer " + customer + " has lost an account");
      return 0;
    }
    return ((Number) row[0]).longValue();
  }

  private void add(String sql, long amount, long customer) throws SQLException {
    int rows = session.update(sql, amount, customer);
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
