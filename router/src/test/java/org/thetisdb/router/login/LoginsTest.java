package org.thetisdb.router.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.security.PasswordKeys;
import org.thetisdb.core.security.ScramClient;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.LoginConfig;
import org.thetisdb.router.config.UserLimits;
import org.thetisdb.sql.catalog.CatalogCodec;
import org.thetisdb.sql.catalog.ClusterSecret;
import org.thetisdb.sql.catalog.Head;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.rights.RoleDef;

/** Who is let in, when, and as whom. */
class LoginsTest {
  private static final Address HERE = new Address("10.0.0.7", 4_711);
  private static final Caller STRANGER = new Caller(HERE, false, null, null);
  private static final ScramVerifier VERIFIER =
      ScramVerifier.of("secret", "0123456789abcdef".getBytes(StandardCharsets.US_ASCII), 4_096);

  private static final UserLimits LIMITS = new UserLimits(10, 10, 10, 1 << 20, 4);

  private final VirtualTime time = new VirtualTime();
  private final RouterCatalog catalog = new RouterCatalog((n, v, jar) -> null, 0, 1 << 20);
  private final Deque<Runnable> held = new ArrayDeque<>();
  private final Deque<Consumer<ThetisException>> refusals = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private final long beganUs = time.nowUs();
  private int nonces;
  private long version;
  private boolean known = true;

  private final Logins logins = logins(LoginPolicy.AUTO, false);

  private Logins logins(LoginPolicy policy, boolean beyondLoopback) {
    return new Logins(
        new LoginConfig(policy, beyondLoopback, LIMITS),
        catalog,
        this::await,
        () -> "nonce" + ++nonces,
        time);
  }

  private void await(int timeoutMs, Runnable go, Consumer<ThetisException> refuse) {
    if (known) {
      go.run();
    } else {
      held.add(go);
      refusals.add(refuse);
    }
  }

  private void learn(RoleDef... roles) {
    List<DefinitionEntry> entries = new ArrayList<>();
    for (RoleDef role : roles) {
      entries.add(
          new DefinitionEntry(new ObjectId(ObjectKind.ROLE, role.id()).toKey(), role.encode()));
    }
    entries.add(new DefinitionEntry(ClusterSecret.ID.toKey(), ClusterSecret.of("any").encode()));
    byte[] head = CatalogCodec.encode(new Head(++version, 100));
    entries.add(new DefinitionEntry(ObjectId.HEAD.toKey(), head));
    catalog.learn(new Definitions(VersionVector.ZERO, true, version, true, List.of(), entries));
  }

  private static RoleDef bob(int id) {
    return new RoleDef(id, "bob", true, VERIFIER.text(), List.of());
  }

  private final class Heard implements Logins.Listener {
    private String challenge;

    @Override
    public void onChallenge(String text) {
      challenge = text;
      heard.add("challenge");
    }

    @Override
    public void onLogin(String user, String proof) {
      heard.add("in as " + (user.isEmpty() ? "anybody" : user));
    }

    @Override
    public void onRefused(String user, ThetisException why) {
      heard.add(why.code() + " at " + (time.nowUs() - beganUs) / 1_000);
    }
  }

  /** A login with a password, up to its proof. */
  private Heard logIn(Caller caller, String user, String password) {
    ScramClient client = new ScramClient(user, "client", null);
    Heard listener = new Heard();
    Logins.Attempt attempt = logins.begin(caller, client.first(), listener);
    if (listener.challenge != null) {
      attempt.prove(client.proof(listener.challenge, new PasswordKeys(password)));
    }
    return listener;
  }

  @Test
  void aClusterWithoutPasswordsLetsEverybodyIn() {
    logIn(STRANGER, "bob", "any");
    logins.begin(STRANGER, "", new Heard());
    assertThat(heard).containsExactly("in as anybody", "in as anybody");
  }

  @Test
  void whereOtherMachinesConnectNobodyComesInWithoutAPassword() {
    logins(LoginPolicy.AUTO, true).begin(STRANGER, "", new Heard());
    logins(LoginPolicy.OFF, true).begin(STRANGER, "", new Heard());
    assertThat(heard).containsExactly("UNAUTHORIZED at 0", "in as anybody");
  }

  @Test
  void aRightPasswordLetsIn() {
    learn(bob(5));
    logIn(STRANGER, "bob", "secret");
    assertThat(heard).containsExactly("challenge", "in as bob");
  }

  @Test
  void aNewLeaderHasLoginsWaitUntilItKnowsWhoThereIs() {
    known = false;
    ScramClient client = new ScramClient("bob", "client", null);
    Heard listener = new Heard();
    Logins.Attempt attempt = logins.begin(STRANGER, client.first(), listener);
    assertThat(heard).as("no open door").isEmpty();
    learn(bob(5));
    held.remove().run();
    attempt.prove(client.proof(listener.challenge, new PasswordKeys("secret")));
    assertThat(heard).containsExactly("challenge", "in as bob");
  }

  @Test
  void itDoesNotHaveThemWaitForEver() {
    known = false;
    logins.begin(STRANGER, "", new Heard());
    refusals.remove().accept(new ThetisException(ErrorCode.TIMED_OUT, 1));
    assertThat(heard).containsExactly("TIMED_OUT at 0");
  }

  @Test
  void whoHasTheRoutersOwnUserNeverWaits() {
    known = false;
    logins.begin(new Caller(HERE, true, null, null), "", new Heard());
    assertThat(heard).containsExactly("in as anybody");
  }

