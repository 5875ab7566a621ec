package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/**
 * One client of the bank. The amounts are those of the benchmark, in cents. Savings are paid in as
 * often as out, so that the bank stays as rich as it was and some withdrawals are refused.
 */
final class SmallBankScript implements Script {
  static final long DEPOSIT_CENTS = 130;
  static final long PAYMENT_CENTS = 500;
  private static final long SAVINGS_CENTS = 2_020;
  static final long CHEQUE_CENTS = 500;

  private final Weights mix;
  private final CustomerChooser customers;
  private final RandomGenerator random;
  private final Ledger ledger;

  /** Where receipts of unknown outcome are noted; null when none are given. */
  private final Receipts receipts;

  private long receipt;
  private Object[] arguments = {};

  /** A client that knows its ends from answers alone. */
  SmallBankScript(Weights mix, CustomerChooser customers, RandomGenerator random, Ledger ledger) {
    this(mix, customers, random, ledger, null, 0);
  }

  /** A client whose updates leave receipts, numbered from {@code firstReceipt} on. */
  SmallBankScript(
      Weights mix,
      CustomerChooser customers,
      RandomGenerator random,
      Ledger ledger,
      Receipts receipts,
      long firstReceipt) {
    this.mix = mix;
    this.customers = customers;
    this.random = random;
    this.ledger = ledger;
    this.receipts = receipts;
    this.receipt = firstReceipt;
  }

  @Override
  public void next(NextCall call) {
    SmallBankTransaction transaction = SmallBankTransaction.of(mix.choose(random));
    long first = customers.first();
    switch (transaction) {
      case AMALGAMATE -> set(call, transaction, first, partnerOf(first));
      case BALANCE -> set(call, transaction, first);
      case DEPOSIT_CHECKING -> set(call, transaction, first, DEPOSIT_CENTS);
      case SEND_PAYMENT -> set(call, transaction, first, partnerOf(first), PAYMENT_CENTS);
      case TRANSACT_SAVINGS -> set(call, transaction, first, savingsCents(random));
      case WRITE_CHECK -> set(call, transaction, first, CHEQUE_CENTS);
    }
  }

  /** Paid in as often as out. */
  static long savingsCents(RandomGenerator random) {
    return random.nextBoolean() ? SAVINGS_CENTS : -SAVINGS_CENTS;
  }

  private void set(NextCall call, SmallBankTransaction transaction, Object... values) {
    arguments = values;
    String procedure = transaction.procedure();
    if (receipts == null || transaction == SmallBankTransaction.BALANCE) {
      call.set(transaction.index(), procedure, values);
    } else {
      call.set(transaction.index(), "WithReceipt", ++receipt, procedure, List.of(values));
    }
  }

  private long partnerOf(long first) {
    return customers.partnerOf((int) first);
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    SmallBankTransaction transaction = SmallBankTransaction.of(call.type());
    if (outcome.isCommitted()) {
      if (transaction != SmallBankTransaction.BALANCE) {
        committed(transaction, (Long) outcome.result());
      }
    } else if (outcome.isUnknown()) {
      unknown(transaction);
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE
        && !outcome.message().startsWith(Bank.INSUFFICIENT)) {
      ledger.impossible(transaction.procedure() + " was refused: " + outcome.message());
    }
  }

  private void unknown(SmallBankTransaction transaction) {
    if (receipts == null) {
      ledger.unknown(0, change(transaction));
    } else if (transaction != SmallBankTransaction.BALANCE) {
      receipts.unknown(receipt);
      ledger.unknown(0, 0);
    }
  }

  private void committed(SmallBankTransaction transaction, long netCents) {
    ledger.committed(netCents);
    long most = change(transaction);
    boolean covered = transaction == SmallBankTransaction.WRITE_CHECK && netCents == -CHEQUE_CENTS;
    if (netCents != most && !covered) {
      ledger.impossible(transaction.procedure() + " changed the total by " + netCents + " cents");
    }
  }

  /** By how much a transaction changes the total, at most. */
  private long change(SmallBankTransaction transaction) {
    return switch (transaction) {
      case AMALGAMATE, BALANCE, SEND_PAYMENT -> 0;
      case DEPOSIT_CHECKING, TRANSACT_SAVINGS -> (Long) arguments[1];
      case WRITE_CHECK -> -(Long) arguments[1] - Bank.PENALTY_CENTS;
    };
  }
}
