package org.thetisdb.benchmarks.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.hostile.kind.HostileKinds;
import org.thetisdb.core.id.Address;

/** What hostile kinds send, heard by a database that refuses everything. */
class HostileKindsTest {
  private static final int STRIKES = 60;

  /** Of the texts alone; a connection may be another object each time. */
  private static final List<String> OF_TEXTS =
      List.of("nesting", "wide", "joins", "doubling", "conditions", "texts", "values", "patterns");

  private final List<String> heard = new ArrayList<>();

  private Attacker attacker(long seed) {
    return new Attacker(
        new SplittableRandom(seed),
        Address.parse("127.0.0.1:1"),
        this::refusing,
        new Tally(),
        System.nanoTime() + TimeUnit.MINUTES.toNanos(5));
  }

  private Connection refusing() {
    return proxy(
        Connection.class, name -> name.equals("createStatement") ? refusingStatement() : null);
  }

  private Statement refusingStatement() {
    return proxy(Statement.class, name -> null);
  }

  private interface Answers {
    Object to(String method) throws SQLException;
  }

  private <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().equals("execute")) {
                heard.add((String) arguments[0]);
                throw new SQLException("refused", "54001");
              }
              Object answer = answers.to(method.getName());
              return answer != null || method.getReturnType() != boolean.class ? answer : true;
            }));
  }

  private List<String> strikes(HostileKind kind, long seed) throws InterruptedException {
    heard.clear();
    try (Attacker attacker = attacker(seed)) {
      for (int i = 0; i < STRIKES; i++) {
        kind.attack().strike(attacker);
      }
    }
    return List.copyOf(heard);
  }

  @Test
  void aSeedGivesTheSameTextsAndAnotherOneOthers() throws InterruptedException {
    for (String name : OF_TEXTS) {
      HostileKind kind = HostileKinds.of(name).orElseThrow();
      List<String> texts = strikes(kind, 5);
      assertThat(texts).as(name).hasSize(STRIKES).isEqualTo(strikes(kind, 5));
      assertThat(strikes(kind, 6)).as(name).isNotEqualTo(texts);
    }
  }

  @Test
  void namesAreDifferent() {
    assertThat(HostileKinds.all().stream().map(HostileKind::name)).doesNotHaveDuplicates();
    assertThat(HostileKinds.of("kindness")).isEmpty();
  }

  @Test
  void aRefusalIsCountedByItsState() throws InterruptedException {
    Tally tally = new Tally();
    try (Attacker attacker =
        new Attacker(
            new SplittableRandom(1),
            Address.parse("127.0.0.1:1"),
            this::refusing,
            tally,
            System.nanoTime() + TimeUnit.MINUTES.toNanos(5))) {
      assertThat(attacker.send("SELECT 1")).isFalse();
    }
    Tally.Counts counts = tally.counts();
    assertThat(counts.sent()).isEqualTo(1);
    assertThat(counts.refusals().get("54001").count()).isEqualTo(1);
    assertThat(counts.open()).isZero();
  }
}
