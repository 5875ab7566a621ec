package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Hazard 11: rules that speak of rows which different sites master. The statements are such as need
 * no code from the planner: that would be compiled against other classes than a mutant's.
 */
final class SqlHazardScenarios extends SqlFixture {
  private static final int AUTO = Statement.AUTO_COMMIT;
  private static final int ROUNDS = 20;

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 500;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  private void open(String... definitions) {
    startCluster();
    ann = session();
    bob = sessionElsewhere();
    for (String definition : definitions) {
      assertDone(auto(ann, definition));
    }
  }

  /** Two sites insert the same e-mail address at the same time, again and again. */
  void oneOfTwoSitesGetsAnAddress() {
    open("CREATE TABLE person (id BIGINT PRIMARY KEY, mail VARCHAR(40) UNIQUE)");
    for (long round = 0; round < ROUNDS; round++) {
      String insert = "INSERT INTO person VALUES (?, ?)";
      String mail = "m" + round + "@example.org";
      SqlOutcome[] one = begin(ann, AUTO, insert, round * FAR, mail);
      SqlOutcome[] other = begin(bob, AUTO, insert, (ROUNDS + round) * FAR, mail);
      List<SqlOutcome> ends = List.of(await(one), await(other));
      assertThat(ends.stream().filter(end -> end.end().isCommitted())).hasSize(1);
      assertThat(failures(ends)).containsExactly(ErrorCode.UNIQUE_VIOLATION);
    }
    assertThat(rows(auto(ann, "SELECT id FROM person"))).hasSize(ROUNDS);
  }

  /** An address is free as soon as its owner's deletion is acknowledged, to whomever. */
  void anAddressIsFreeOnceItsOwnerIsGone() {
    open("CREATE TABLE person (id BIGINT PRIMARY KEY, mail VARCHAR(40) UNIQUE)");
    assertDone(auto(ann, "INSERT INTO person VALUES (7, 'nobody')"));
    for (long round = 1; round <= ROUNDS; round++) {
      assertDone(auto(bob, "INSERT INTO person VALUES (?, ?)", round * FAR, "m" + round));
    }
    world.runFor(50_000);
    for (long round = 1; round <= ROUNDS; round++) {
      assertDone(auto(bob, "DELETE FROM person WHERE id = ?", round * FAR));
      assertDone(auto(ann, "UPDATE person SET mail = ? WHERE id = 7", "m" + round));
    }
    assertFailed(
        auto(bob, "INSERT INTO person VALUES (9, ?)", "m" + ROUNDS), ErrorCode.UNIQUE_VIOLATION);
  }

  private void openLaterSales() {
    open(
        "CREATE TABLE shop (id BIGINT PRIMARY KEY, name VARCHAR(9))",
        "CREATE TABLE sale (id BIGINT PRIMARY KEY, shop BIGINT REFERENCES shop (id)"
            + " DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO shop VALUES (0, 'north')");
    world.runFor(200_000); // until no shop may vanish
  }

