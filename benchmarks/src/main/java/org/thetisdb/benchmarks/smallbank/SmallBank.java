package org.thetisdb.benchmarks.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * The SmallBank benchmark. Its invariant: what all customers have together is what was loaded, plus
 * what was paid in, less what was paid out.
 */
public final class SmallBank implements Workload {
  /** The name in commands and results. */
  public static final String NAME = "smallbank";

  private static final int CUSTOMERS_PER_LOAD = 100;
  private static final int CUSTOMERS_PER_SUM = 1_000;
  private static final int MOST_LOOKS = 10;

  private final SmallBankOptions options;
  private final Ledger ledger;
  private final Receipts receipts = new Receipts();

  /** A bank that is to be loaded. */
  public SmallBank(SmallBankOptions options) {
    this.options = options;
    this.ledger =
        new Ledger(options.accounts() * (options.savingsCents() + options.checkingCents()));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return SmallBankTransaction.procedures();
  }

  private List<Procedure> all() {
    List<Procedure> all = new ArrayList<>();
    all.add(new Amalgamate());
    all.add(new Balance());
    all.add(new DepositChecking());
    all.add(new SendPayment());
    all.add(new TransactSavings());
    all.add(new WriteCheck());
    all.add(new LoadAccounts());
    all.add(new SumBalances());
    if (options.receipts()) {
      all.add(new WithReceipt());
      all.add(new FindReceipts());
    }
    return all;
  }

  @Override
  public ProcedureJar procedures() {
    return ProcedureJar.of(NAME, 1, all().toArray(Procedure[]::new));
  }

  @Override
  public byte[] jar() {
    List<Class<?>> classes = new ArrayList<>(List.of(Bank.class));
    all().forEach(procedure -> classes.add(procedure.getClass()));
    return ProcedureJar.pack(classes.toArray(Class<?>[]::new));
  }

  @Override
  public LoadPlan loadPlan() {
    return new LoadPlan() {
      @Override
      public String procedure() {
        return "LoadAccounts";
      }

      @Override
      public int calls() {
        return (options.accounts() + CUSTOMERS_PER_LOAD - 1) / CUSTOMERS_PER_LOAD;
      }

      @Override
      public Object[] arguments(int call) {
        int first = call * CUSTOMERS_PER_LOAD;
        int count = Math.min(CUSTOMERS_PER_LOAD, options.accounts() - first);
        return new Object[] {(long) first, count, options.savingsCents(), options.checkingCents()};
      }
    };
  }

  @Override
  public Script script(int client, int clients, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + client);
    CustomerChooser customers = new CustomerChooser(options, client, clients, random);
    return options.receipts()
        ? new SmallBankScript(
            options.mix(), customers, random, ledger, receipts, Receipts.first(client))
        : new SmallBankScript(options.mix(), customers, random, ledger);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Calls with unknown outcome may still be under way, in which case a sum over several calls
   * can show half of one. So the bank is counted until two sums agree. With receipts the sum is
   * then known to the cent.
   */
  @Override
  public String check(Caller caller) {
    Sum sum = sum(caller);
    for (int looks = 1; looks < MOST_LOOKS && ledger.unknown() > 0; looks++) {
      Sum again = sum(caller);
      if (again.equals(sum)) {
        break;
      }
      sum = again;
    }
    return verdict(sum);
  }

  /** What is there, and what of it calls of unknown outcome account for, as receipts tell. */
  private record Sum(long customers, long cents, long receiptCents) {}

  private Sum sum(Caller caller) {
    long customers = 0;
    long cents = 0;
    for (long from = 0; from < options.accounts(); from += CUSTOMERS_PER_SUM) {
      long to = Math.min(options.accounts(), from + CUSTOMERS_PER_SUM);
      List<?> part = (List<?>) caller.call("SumBalances", from, to);
      customers += (Long) part.get(0);
      cents += (Long) part.get(1);
    }
    return new Sum(customers, cents, receipts.netCents(caller));
  }

  private String verdict(Sum sum) {
    String receipts =
        options.receipts()
            ? " and " + sum.receiptCents() + " by calls of unknown outcome that left receipts"
            : "";
    return ledger.verdict(
        options.accounts(), sum.customers(), sum.cents() - sum.receiptCents(), receipts);
  }
}
