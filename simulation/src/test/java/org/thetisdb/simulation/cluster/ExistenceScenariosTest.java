package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Hazard 17: rows that others refer to, and the right to exist that they have (decision 0019). */
final class ExistenceScenariosTest extends SqlFixture {
  private static final int AUTO = Statement.AUTO_COMMIT;

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 500;

  private static final int SHOPS = 6;

  /** The number of the first table that is made. */
  private static final int SHOP = 16;

  /** Longer than a table stays thawed after its first thaw. */
  private static final long FREEZES_US = 31_000_000;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  private void openShops(String onDelete) {
    ann = session();
    bob = session();
    assertDone(
        auto(ann, "CREATE TABLE shop (id BIGINT PRIMARY KEY, code BIGINT UNIQUE, takings BIGINT)"));
    assertDone(
        auto(
            ann,
            "CREATE TABLE sale (id BIGINT PRIMARY KEY, shop BIGINT REFERENCES shop (id) "
                + onDelete
                + ")"));
    for (long shop = 0; shop < SHOPS; shop++) {
      assertDone(auto(ann, "INSERT INTO shop VALUES (?, ?, 0)", shop * FAR, shop));
    }
    world.runFor(200_000); // until no shop may vanish
  }

  private SqlOutcome sell(SqlSessionCore session, long sale, long shop) {
    return auto(session, "INSERT INTO sale VALUES (?, ?)", sale, shop);
  }

  private void assertNoOrphans() {
    world.runFor(200_000);
    assertThat(
            rows(
                auto(
                    ann,
                    "SELECT id FROM sale WHERE shop IS NOT NULL"
                        + " AND shop NOT IN (SELECT id FROM shop)")))
        .isEmpty();
  }

  @Test
  void childrenNeitherMoveTheirParentNorWaitForWhoWritesIt() {
    openShops("");
    assertDone(in(ann, "UPDATE shop SET takings = 7 WHERE id = 0"));
    watchExecutions();
    long beganUs = world.nowUs();
    for (long i = 0; i < SHOPS; i++) {
      assertDone(sell(bob, FAR * (10 + i), 0));
    }
    assertThat(world.nowUs() - beganUs).isLessThan(SHOPS * 10_000L);
    assertThat(releasedTables()).as("tables of which partitions moved").doesNotContain(SHOP);
    assertDone(in(ann, "COMMIT"));
  }

  @Test
  void openTransactionsAddChildrenToAWrittenParent() {
    openShops("");
    assertDone(in(ann, "UPDATE shop SET takings = 7 WHERE id = 0"));
    assertDone(in(bob, "INSERT INTO sale VALUES (5000, 0)"));
    assertDone(in(bob, "COMMIT"));
    assertDone(in(ann, "INSERT INTO sale VALUES (5001, 0)"));
    assertDone(in(ann, "COMMIT"));
    assertThat(value(auto(bob, "SELECT takings FROM shop WHERE id = 0"))).isEqualTo(7L);
  }

  @Test
  void aParentThatJustCameIsFoundWhereItIsNotAppliedYet() {
    openShops("");
    for (long shop = 100; shop < 130; shop++) {
      assertDone(auto(ann, "INSERT INTO shop VALUES (?, ?, 0)", shop * FAR, shop));
      assertDone(sell(bob, (shop + 71) * FAR, shop * FAR));
    }
    assertFailed(sell(bob, 1, 999), ErrorCode.FOREIGN_KEY_VIOLATION);
  }

