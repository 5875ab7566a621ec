package org.thetisdb.router.login;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.security.ScramKeys;
import org.thetisdb.core.security.ScramServer;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.LoginConfig;
import org.thetisdb.router.config.UserLimits;
import org.thetisdb.sql.catalog.ClusterSecret;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.RoleDef;

/**
 * Decides who a client is. One that is a process of the router's own user may do everything, unless
 * it names a user with a password; so may everybody where nobody has to log in. All others prove
 * that they know a password, as the catalog has it when they come: a router that has just begun to
 * lead has them wait until it knows the catalog. Who is not known is asked like one who is. Owned
 * by the engine's thread.
 */
public final class Logins {
  /** Longer than what a key of sessions is made of, so that no salt is a part of one. */
  private static final String SALT_OF = "the salt of a user that is not there: ";

  private final LoginConfig config;
  private final RouterCatalog catalog;
  private final CatalogWait wait;
  private final Supplier<String> nonces;
  private final FailedTries failures;
  private final byte[] unknownSalts;

  /** Waits until the catalog is known. */
  @FunctionalInterface
  public interface CatalogWait {
    /** One of the two is called, once. */
    void pass(int timeoutMs, Runnable go, Consumer<ThetisException> refuse);
  }

  /** Hears what becomes of a login. */
  public interface Listener {
    /** The client has to answer this. */
    void onChallenge(String challenge);

    /**
     * The client is let in.
     *
     * @param user who it is; empty if it may do everything
     * @param proof the last text of the login; empty without one
     */
    void onLogin(String user, String proof);

    /** The client is not let in. */
    void onRefused(String user, ThetisException why);
  }

  /**
   * Logins of one term.
   *
   * @param nonces texts that nobody can guess
   */
  public Logins(
      LoginConfig config,
      RouterCatalog catalog,
      CatalogWait wait,
      Supplier<String> nonces,
      Scheduler scheduler) {
    this.config = config;
    this.catalog = catalog;
    this.wait = wait;
    this.nonces = nonces;
    this.failures = new FailedTries(scheduler, config.limits());
    this.unknownSalts = nonces.get().getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether clients that come over a network have to log in. */
  public boolean isNeeded(Rights rights) {
    return config.isNeeded(rights.hasPasswords());
  }

  /** Bounds on what users have. */
  public UserLimits limits() {
    return config.limits();
  }

  /**
   * Begins the login of a client.
   *
   * @param first the first text of its login; empty if it names no user
   */
  public Attempt begin(Caller caller, String first, Listener listener) {
    Attempt attempt = new Attempt(caller, listener);
    if (config.isOff() || (caller.sameUser() && first.isEmpty())) {
      listener.onLogin("", "");
    } else {
      wait.pass(
          (int) (LoginLimits.LOGIN_US / 1_000),
          () -> attempt.begin(first),
          error -> attempt.refuse("", error));
    }
    return attempt;
  }

  /** One client's login. */
  public final class Attempt {
    private final Caller caller;
    private final Listener listener;
    private ScramServer scram;
    private boolean known;
    private boolean over;

    private Attempt(Caller caller, Listener listener) {
      this.caller = caller;
      this.listener = listener;
    }

    /** The client is gone: its login is nobody's. */
    public void end() {
      over = true;
    }

    private void begin(String first) {
      if (over) {
        return;
      }
      Rights rights = catalog.sql().rights();
      ScramServer named = first.isEmpty() ? null : ScramServer.of(first);
      RoleDef role = named == null ? null : rights.role(named.user());
      boolean hasPassword = role != null && role.login() && role.verifier() != null;
      if (caller.sameUser() ? !hasPassword : !isNeeded(rights)) {
        letIn("", "");
      } else if (isCertified(rights) && (first.isEmpty() || isCertified(named))) {
        letIn(caller.certified(), "");
      } else if (named == null) {
        refuse("", unnamed(first));
      } else {
        ask(named, hasPassword ? role : null);
      }
    }

    private boolean isCertified(Rights rights) {
      RoleDef role = caller.certified() == null ? null : rights.role(caller.certified());
      return role != null && role.login();
    }

    /** Who names somebody else than the certificate does has to know that one's password. */
    private boolean isCertified(ScramServer named) {
      return named != null && named.user().equals(caller.certified());
    }

    private ThetisException unnamed(String first) {
      return first.isEmpty()
          ? new ThetisException(
              ErrorCode.UNAUTHORIZED, "this cluster asks for a user and a password")
          : new ThetisException(ErrorCode.BAD_REQUEST, "a login that names nobody");
    }

    /** Who is not known gets a salt of its own, the same each time. */
    private void ask(ScramServer named, RoleDef role) {
      ThetisException tooMany = failures.refusal(named.user(), caller.address());
      if (tooMany != null) {
        refuse(named.user(), tooMany);
        return;
      }
      scram = named;
      known = role != null;
      ScramVerifier verifier = known ? ScramVerifier.read(role.verifier()) : unknown(named.user());
      String challenge = scram.challenge(verifier, nonces.get(), caller.binding());
      if (challenge == null) {
        refuse(
            named.user(),
            new ThetisException(
                ErrorCode.UNAUTHORIZED,
                "the login is bound to another connection: somebody may stand in between"));
      } else {
        listener.onChallenge(challenge);
      }
    }

    /** The client has answered the challenge. */
    public void prove(String proof) {
      if (scram == null || over) {
        refuse("", new ThetisException(ErrorCode.BAD_REQUEST, "a proof that nobody asked for"));
        return;
      }
      String last = scram.check(proof);
      String user = scram.user();
      scram = null;
      if (last != null && known) {
        failures.forget(user, caller.address());
        letIn(user, last);
      } else {
        // behind a time that grows with each try; a right password meanwhile is let in at once
        failures.note(
            user,
            caller.address(),
            () -> refuse(user, new ThetisException(ErrorCode.LOGIN_FAILED, user)));
      }
    }

    private void letIn(String user, String proof) {
      if (!over) {
        over = true;
        listener.onLogin(user, proof);
      }
    }

    private void refuse(String user, ThetisException why) {
      if (!over) {
        over = true;
        listener.onRefused(user, why);
      }
    }
  }

  private ScramVerifier unknown(String user) {
    ClusterSecret secret = catalog.sql().secret();
    byte[] key = secret == null ? unknownSalts : secret.bytes(); // as users' own, it outlives terms
    byte[] hash = ScramKeys.mac(key, (SALT_OF + user).getBytes(StandardCharsets.UTF_8));
    return new ScramVerifier(
        ScramVerifier.MIN_ITERATIONS, Arrays.copyOf(hash, ScramVerifier.SALT_BYTES), hash, hash);
  }
}