  @Test
  void whoHasTheRoutersOwnUserMayBeHeldToARoleByNamingIt() {
    learn(bob(5));
    Caller own = new Caller(HERE, true, null, null);
    logIn(own, "bob", "secret");
    logIn(own, "somebody", "any");
    assertThat(heard).containsExactly("challenge", "in as bob", "in as anybody");
  }

  @Test
  void whoIsNotKnownLooksLikeOneWhoIs() {
    learn(bob(5));
    String first = saltOf(logIn(STRANGER, "eve", "secret").challenge);
    String again = saltOf(logIn(STRANGER, "eve", "secret").challenge);
    String other = saltOf(logIn(STRANGER, "mallory", "secret").challenge);
    assertThat(first).isEqualTo(again).isNotEqualTo(other);
    heard.clear();
    time.pass(10_000_000);
    assertThat(heard).allMatch(what -> what.startsWith("LOGIN_FAILED"));
  }

  private static String saltOf(String challenge) {
    return challenge.split(",")[1];
  }

  @Test
  void eachWrongPasswordIsAnsweredLater() {
    learn(bob(5));
    for (int i = 0; i < 4; i++) {
      logIn(STRANGER, "bob", "wrong");
    }
    time.pass(10_000_000);
    assertThat(heard)
        .containsExactly(
            "challenge",
            "challenge",
            "challenge",
            "challenge",
            "LOGIN_FAILED at 50",
            "LOGIN_FAILED at 100",
            "LOGIN_FAILED at 200",
            "LOGIN_FAILED at 400");
  }

  @Test
  void afterSomeTriesNoMoreAreLookedAtForAMinute() {
    learn(bob(5));
    for (int i = 0; i < 4; i++) {
      logIn(STRANGER, "bob", "wrong");
    }
    time.pass(10_000_000);
    heard.clear();
    logIn(STRANGER, "bob", "secret");
    assertThat(heard).containsExactly("TOO_MANY_TRIES at 10000");
    logIn(new Caller(new Address("10.0.0.8", 1), false, null, null), "bob", "secret");
    assertThat(heard).as("elsewhere nobody is locked out").endsWith("in as bob");
    time.pass(50_000_000);
    logIn(STRANGER, "bob", "secret");
    assertThat(heard).endsWith("in as bob");
  }

  @Test
  void whoTriesManyUsersIsStoppedToo() {
    learn(bob(5));
    for (int i = 0; i < 40; i++) {
      logIn(STRANGER, "user" + i, "guess");
    }
    heard.clear();
    logIn(STRANGER, "bob", "guess");
    assertThat(heard).containsExactly("TOO_MANY_TRIES at 0");
  }

  @Test
  void aRightPasswordForgetsWhatWentBefore() {
    learn(bob(5));
    for (int i = 0; i < 8; i++) {
      logIn(STRANGER, "bob", i % 3 == 2 ? "secret" : "wrong");
    }
    logIn(STRANGER, "bob", "secret");
    assertThat(heard).endsWith("in as bob");
  }

  @Test
  void aCertificateIsALogin() {
    learn(bob(5));
    logins.begin(new Caller(HERE, false, "bob", null), "", new Heard());
    logins.begin(new Caller(HERE, false, "eve", null), "", new Heard());
    assertThat(heard).containsExactly("in as bob", "UNAUTHORIZED at 0");
  }

  @Test
  void aCertificateIsNoLoginOfSomebodyElse() {
    learn(bob(5));
    Caller eve = new Caller(HERE, false, "eve", null);
    logIn(eve, "bob", "guess");
    assertThat(heard).as("not as eve").containsExactly("challenge");
    time.pass(2_000_000);
    assertThat(heard.get(1)).startsWith("LOGIN_FAILED");
    heard.clear();
    logIn(eve, "bob", "secret");
    assertThat(heard).containsExactly("challenge", "in as bob");
    heard.clear();
    logIn(new Caller(HERE, false, "bob", null), "bob", "guess");
    assertThat(heard).as("the certificate is enough").containsExactly("in as bob");
    heard.clear();
    logIn(new Caller(HERE, false, "bob", null), "carl", "guess");
    assertThat(heard).as("not as carl").doesNotContain("in as bob");
  }

  @Test
  void whoTakesTheNameOfADroppedUserDoesNotGetItsSessions() {
    learn(bob(5));
    SessionKeys keys = new SessionKeys(catalog);
    String key = keys.of(1L << 20, "bob");
    assertThat(keys.holds(1L << 20, "bob", key)).isTrue();
    assertThat(keys.holds(2L << 20, "bob", key)).isFalse();
    assertThat(keys.holds(1L << 20, "", key)).isFalse();
    learn(bob(6));
    assertThat(keys.holds(1L << 20, "bob", key)).isFalse();
  }

  @Test
  void whatIsTakenDownHoldsNoValues() {
    assertThat(AuditText.of("CREATE TABLE t (a INT DEFAULT 7)")).isEqualTo("CREATE TABLE t");
    assertThat(AuditText.of("ALTER TABLE t ALTER a SET DEFAULT 'x'"))
        .isEqualTo("ALTER TABLE t ALTER a");
    assertThat(AuditText.of("CREATE VIEW v AS SELECT 'x'")).isEqualTo("CREATE VIEW v");
    assertThat(AuditText.of("ALTER USER bob PASSWORD 'x'")).isEqualTo("ALTER USER bob");
    assertThat(AuditText.of("GRANT SELECT ON t TO bob")).isEqualTo("GRANT SELECT ON t TO bob");
  }
}
