package org.thetisdb.core.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Logins by SCRAM-SHA-256: as RFC 7677 has it, and what each end makes of all else. */
class ScramTest {
  private static final String CLIENT_NONCE = "rOprNGfwEbeRWgbNEkqO";
  private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
  private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
  private static final byte[] CHANNEL = {1, 2, 3};

  private static ScramVerifier verifier(String password) {
    return ScramVerifier.of(password, SALT, 4_096);
  }

  @Test
  void bothEndsSayWhatTheRfcHas() {
    ScramClient client = new ScramClient("user", CLIENT_NONCE, null);
    assertThat(client.first()).isEqualTo("n,,n=user,r=rOprNGfwEbeRWgbNEkqO");
    ScramServer server = ScramServer.of(client.first());
    assertThat(server.user()).isEqualTo("user");
    String challenge = server.challenge(verifier("pencil"), SERVER_NONCE, null);
    assertThat(challenge)
        .isEqualTo(
            "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
    String proof = client.proof(challenge, new PasswordKeys("pencil"));
    assertThat(proof)
        .isEqualTo(
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
    String last = server.check(proof);
    assertThat(last).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    assertThat(client.isProven(last)).isTrue();
  }

  @Test
  void aWrongPasswordProvesNothing() {
    ScramClient client = new ScramClient("user", "abc", null);
    ScramServer server = ScramServer.of(client.first());
    String challenge = server.challenge(verifier("pencil"), "def", null);
    assertThat(server.check(client.proof(challenge, new PasswordKeys("pencils")))).isNull();
  }

  @Test
  void aProofHoldsOnceAndForItsChallengeAlone() {
    ScramClient client = new ScramClient("user", "abc", null);
    ScramServer first = ScramServer.of(client.first());
    ScramServer second = ScramServer.of(client.first());
    String proof =
        client.proof(first.challenge(verifier("pencil"), "d", null), new PasswordKeys("pencil"));
    second.challenge(verifier("pencil"), "e", null);
    assertThat(second.check(proof)).isNull();
    assertThat(first.check(proof)).isNotNull();
    assertThat(first.check(proof)).isNull();
  }

  @Test
  void aRouterThatDoesNotKnowTheUserIsNoticed() {
    ScramClient client = new ScramClient("user", "abc", null);
    ScramServer server = ScramServer.of(client.first());
    client.proof(server.challenge(verifier("other"), "def", null), new PasswordKeys("pencil"));
    assertThat(client.isProven("v=" + "A".repeat(43) + "=")).isFalse();
    assertThat(client.isProven("")).isFalse();
  }

  @Test
  void aLoginIsBoundToItsChannel() {
    ScramClient client = new ScramClient("user", "abc", CHANNEL);
    ScramServer server = ScramServer.of(client.first());
    String challenge = server.challenge(verifier("pencil"), "def", CHANNEL);
    String proof = client.proof(challenge, new PasswordKeys("pencil"));
    assertThat(client.isProven(server.check(proof))).isTrue();

    ScramServer elsewhere = ScramServer.of(client.first());
    assertThat(elsewhere.challenge(verifier("pencil"), "def", new byte[] {9})).isNotNull();
    assertThat(elsewhere.check(proof)).isNull();
    assertThat(ScramServer.of(client.first()).challenge(verifier("pencil"), "d", null)).isNull();
    ScramServer stripped = ScramServer.of("y,,n=user,r=abc");
    assertThat(stripped.challenge(verifier("pencil"), "d", CHANNEL)).isNull();
  }

  @Test
  void anyNameOfAUserComesThrough() {
    for (String name : new String[] {"a,b", "a=b", "=2C", "größe", "ユーザー"}) {
      assertThat(ScramServer.of(new ScramClient(name, "abc", null).first()).user()).isEqualTo(name);
    }
  }

  @Test
  void aPasswordMayBeWrittenInSeveralWays() {
    assertThat(verifier("\u212b").text()).isEqualTo(verifier("\u0041\u030a").text());
    assertThat(verifier("a\u00a0b").text()).isEqualTo(verifier("a b").text());
  }

  @Test
  void aVerifierIsReadAsPostgreSqlWritesIt() {
    String text = verifier("pencil").text();
    assertThat(text).startsWith("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$");
    assertThat(ScramVerifier.read(text).text()).isEqualTo(text);
    assertThat(ScramVerifier.isOne("pencil")).isFalse();
    assertThat(ScramVerifier.isOne(text.replace("4096", "1"))).isFalse();
    assertThat(ScramVerifier.isOne(text.replace("4096", "9999999"))).isFalse();
  }

  @Test
  void textsOfAnyKindAreRefusedAndNothingElse() {
    Random random = new Random(7);
    ScramClient client = new ScramClient("user", "abc", null);
    String first = client.first();
    ScramVerifier verifier = verifier("pencil");
    String challenge = ScramServer.of(first).challenge(verifier, "def", null);
    String proof = client.proof(challenge, new PasswordKeys("pencil"));
    for (int i = 0; i < 20_000; i++) {
      ScramServer.of(damaged(first, random));
      new ScramClient("user", "abc", null)
          .proof(damaged("r=abc,s=AA==,i=1", random), new PasswordKeys(""));
      ScramServer server = ScramServer.of(first);
      server.challenge(verifier, "def", null);
      String other = damaged(proof, random);
      assertThat(server.check(other) != null).isEqualTo(other.equals(proof));
      ScramVerifier.read(damaged(verifierText(), random));
    }
  }

  private static String verifierText() {
    return "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$"
        + "A".repeat(43)
        + "=:"
        + "B".repeat(43)
        + "=";
  }

  private static String damaged(String text, Random random) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(128);
    }
    String changed = new String(bytes, StandardCharsets.ISO_8859_1);
    return random.nextBoolean() ? changed : changed.substring(random.nextInt(changed.length()));
  }

  @Test
  void passwordsInStatementsBecomeVerifiers() {
    assertThat(hidden("CREATE USER bob PASSWORD 'it''s' LOGIN"))
        .isEqualTo("CREATE USER bob PASSWORD '<it's>' LOGIN");
    assertThat(hidden(" alter role \"password 'x'\" with encrypted password\n'x' -- password 'y'"))
        .isEqualTo(" alter role \"password 'x'\" with encrypted PASSWORD '<x>' -- password 'y'");
    assertThat(hidden("CREATE USER bob PASSWORD'x'")).isEqualTo("CREATE USER bob PASSWORD '<x>'");
    String done = "CREATE USER bob PASSWORD '" + verifierText() + "'";
    assertThat(hidden(done)).isEqualTo(done);
  }

  @Test
  void otherStatementsStayAsTheyAre() {
    for (String sql :
        new String[] {
          "SELECT 'password ''x'''",
          "CREATE TABLE user_password (password VARCHAR(10) DEFAULT 'x')",
          "UPDATE users SET password 'x'",
          "CREATE USER bob PASSWORD NULL",
          "COMMENT ON TABLE t IS 'PASSWORD ''x'''"
        }) {
      assertThat(hidden(sql)).isSameAs(sql).as(sql);
    }
  }

  private static String hidden(String sql) {
    String hidden = PasswordText.hidden(sql, password -> "<" + password + ">");
    return hidden.equals(sql) ? sql : hidden;
  }
}
