package org.thetisdb.lab.torture;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ClientTls;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Clients that try what they may not, over and over, while parts break: without TLS, with a wrong
 * password, without a right, and behind a REVOKE that was acknowledged. None of it may run, and a
 * right that was granted has to be there. A thread of its own tries; started and finished by one
 * thread.
 */
final class Trespassers implements AutoCloseable {
  /** No probe touches it. */
  private static final long ROW = 1;

  private static final String RIGHT = "EXECUTE ON PROCEDURE \"" + Probes.PROCEDURE + '"';
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final long PAUSE_MS = 300;

  /** A definition whose end nobody knows has come to pass by then, or never will. */
  private static final long UNKNOWN_MS = 10_000;

  private final String routers;
  private final TortureUsers users;
  private final Thread thread = new Thread(this::run, "torture-trespassers");
  private final Map<Way, Integer> refused = new TreeMap<>();
  private Connection keeper;
  private int allowed;
  private volatile String wrong = "";
  private volatile boolean over;

  /** How one tries. */
  private enum Way {
    WITHOUT_TLS("without TLS", ErrorCode.TLS_REQUIRED),
    WRONG_PASSWORD("with a wrong password", ErrorCode.LOGIN_FAILED),
    NO_RIGHT("without a right", ErrorCode.NO_RIGHT),
    REVOKED("behind a REVOKE", ErrorCode.NO_RIGHT);

    private final String words;
    private final ErrorCode answer;

    Way(String words, ErrorCode answer) {
      this.words = words;
      this.answer = answer;
    }
  }

  /** None tries until {@link #start}. */
  Trespassers(String routers, TortureUsers users) {
    this.routers = routers;
    this.users = users;
    thread.setDaemon(true);
  }

  /** Begins. */
  void start() {
    thread.start();
  }

  private void run() {
    ClientOptions worker = patient(users.options(TortureUsers.WORKER));
    ClientOptions nobody = patient(users.options(TortureUsers.NOBODY));
    try {
      while (!over) {
        attempt(Way.WITHOUT_TLS, worker.withTls(ClientTls.none()));
        attempt(Way.WRONG_PASSWORD, nobody.withUser(TortureUsers.GUESSED, "wrong"));
        attempt(Way.NO_RIGHT, nobody);
        changeRight();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      closeKeeper();
    }
  }

  private static ClientOptions patient(ClientOptions options) {
    return options.withConnectTimeout(PATIENCE).withCallTimeout(PATIENCE);
  }

  /** One call that must not run. */
  private void attempt(Way way, ClientOptions options) {
    ErrorCode answer = call(options);
    if (answer == null) {
      wrong = "a call ran " + way.words;
    } else if (answer == way.answer) {
      refused.merge(way, 1, Integer::sum);
    }
  }

  /** Why the call did not run, as far as its client knows; null if it ran. */
  private ErrorCode call(ClientOptions options) {
    try (ThetisClient client = ThetisClient.connect(routers, options);
        Session session = client.session()) {
      session.call(Probes.PROCEDURE, ROW);
      return null;
    } catch (CallException e) {
      return e.code();
    } catch (ThetisException e) {
      return e.code();
    }
  }

  private void changeRight() throws InterruptedException {
    ClientOptions visitor = patient(users.options(TortureUsers.VISITOR));
    if (define("GRANT " + RIGHT + " TO " + TortureUsers.VISITOR)) {
      ErrorCode answer = call(visitor);
      if (answer == ErrorCode.NO_RIGHT) {
        wrong = "a call was refused behind an acknowledged GRANT";
      }
      allowed += answer == null ? 1 : 0;
    }
    if (define("REVOKE " + RIGHT + " FROM " + TortureUsers.VISITOR)) {
      attempt(Way.REVOKED, visitor);
    }
  }

  /** Whether it was acknowledged. */
  private boolean define(String definition) throws InterruptedException {
    try {
      if (keeper == null) {
        keeper = users.keeper(routers);
      }
      try (Statement statement = keeper.createStatement()) {
        statement.execute(definition);
      }
      return true;
    } catch (SQLException e) {
      closeKeeper();
      TimeUnit.MILLISECONDS.sleep(UNKNOWN_MS);
      return false;
    }
  }

  private void closeKeeper() {
    Connection closing = keeper;
    keeper = null;
    try {
      if (closing != null) {
        closing.close();
      }
    } catch (SQLException e) {
      // it is gone either way
    }
  }

  /**
   * Tries no more.
   *
   * @return {@code ok}, or what was let in, kept out, or never answered
   */
  String finish(long patienceMs) throws InterruptedException {
    over = true;
    thread.join(patienceMs);
    if (thread.isAlive()) {
      return "a stranger waits for an answer";
    }
    if (!wrong.isEmpty()) {
      return wrong;
    }
    for (Way way : Way.values()) {
      if (!refused.containsKey(way)) {
        return "nobody was refused " + way.words;
      }
    }
    return allowed == 0 ? "no call ran behind a GRANT" : TortureResult.OK;
  }

  /** How many were refused, for people; behind {@link #finish}. */
  String summary() {
    StringBuilder text = new StringBuilder("Strangers were refused: ");
    refused.forEach((way, times) -> text.append(times + " " + way.words + ", "));
    return text + "and " + allowed + " calls ran behind a GRANT.";
  }

  @Override
  public void close() {
    over = true;
    thread.interrupt();
  }
}
