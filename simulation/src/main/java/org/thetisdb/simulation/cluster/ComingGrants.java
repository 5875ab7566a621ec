package org.thetisdb.simulation.cluster;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.workload.SimulatedWorkload.Call;

/**
 * A user's rights come and go while it calls and things break: to call a procedure that may be read
 * at sites by routers that do not lead, and to read a table. What begins behind an acknowledged
 * REVOKE is refused, and what begins behind an acknowledged GRANT is not.
 */
final class ComingGrants {
  /** The user, whose clients say so. */
  static final String USER = "clerk";

  static final String PASSWORD = "secret";

  private static final long TIMEOUT_US = 4_000_000;
  private static final long LONGEST_PAUSE_US = 200_000;
  private static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));
  private static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE IF NOT EXISTS granted (id BIGINT PRIMARY KEY)",
          "CREATE USER IF NOT EXISTS %s PASSWORD '%s'".formatted(USER, verifier()));

  private final Surroundings surroundings;
  private final ClientMachine admin;
  private final List<ClientMachine> clerks;
  private final Call read;
  private final RandomGenerator random;
  private final List<String> problems = new ArrayList<>();
  private final List<Right> rights = new ArrayList<>();
  private boolean active = true;
  private int underWay;
  private int changes;
  private int refused;
  private int allowed;

  /** What is known of a right by what was acknowledged. */
  private enum Known {
    NOTHING,
    GRANTED,
    REVOKED
  }

  /**
   * Nothing happens until {@link #start}.
   *
   * @param clerks machines whose clients log in as the user
   * @param read a call that only reads
   */
  ComingGrants(
      Surroundings surroundings, ClientMachine admin, List<ClientMachine> clerks, Call read) {
    this.surroundings = surroundings;
    this.admin = admin;
    this.clerks = clerks;
    this.read = read;
    this.random = surroundings.world().newRandom();
  }

  private static String verifier() {
    byte[] salt = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    return ScramVerifier.of(PASSWORD, salt, ScramVerifier.MIN_ITERATIONS).text();
  }

  /** Makes the user, and begins. */
  void start() {
    define(new SqlSessionCore(admin.core()), 0);
  }

  private void define(SqlSessionCore session, int done) {
    if (!active) {
      return;
    }
    if (done == DEFINITIONS.size()) {
      begin();
      return;
    }
    underWay++;
    execute(
        session,
        DEFINITIONS.get(done),
        outcome -> {
          underWay--;
          later(() -> define(session, done + (outcome.isCommitted() ? 1 : 0)));
        });
  }

  private void begin() {
    rights.add(new Right("EXECUTE ON PROCEDURE \"" + read.procedure() + '"'));
    rights.add(new Right("SELECT ON granted"));
    rights.forEach(Right::next);
    for (ClientMachine clerk : clerks) {
      clerk.start();
      SessionCore calls = clerk.core().openSession();
      byte[] arguments = ValueCodec.encodeArguments(read.arguments());
      use(rights.get(0), done -> calls.call(read.procedure(), arguments, TIMEOUT_US, done::accept));
      SqlSessionCore statements = new SqlSessionCore(clerk.core());
      use(rights.get(1), done -> execute(statements, "SELECT count(*) FROM granted", done));
    }
  }

  private void execute(SqlSessionCore session, String sql, Consumer<CallOutcome> done) {
    session.execute(
        new SqlStatementSpec(sql, NO_ARGUMENTS, Statement.AUTO_COMMIT, 0, 0, TIMEOUT_US),
        outcome -> done.accept(outcome.end()));
  }

  private void later(Runnable task) {
    long pauseUs = 1 + random.nextLong(LONGEST_PAUSE_US);
    surroundings.world().at(surroundings.world().nowUs() + pauseUs, task);
  }

  /** Something that needs a right, done again and again. */
  private interface Use {
    void begin(Consumer<CallOutcome> done);
  }

  private void use(Right right, Use use) {
    if (!active) {
      return;
    }
    underWay++;
    int begun = right.begun;
    Known known = right.known;
    use.begin(
        outcome -> {
          underWay--;
          right.judge(begun, known, outcome);
          later(() -> use(right, use));
        });
  }

  /** Begins nothing more. */
  void stop() {
    active = false;
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return underWay == 0;
  }

  /** How often a right came or went. */
  int changes() {
    return changes;
  }

  /** What broke a promise, in words. */
  List<String> problems() {
    surroundings.trace("rights: %d changes, %d allowed, %d refused", changes, allowed, refused);
    return problems;
  }

  /** One right that comes and goes, in a session of its own. */
  private final class Right {
    private final String what;
    private final SqlSessionCore session = new SqlSessionCore(admin.core());
    private Known known = Known.REVOKED;

    /** Counts definitions as they begin: what was known before one is not known behind it. */
    private int begun;

    Right(String what) {
      this.what = what;
    }

    void next() {
      if (!active) {
        return;
      }
      boolean gives = known != Known.GRANTED;
      String sql = gives ? "GRANT " + what + " TO " + USER : "REVOKE " + what + " FROM " + USER;
      underWay++;
      begun++;
      known = Known.NOTHING;
      execute(
          session,
          sql,
          outcome -> {
            underWay--;
            surroundings.trace("%s: %s", sql, outcome);
            if (outcome.isCommitted()) {
              changes++;
              known = gives ? Known.GRANTED : Known.REVOKED;
            }
            later(this::next);
          });
    }

    /** What it came to that began when {@code before} was known, behind so many definitions. */
    void judge(int begunBefore, Known before, CallOutcome outcome) {
      boolean isRefused = outcome.code() == ErrorCode.NO_RIGHT;
      refused += isRefused ? 1 : 0;
      allowed += outcome.isCommitted() ? 1 : 0;
      if (begun != begunBefore) {
        return;
      }
      if (before == Known.REVOKED && outcome.isCommitted()) {
        problems.add("ran behind an acknowledged REVOKE " + what);
      }
      if (before == Known.GRANTED && isRefused) {
        problems.add("was refused behind an acknowledged GRANT " + what + ": " + outcome);
      }
    }
  }
}