  /** A sale may come before its shop, as long as both come with one COMMIT. */
  void aSaleMayComeBeforeItsShopButNotWithoutIt() {
    openLaterSales();
    for (long round = 1; round <= 5; round++) {
      assertDone(in(ann, "INSERT INTO sale VALUES (?, ?)", round * FAR, round));
      assertDone(in(ann, "INSERT INTO shop VALUES (?, 'south')", round));
      assertDone(in(ann, "COMMIT"));
      assertDone(in(bob, "INSERT INTO sale VALUES (?, ?)", (20 + round) * FAR, 100 + round));
      assertFailed(in(bob, "COMMIT"), ErrorCode.FOREIGN_KEY_VIOLATION);
    }
    assertFailed(auto(bob, "INSERT INTO sale VALUES (7, 77)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(in(ann, "INSERT INTO sale VALUES (8, 88)"));
    assertDone(in(ann, "DELETE FROM sale WHERE id = ?", 8L));
    assertDone(in(ann, "COMMIT"));
    assertDone(in(ann, "DELETE FROM shop WHERE id = ?", 1L));
    assertFailed(in(ann, "COMMIT"), ErrorCode.FOREIGN_KEY_VIOLATION);
    world.runFor(50_000);
    assertThat(rows(auto(bob, "SELECT id FROM sale"))).hasSize(5);
    assertThat(rows(auto(bob, "SELECT id FROM shop WHERE id = ?", 1L))).hasSize(1);
  }

  /** A shop goes between a sale there and the COMMIT that looks for it. */
  void noSaleThatIsCheckedLaterOutlivesItsShop() {
    openLaterSales();
    for (long round = 1; round <= ROUNDS; round++) {
      assertDone(auto(ann, "INSERT INTO shop VALUES (?, 'south')", round * FAR));
      world.runFor(20_000);
      assertDone(in(bob, "INSERT INTO sale VALUES (?, ?)", (50 + round) * FAR, round * FAR));
      SqlOutcome[] closed = begin(ann, AUTO, "DELETE FROM shop WHERE id = ?", round * FAR);
      world.runFor(round * 300);
      SqlOutcome sold = in(bob, "COMMIT");
      boolean both = sold.end().isCommitted() && await(closed).end().isCommitted();
      assertThat(both).as("round %d: %s", round, sold.end()).isFalse();
    }
    world.runFor(50_000);
    for (Object sale : rows(auto(ann, "SELECT shop FROM sale"))) {
      Object shop = ((List<?>) sale).get(0);
      assertThat(rows(auto(ann, "SELECT id FROM shop WHERE id = ?", shop))).hasSize(1);
    }
  }

  /** One site deletes a shop while another one sells something there. */
  void noSaleOutlivesItsShop() {
    open(
        "CREATE TABLE shop (id BIGINT PRIMARY KEY, name VARCHAR(9))",
        "CREATE TABLE sale (id BIGINT PRIMARY KEY, shop BIGINT REFERENCES shop (id))");
    for (long round = 0; round < ROUNDS; round++) {
      assertDone(auto(ann, "INSERT INTO shop VALUES (?, 'north')", round * FAR));
    }
    world.runFor(50_000);
    for (long round = 0; round < ROUNDS; round++) {
      SqlOutcome[] closed = begin(ann, AUTO, "DELETE FROM shop WHERE id = ?", round * FAR);
      SqlOutcome[] sold =
          begin(bob, AUTO, "INSERT INTO sale VALUES (?, ?)", (round + 1) * FAR, round * FAR);
      assertThat(failures(List.of(await(closed), await(sold))))
          .as("round %d", round)
          .containsExactly(ErrorCode.FOREIGN_KEY_VIOLATION);
    }
    world.runFor(50_000);
    for (Object sale : rows(auto(ann, "SELECT shop FROM sale"))) {
      Object shop = ((List<?>) sale).get(0);
      assertThat(rows(auto(ann, "SELECT id FROM shop WHERE id = ?", shop))).hasSize(1);
    }
  }

  /** An index comes into force between a transaction's write and its COMMIT. */
  void noRowPassesAnIndexThatCameMeanwhile() {
    open("CREATE TABLE person (id BIGINT PRIMARY KEY, mail VARCHAR(40))");
    assertDone(in(ann, "INSERT INTO person VALUES (900, 'bob')"));
    assertDone(auto(bob, "CREATE UNIQUE INDEX by_mail ON person (mail)"));
    assertFailed(in(ann, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  /** A transaction looks for children in a state in which their index had no entries yet. */
  void noIndexIsReadInAStateBeforeItWasComplete() {
    open(
        "CREATE TABLE shop (id BIGINT PRIMARY KEY, name VARCHAR(9))",
        "CREATE TABLE sale (id BIGINT PRIMARY KEY, shop BIGINT)",
        "INSERT INTO shop VALUES (1, 'north')",
        "INSERT INTO sale VALUES (500, 1)");
    assertThat(rows(in(ann, "SELECT id FROM sale"))).hasSize(1);
    assertDone(
        auto(bob, "ALTER TABLE sale ADD CONSTRAINT sold FOREIGN KEY (shop) REFERENCES shop (id)"));
    SqlOutcome closed = in(ann, "DELETE FROM shop WHERE id = 1");
    assertThat(closed.end().isCommitted()).as("the shop with a sale is closed").isFalse();
  }

  private void openShop(String shop, String sale) {
    assertDone(auto(ann, "CREATE TABLE " + shop + " (id BIGINT PRIMARY KEY, name VARCHAR(9))"));
    assertDone(
        auto(
            ann,
            "CREATE TABLE %s (id BIGINT PRIMARY KEY, shop BIGINT REFERENCES %s (id))"
                .formatted(sale, shop)));
    assertDone(auto(ann, "INSERT INTO " + shop + " VALUES (0, 'north')"));
  }

  /** A shop is closed between a sale there and the COMMIT of the sale. */
  void noSaleReliesOnAShopThatMayVanish() {
    open();
    openShop("shop", "sale");
    world.runFor(100_000);
    assertDone(in(bob, "INSERT INTO sale VALUES (500, 0)"));
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 0"));
    assertFailed(in(bob, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  /** The first shop of a kind is closed while a site with an open sale there takes in nothing. */
  void noShopVanishesBeforeAllSitesKnowThatItMay() {
    open();
    int rounds = 10 * sites.size();
    for (int round = 0; round < rounds; round++) {
      openShop("shop" + round, "sale" + round);
    }
    world.runFor(100_000);
    for (int round = 0; round < rounds; round++) {
      long sale = FAR * (1 + round / sites.size());
      assertDone(in(bob, "INSERT INTO sale" + round + " VALUES (?, 0)", sale));
      sites.get(round % sites.size()).process().pause(60_000);
      SqlOutcome[] sold = begin(bob, 0, "COMMIT");
      world.runFor(1_000);
      SqlOutcome[] closed = begin(ann, AUTO, "DELETE FROM shop" + round + " WHERE id = 0");
      List<SqlOutcome> ends = List.of(await(closed), await(sold));
      assertThat(ends.stream().filter(end -> end.end().isCommitted()))
          .as("round %d", round)
          .hasSize(1);
    }
  }

  /** A transaction would close a shop by what it saw before that was allowed. */
  void noShopVanishesByASnapshotFromBefore() {
    open();
    openShop("shop", "sale");
    world.runFor(100_000);
    assertThat(rows(in(ann, "SELECT id FROM sale"))).isEmpty();
    assertDone(auto(bob, "INSERT INTO sale VALUES (500, 0)"));
    assertFailed(in(ann, "DELETE FROM shop WHERE id = 0"), ErrorCode.SERIALIZATION_FAILURE);
  }

  /** A shop is opened at one site, and at once another site sells something there. */
  void aShopThatJustCameIsFound() {
    open();
    for (int kind = 0; kind < ROUNDS; kind++) {
      openShop("shop" + kind, "sale" + kind);
    }
    world.runFor(100_000);
    for (int kind = 0; kind < ROUNDS; kind++) {
      String sell = "INSERT INTO sale" + kind + " VALUES (?, ?)";
      assertDone(auto(bob, sell, FAR, 0L));
      for (long shop = 1; shop < 4; shop++) {
        assertDone(auto(ann, "INSERT INTO shop" + kind + " VALUES (?, 'south')", shop));
        assertDone(auto(bob, sell, FAR + shop, shop));
      }
    }
  }

  private static Stream<ErrorCode> failures(List<SqlOutcome> ends) {
    return ends.stream()
        .map(SqlOutcome::end)
        .filter(end -> !end.isCommitted())
        .map(end -> end.code());
  }
}
