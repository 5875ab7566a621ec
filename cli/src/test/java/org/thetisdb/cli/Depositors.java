package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.CallException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;

/**
 * Clients that deposit one unit after the other in a bank that was empty, until they are stopped.
 * What they were told must then be in it, and no call may have failed.
 */
final class Depositors {
  private static final int CUSTOMERS_PER_CALL = 1_000;

  private final int customers;
  private final List<Depositor> depositors = new ArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean depositing = true;

  /** Brings a bank into the cluster, and begins to deposit. */
  Depositors(ThetisClient client, int customers, int threads) {
    this.customers = customers;
    client.uploadJar("smallbank", new SmallBank(SmallBankOptions.ofAccounts(customers)).jar());
    try (Session session = client.session()) {
      for (long first = 0; first < customers; first += CUSTOMERS_PER_CALL) {
        session.call("LoadAccounts", first, CUSTOMERS_PER_CALL, 0L, 0L);
      }
    }
    for (int i = 0; i < threads; i++) {
      Depositor depositor = new Depositor(client.session(), i, threads);
      depositors.add(depositor);
      depositor.start();
    }
  }

  /** Deposits that were acknowledged so far. */
  long acknowledged() {
    return acknowledged.get();
  }

  /** Ends, and compares what they were told with what is there. */
  void stopAndCheck(ThetisClient client) throws InterruptedException {
    depositing = false;
    for (Depositor depositor : depositors) {
      depositor.join();
    }
    assertThat(failures).isEmpty();
    assertThat(sum(client)).isEqualTo(acknowledged.get());
  }

  /**
   * Follows the depositors: a session of its own may read at a replica what was there a moment ago.
   */
  private long sum(ThetisClient client) {
    long sum = 0;
    try (Session session = client.session()) {
      depositors.forEach(depositor -> session.follow(depositor.session));
      for (long first = 0; first < customers; first += CUSTOMERS_PER_CALL) {
        List<?> part = (List<?>) session.call("SumBalances", first, first + CUSTOMERS_PER_CALL);
        assertThat((Long) part.get(0)).isEqualTo(CUSTOMERS_PER_CALL);
        sum += (Long) part.get(1);
      }
    }
    return sum;
  }

  /** Has customers of its own, who lie all over the bank. */
  private final class Depositor extends Thread {
    private final Session session;
    private final long own;
    private final int step;

    Depositor(Session session, long own, int step) {
      super("depositor " + own);
      this.session = session;
      this.own = own;
      this.step = step;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        for (long i = 0; depositing; i++) {
          session.call("DepositChecking", (i * 97 * step + own) % customers, 1L);
          acknowledged.incrementAndGet();
        }
      } catch (CallException | IllegalStateException e) {
        failures.add(e.toString());
      }
    }
  }
}
