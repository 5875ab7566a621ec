package org.thetisdb.benchmarks.smallbank;

import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.NextCall;
import org.thetisdb.benchmarks.driver.Script;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/**
 * One client of the bank. The amounts are those of the benchmark, in cents. Savings are paid in as
 * often as out, so that the bank stays as rich as it was and some withdrawals are refused.
 */
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
      case TRANSACT_SAVINGS -> set(call, transaction, first, savingsCents());
      case WRITE_CHECK -> set(call, transaction, first, CHEQUE_CENTS);
    }
  }

  private long savingsCents() {
    return random.nextBoolean() ? SAVINGS_CENTS : -SAVINGS_CENTS;
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
        committed(transaction, call.arguments(), (Long) outcome.result());
      }
    } else if (outcome.isUnknown()) {
      ledger.unknown(0, change(transaction, call.arguments()));
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE
        && !outcome.message().startsWith(Bank.INSUFFICIENT)) {
      ledger.impossible(transaction.procedure() + " was refused: " + outcome.message());
    }
  }

  private void committed(Transaction transaction, Object[] arguments, long netCents) {
    ledger.committed(netCents);
    long most = change(transaction, arguments);
    boolean covered = transaction == Transaction.WRITE_CHECK && netCents == -CHEQUE_CENTS;
    if (netCents != most && !covered) {
      ledger.impossible(transaction.procedure() + " changed the total by " + netCents + " cents");
    }
  }

  /** By how much a transaction changes the total, at most. */
  private static long change(Transaction transaction, Object[] arguments) {
    return switch (transaction) {
      case AMALGAMATE, BALANCE, SEND_PAYMENT -> 0;
      case DEPOSIT_CHECKING, TRANSACT_SAVINGS -> (Long) arguments[1];
      case WRITE_CHECK -> -(Long) arguments[1] - Bank.PENALTY_CENTS;
    };
  }
}