  @Test
  void theFirstDeletionWaitsALittleAndGoesWell() {
    openShops("");
    long beganUs = world.nowUs();
    assertThat(count(auto(ann, "DELETE FROM shop WHERE id = 0"))).isEqualTo(1);
    assertThat(world.nowUs() - beganUs).isLessThan(200_000);
    assertFailed(sell(bob, FAR, 0), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(sell(bob, FAR, FAR));
    assertFailed(auto(ann, "DELETE FROM shop WHERE id = 500"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertNoOrphans();
  }

  @Test
  void theFirstDeletionInATransactionWaitsALittleAndGoesWell() {
    openShops("");
    assertThat(count(in(ann, "DELETE FROM shop WHERE id = 0"))).isEqualTo(1);
    SqlOutcome[] sold = begin(bob, AUTO, "INSERT INTO sale VALUES (500, 0)");
    world.runFor(5_000);
    assertThat(sold[0]).as("a sale of a shop that may be gone").isNull();
    assertDone(in(ann, "COMMIT"));
    assertFailed(await(sold), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertNoOrphans();
  }

  @Test
  void aShopIsNotDeletedWhileSalesAreMadeAtOtherSites() {
    for (String onDelete : List.of("", "ON DELETE CASCADE", "ON DELETE SET NULL")) {
      openShops(onDelete);
      List<SqlSessionCore> sellers = List.of(session(), session(), session(), session());
      for (long round = 0; round < SHOPS; round++) {
        List<SqlOutcome[]> sold = new ArrayList<>();
        SqlOutcome[] closed = null;
        for (int i = 0; i < sellers.size(); i++) {
          if (i == round % 3) {
            closed = begin(ann, AUTO, "DELETE FROM shop WHERE id = ?", round * FAR);
          }
          sold.add(
              begin(
                  sellers.get(i),
                  AUTO,
                  "INSERT INTO sale VALUES (?, ?)",
                  (100 + 10 * round + i) * FAR,
                  round * FAR));
          world.runFor(1_500L * round);
        }
        await(closed);
        sold.forEach(this::await);
        assertNoOrphans();
        world.runFor(FREEZES_US * (round % 2) * 8);
      }
      assertDone(auto(ann, "DROP TABLE sale"));
      assertDone(auto(ann, "DROP TABLE shop"));
    }
  }

  @Test
  void aSaleThatReliedOnAShopDoesNotCommitWhenShopsMayVanish() {
    openShops("");
    assertDone(in(bob, "INSERT INTO sale VALUES (500, 0)"));
    assertThat(count(auto(ann, "DELETE FROM shop WHERE id = 0"))).isEqualTo(1);
    assertFailed(in(bob, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertNoOrphans();
  }

  @Test
  void aDeletionDoesNotCommitWhenShopsMayVanishNoMore() {
    openShops("");
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 2500"));
    world.runFor(FREEZES_US - 1_500_000);
    assertThat(count(in(ann, "DELETE FROM shop WHERE id = 0"))).isEqualTo(1);
    world.runFor(900_000);
    assertFailed(in(ann, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(sell(bob, FAR, 0));
    assertNoOrphans();
  }

  @Test
  void aSnapshotFromBeforeTheThawDeletesNothing() {
    openShops("");
    assertThat(rows(in(ann, "SELECT id FROM sale"))).isEmpty();
    assertDone(sell(bob, FAR, 0));
    assertFailed(in(ann, "DELETE FROM shop WHERE id = 0"), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(ann, "ROLLBACK"));
    assertFailed(in(ann, "DELETE FROM shop WHERE id = 0"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(in(ann, "ROLLBACK"));
    assertNoOrphans();
  }

  /** Sales do not wait for who writes the shop: its table is frozen. */
  private void assertFrozen(long sale, long shop) {
    assertDone(in(ann, "UPDATE shop SET takings = takings + 1 WHERE id = ?", shop));
    long beganUs = world.nowUs();
    assertDone(sell(bob, sale, shop));
    assertThat(world.nowUs() - beganUs).isLessThan(100_000);
    assertDone(in(ann, "COMMIT"));
  }

  @Test
  void aNewRouterBringsATableThatItFindsInBetweenToAnEnd() {
    openShops("");
    assertFrozen(FAR, FAR);
    sites.get(2).process().pause(60_000);
    SqlOutcome[] closed = begin(ann, AUTO, "DELETE FROM shop WHERE id = 0");
    world.runFor(20_000);
    assertThat(closed[0]).as("the answer, while a site says nothing").isNull();
    restartRouter();
    await(closed);
    world.runFor(FREEZES_US);
    ann = session();
    bob = session();
    assertFrozen(2 * FAR, FAR);
    assertNoOrphans();
  }

  @Test
  void aSiteThatComesBackInBetweenDoesNotRelyOnShops() {
    openShops("");
    for (int site = 0; site < 3; site++) {
      long shop = site * FAR;
      sites.get(site).process().kill();
      SqlOutcome[] closed = begin(ann, AUTO, "DELETE FROM shop WHERE id = ?", shop);
      world.runFor(5_000);
      sites.get(site).start();
      List<SqlOutcome[]> sold = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String sell = "INSERT INTO sale VALUES (?, ?)";
        sold.add(begin(session(), AUTO, sell, (10 + 3 * site + i) * FAR, shop));
        world.runFor(3_000);
      }
      await(closed);
      sold.forEach(this::await);
      assertNoOrphans();
      world.runFor(FREEZES_US << site);
    }
  }

  @Test
  void aClusterThatWasKilledKnowsThatNoShopMayVanish() {
    openShops("");
    assertDone(sell(bob, FAR, 0));
    sites.forEach(site -> site.process().kill());
    world.runFor(100_000);
    sites.forEach(Machine::start);
    world.runFor(3_000_000);
    ann = session();
    bob = session();
    assertFrozen(2 * FAR, 0);
    assertFailed(auto(ann, "DELETE FROM shop WHERE id = 0"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 1000"));
  }

  @Test
  void whereRowsVanishAgainAndAgainTheyMayDoSoForLonger() {
    openShops("");
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 0"));
    world.runFor(FREEZES_US);
    watchExecutions();
    assertDone(sell(bob, FAR, FAR));
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 1000"));
    world.runFor(FREEZES_US);
    watchExecutions();
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 1500"));
    assertThat(mostAttempts()).as("it is still allowed").isLessThanOrEqualTo(2);
  }

  @Test
  void onlyTheKeyThatIsReferredToIsKept() {
    openShops("");
    assertDone(auto(ann, "CREATE TABLE tax (id BIGINT PRIMARY KEY, code BIGINT)"));
    assertDone(
        auto(ann, "ALTER TABLE tax ADD CONSTRAINT due FOREIGN KEY (code) REFERENCES shop (code)"));
    world.runFor(200_000);
    assertDone(auto(bob, "INSERT INTO tax VALUES (500, 3)"));
    assertFailed(auto(bob, "INSERT INTO tax VALUES (501, 77)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertFailed(
        auto(ann, "UPDATE shop SET code = 33 WHERE code = 3"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertThat(count(auto(ann, "UPDATE shop SET code = 44 WHERE code = 4"))).isEqualTo(1);
    assertFailed(auto(bob, "INSERT INTO tax VALUES (502, 4)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(auto(bob, "INSERT INTO tax VALUES (502, 44)"));
  }

  @Test
  void aTableThatRefersToItselfIsEmptiedAtOnce() {
    ann = session();
    bob = session();
    assertDone(
        auto(
            ann,
            "CREATE TABLE part (id BIGINT PRIMARY KEY, whole BIGINT REFERENCES part (id)"
                + " ON DELETE CASCADE)"));
    world.runFor(200_000);
    assertDone(auto(ann, "INSERT INTO part VALUES (1, 1)"));
    for (long i = 2; i < 20; i++) {
      assertDone(auto(bob, "INSERT INTO part VALUES (?, ?)", i, i / 2));
    }
    assertFailed(auto(bob, "INSERT INTO part VALUES (50, 51)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertDone(auto(ann, "DELETE FROM part WHERE id = 1"));
    assertThat(rows(auto(ann, "SELECT id FROM part"))).isEmpty();
  }

  @Test
  void aCascadeThawsEachTableThatItGoesThrough() {
    openShops("ON DELETE CASCADE");
    assertDone(
        auto(
            ann,
            "CREATE TABLE item (id BIGINT PRIMARY KEY, sale BIGINT REFERENCES sale (id)"
                + " ON DELETE CASCADE)"));
    world.runFor(200_000);
    assertDone(sell(bob, FAR, 0));
    assertDone(auto(bob, "INSERT INTO item VALUES (9000, 500)"));
    assertDone(auto(ann, "DELETE FROM shop WHERE id = 0"));
    assertThat(rows(auto(ann, "SELECT id FROM sale"))).isEmpty();
    assertThat(rows(auto(ann, "SELECT id FROM item"))).isEmpty();
  }
}
