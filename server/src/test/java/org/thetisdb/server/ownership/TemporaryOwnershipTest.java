package org.thetisdb.server.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;

/** Scenarios about site 1 and site 2, which lend to site 3. */
final class TemporaryOwnershipTest {
  private static final Ownership PHASE_7 = new Ownership(3, 1, 7);
  private static final Ownership PHASE_9 = new Ownership(3, 1, 9);

  private final TemporaryOwnership ownerships = new TemporaryOwnership();

  private void lends(int site, Ownership ownership) {
    ownerships.apply(TemporaryOwnership.lentKey(site), TemporaryOwnership.encode(ownership));
  }

  private void givesBack(Ownership ownership) {
    ownerships.apply(
        TemporaryOwnership.givenBackKey(ownership.borrower()),
        TemporaryOwnership.encode(ownership));
  }

  @Test
  void atFirstEachHasItsOwn() {
    assertThat(ownerships.isEmpty()).isTrue();
    assertThat(ownerships.holderFor(1)).isEqualTo(1);
    assertThat(ownerships.owedBy(3)).isNull();
  }

  @Test
  void theBorrowerHasWhatWasLentUntilHeGivesItBack() {
    lends(1, PHASE_7);
    assertThat(ownerships.holderFor(1)).isEqualTo(3);
    assertThat(ownerships.holderFor(2)).as("who has not lent").isEqualTo(2);
    assertThat(ownerships.owedBy(3)).isEqualTo(PHASE_7);
    givesBack(PHASE_7);
    assertThat(ownerships.holderFor(1)).isEqualTo(1);
    assertThat(ownerships.isEmpty()).isTrue();
  }

  @Test
  void oneRowGivesBackWhatManyHaveLent() {
    lends(1, PHASE_7);
    lends(2, PHASE_7);
    givesBack(PHASE_7);
    assertThat(ownerships.isEmpty()).isTrue();
  }

  @Test
  void whatWasGivenBackBeforeItIsSeenIsNobodysOwnership() {
    givesBack(PHASE_9);
    lends(1, PHASE_7);
    assertThat(ownerships.holderFor(1)).isEqualTo(1);
    assertThat(ownerships.lentBy(1)).isEqualTo(PHASE_7);
  }

  @Test
  void whatWasLentToASiteThatLeavesIsItsLendersAgain() {
    lends(1, PHASE_7);
    ownerships.onLeft(3);
    assertThat(ownerships.holderFor(1)).isEqualTo(1);
    lends(2, PHASE_9);
    assertThat(ownerships.isEmpty()).as("a temporary ownership that came too late").isTrue();
  }

  @Test
  void aLaterPhaseIsNotGivenBackWithAnEarlierOne() {
    lends(1, PHASE_9);
    givesBack(PHASE_7);
    assertThat(ownerships.holderFor(1)).isEqualTo(3);
  }

  @Test
  void aLaterIncarnationOwesNothingThatAnEarlierGaveBack() {
    lends(1, PHASE_9);
    lends(2, new Ownership(3, 2, 8));
    assertThat(ownerships.owedBy(3)).as("the latest").isEqualTo(new Ownership(3, 2, 8));
    givesBack(new Ownership(3, 2, 8));
    assertThat(ownerships.isEmpty()).isTrue();
  }

  @Test
  void rowsThatAreDamagedAreRefused() {
    byte[] row = TemporaryOwnership.encode(PHASE_7);
    assertThatThrownBy(
            () ->
                ownerships.apply(
                    TemporaryOwnership.lentKey(1), java.util.Arrays.copyOf(row, row.length + 1)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(
            () ->
                ownerships.apply(
                    new RowKey(TemporaryOwnership.TABLE_ID, new byte[] {0, 1, 1}), row))
        .isInstanceOf(CodecException.class);
  }
}
