package org.thetisdb.benchmarks.smallbank;

import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.NextCall;
import org.thetisdb.benchmarks.driver.Script;
import org.thetisdb.client.CallOutcome;

/** One client of the bank. The amounts are those of the benchmark, in cents. */
final class SmallBankScript implements Script {
  private static final long DEPOSIT_CENTS = 130;
  private static final long PAYMENT_CENTS = 500;
  private static final long SAVINGS_CENTS = 2_020;
  private static final long CHEQUE_CENTS = 500;

  private final Mix mix;
  private final CustomerChooser customers;
  private final RandomGenerator random;
  private final Ledger ledger;

  SmallBankScript(Mix mix, CustomerChooser customers, RandomGenerator random, Ledger ledger) {
    this.mix = mix;
    this.customers = customers;
    this.random = random;
    this.ledger = ledger;
  }

  @Override
  public void next(NextCall call) {
    Transaction transaction = mix.choose(random);
    long first = customers.first();
    switch (transaction) {
      case AMALGAMATE -> set(call, transaction, first, partnerOf(first));
      case BALANCE -> set(call, transaction, first);
      case DEPOSIT_CHECKING -> set(call, transaction, first, DEPOSIT_CENTS);
      case SEND_PAYMENT -> set(call, transaction, first, partnerOf(first), PAYMENT_CENTS);
      case TRANSACT_SAVINGS -> set(call, transaction, first, SAVINGS_CENTS);
      case WRITE_CHECK -> set(call, transaction, first, CHEQUE_CENTS);
    }
  }

  private static void set(NextCall call, Transaction transaction, Object... arguments) {
    call.set(transaction.index(), transaction.procedure(), arguments);
  }

  private long partnerOf(long first) {
    return customers.partnerOf((int) first);
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    Transaction transaction = Transaction.of(call.type());
    if (outcome.isCommitted()) {
      if (transaction != Transaction.BALANCE) {
        ledger.committed((Long) outcome.result());
      }
    } else if (outcome.isUnknown()) {
      countUnknown(transaction, call.arguments());
    }
  }

  private void countUnknown(Transaction transaction, Object[] arguments) {
    switch (transaction) {
      case AMALGAMATE, BALANCE, SEND_PAYMENT -> ledger.unknown(0, 0);
      case DEPOSIT_CHECKING, TRANSACT_SAVINGS -> ledger.unknown(0, (Long) arguments[1]);
      case WRITE_CHECK -> ledger.unknown(-(Long) arguments[1] - Bank.PENALTY_CENTS, 0);
    }
  }
}
