package org.thetisdb.server.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.loan.Loans.Loan;

/** Stories about site 1 and site 2, which lend to site 3. */
final class LoansTest {
  private static final Loan PHASE_7 = new Loan(3, 1, 7);
  private static final Loan PHASE_9 = new Loan(3, 1, 9);

  private final Loans loans = new Loans();

  private void lends(int site, Loan loan) {
    loans.apply(Loans.lentKey(site), Loans.encode(loan));
  }

  private void givesBack(Loan loan) {
    loans.apply(Loans.givenBackKey(loan.borrower()), Loans.encode(loan));
  }

  @Test
  void atFirstEachHasItsOwn() {
    assertThat(loans.isEmpty()).isTrue();
    assertThat(loans.holderFor(1)).isEqualTo(1);
    assertThat(loans.owedBy(3)).isNull();
  }

  @Test
  void theBorrowerHasWhatWasLentUntilHeGivesItBack() {
    lends(1, PHASE_7);
    assertThat(loans.holderFor(1)).isEqualTo(3);
    assertThat(loans.holderFor(2)).as("who has not lent").isEqualTo(2);
    assertThat(loans.owedBy(3)).isEqualTo(PHASE_7);
    givesBack(PHASE_7);
    assertThat(loans.holderFor(1)).isEqualTo(1);
    assertThat(loans.isEmpty()).isTrue();
  }

  @Test
  void oneRowGivesBackWhatManyHaveLent() {
    lends(1, PHASE_7);
    lends(2, PHASE_7);
    givesBack(PHASE_7);
    assertThat(loans.isEmpty()).isTrue();
  }

  @Test
  void whatWasGivenBackBeforeItIsSeenIsNobodysLoan() {
    givesBack(PHASE_9);
    lends(1, PHASE_7);
    assertThat(loans.holderFor(1)).isEqualTo(1);
    assertThat(loans.lentBy(1)).isEqualTo(PHASE_7);
  }

  @Test
  void whatWasLentToASiteThatLeavesIsItsLendersAgain() {
    lends(1, PHASE_7);
    loans.onLeft(3);
    assertThat(loans.holderFor(1)).isEqualTo(1);
    lends(2, PHASE_9);
    assertThat(loans.isEmpty()).as("a loan that came too late").isTrue();
  }

  @Test
  void aLaterPhaseIsNotGivenBackWithAnEarlierOne() {
    lends(1, PHASE_9);
    givesBack(PHASE_7);
    assertThat(loans.holderFor(1)).isEqualTo(3);
  }

  @Test
  void aLaterIncarnationOwesNothingOfWhatAnEarlierOneGaveBackInALaterPhase() {
    lends(1, PHASE_9);
    lends(2, new Loan(3, 2, 8));
    assertThat(loans.owedBy(3)).as("the latest").isEqualTo(new Loan(3, 2, 8));
    givesBack(new Loan(3, 2, 8));
    assertThat(loans.isEmpty()).isTrue();
  }

  @Test
  void rowsThatAreDamagedAreRefused() {
    byte[] row = Loans.encode(PHASE_7);
    assertThatThrownBy(
            () -> loans.apply(Loans.lentKey(1), java.util.Arrays.copyOf(row, row.length + 1)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> loans.apply(new RowKey(Loans.TABLE_ID, new byte[] {0, 1, 1}), row))
        .isInstanceOf(CodecException.class);
  }
}
