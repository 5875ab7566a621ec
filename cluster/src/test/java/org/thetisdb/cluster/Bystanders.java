package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;

/**
 * Customers of a bank who go on with their business while something goes wrong elsewhere. Each has
 * a session and does three things in turn: pays a cent into an account of his own, looks at that
 * account, and passes a cent between two accounts that all share.
 *
 * <p>What must hold whatever happens: he sees all that was acknowledged to him, at once and at the
 * end, and nothing that he did not do; and the shared accounts have together what they had.
 */
public final class Bystanders implements AutoCloseable {
  /** Their accounts begin here, beside those of a benchmark that may run in the same bank. */
  public static final long FIRST_ACCOUNT = 1_000_000;

  private static final int SHARED = 400;
  private static final long CENTS_EACH = 1_000_000;
  private static final long PATIENCE_S = 60;

  private final ThetisClient client;
  private final List<Customer> customers = new ArrayList<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Queue<CallException> refused = new ConcurrentLinkedQueue<>();
  private final AtomicLong done = new AtomicLong();
  private volatile boolean stopping;

  private Bystanders(ThetisClient client) {
    this.client = client;
  }

  /** Opens the bank anew, and lets so many customers in. */
  public static Bystanders start(String addresses, int count) {
    ClientOptions patient = ClientOptions.defaults().withCallTimeout(Duration.ofSeconds(40));
    Bystanders bystanders = new Bystanders(ThetisClient.connect(addresses, patient));
    try {
      bystanders.open(count);
      return bystanders;
    } catch (RuntimeException e) {
      bystanders.close();
      throw e;
    }
  }

  private void open(int count) {
    SmallBank bank = new SmallBank(SmallBankOptions.ofAccounts(SHARED));
    client.uploadJar(bank.name(), bank.jar());
    try (Session banker = client.session()) {
      banker.call("LoadAccounts", FIRST_ACCOUNT, SHARED, 0L, CENTS_EACH);
      banker.call("LoadAccounts", FIRST_ACCOUNT + SHARED, count, 0L, 0L);
      for (int i = 0; i < count; i++) {
        Session session = client.session();
        session.follow(banker);
        customers.add(new Customer(session, FIRST_ACCOUNT + SHARED + i));
      }
    }
    customers.forEach(Thread::start);
  }

  /** What they have done so far, acknowledged. */
  public long done() {
    return done.get();
  }

  /** Returns when they have done some more, all together. */
  public void goOn(int more) throws InterruptedException {
    long target = done.get() + more;
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (done.get() < target) {
      assertThat(wrong).isEmpty();
      assertThat(System.nanoTime())
          .as("%d of %d more calls in %d s; refused: %s", more, target, PATIENCE_S, refused)
          .isLessThan(deadlineNs);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** They noticed nothing at all: no call of theirs failed, and all is as it must be. */
  public void assertUndisturbed() throws InterruptedException {
    goOn(20);
    rest();
    assertThat(refused).isEmpty();
    assertAllIsThere();
  }

  /** Calls may have failed, but what was acknowledged is there and no cent is lost. */
  public void assertUnharmed() throws InterruptedException {
    goOn(200);
    rest();
    assertAllIsThere();
  }

  private void rest() throws InterruptedException {
    stopping = true;
    for (Customer customer : customers) {
      customer.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
      assertThat(customer.isAlive()).as("a customer never got an answer").isFalse();
    }
  }

  private void assertAllIsThere() {
    assertThat(wrong).isEmpty();
    try (Session auditor = client.session()) {
      for (Customer customer : customers) {
        auditor.follow(customer.session);
      }
      assertThat(auditor.call("SumBalances", FIRST_ACCOUNT, FIRST_ACCOUNT + SHARED))
          .isEqualTo(List.of((long) SHARED, SHARED * CENTS_EACH));
      for (Customer customer : customers) {
        customer.check((Long) auditor.call("Balance", customer.account));
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Override
  public void close() {
    stopping = true;
    client.close();
  }

  /** One of them. */
  private final class Customer extends Thread {
    private final Session session;
    private final long account;
    private final SplittableRandom random;
    private long acknowledged;
    private long unknown;

    Customer(Session session, long account) {
      super("customer " + account);
      this.session = session;
      this.account = account;
      this.random = new SplittableRandom(account);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!stopping) {
        deposit();
        look();
        pass();
      }
    }

    private void deposit() {
      try {
        session.call("DepositChecking", account, 1L);
        acknowledged++;
        done.incrementAndGet();
      } catch (CallException e) {
        unknown += e.code().effect() == org.thetisdb.core.error.ErrorCode.Effect.UNKNOWN ? 1 : 0;
        note(e);
      }
    }

    private void look() {
      try {
        check((Long) session.call("Balance", account));
        done.incrementAndGet();
      } catch (CallException e) {
        note(e);
      }
    }

    private void pass() {
      long from = random.nextInt(SHARED);
      long to = (from + 1 + random.nextInt(SHARED - 1)) % SHARED;
      try {
        session.call("SendPayment", FIRST_ACCOUNT + from, FIRST_ACCOUNT + to, 1L);
        done.incrementAndGet();
      } catch (CallException e) {
        note(e);
      }
    }

    /** An unknown deposit may have happened, now or later; all others must show, and no more. */
    void check(long balance) {
      if (balance < acknowledged || balance > acknowledged + unknown) {
        wrong.add(
            "account %d has %d cents, acknowledged are %d and unknown %d"
                .formatted(account, balance, acknowledged, unknown));
      }
    }

    private void note(CallException e) {
      if (e instanceof AbortedException && !e.sqlState().equals("40001")) {
        wrong.add(e.describe());
      } else if (!stopping || !e.getMessage().contains("closed")) {
        refused.add(e);
      }
    }
  }
}
