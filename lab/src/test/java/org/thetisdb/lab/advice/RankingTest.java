package org.thetisdb.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.lab.advice.Ranking.Line;

/** Which scheme is advised, among lines with throughput and answer. */
class RankingTest {
  private static final SchemeSpec DYNAMAST = SchemeRegistry.find("dynamast");
  private static final SchemeSpec STAR = SchemeRegistry.find("star");
  private static final SchemeSpec COCO = SchemeRegistry.find("coco-pt");

  private static Line line(SchemeSpec scheme, double perSecond, double answerMs) {
    return new Line(scheme, perSecond, answerMs, "since it is so", "");
  }

  private static Ranking.Verdict verdict(double wantedMs, Line... lines) {
    return new Ranking(List.of(lines), DYNAMAST, wantedMs).verdict();
  }

  @Test
  void theFastestIsAdvisedIfNoAnswerIsWanted() {
    Ranking.Verdict verdict =
        verdict(0, line(DYNAMAST, 1_000, 2), line(STAR, 1_300, 6), line(COCO, 1_500, 9));
    assertThat(verdict.scheme()).contains(COCO);
    assertThat(verdict.text()).isEqualTo("Advice: coco-pt, for 50 % more.");
  }

  @Test
  void whoAnswersTooLateIsNot() {
    Ranking.Verdict verdict =
        verdict(7, line(DYNAMAST, 1_000, 2), line(STAR, 1_300, 6), line(COCO, 1_500, 9));
    assertThat(verdict.scheme()).contains(STAR);
  }

  @Test
  void lessThanATenthMoreIsNoReasonToChange() {
    Ranking.Verdict verdict = verdict(7, line(DYNAMAST, 1_000, 2), line(STAR, 1_050, 6));
    assertThat(verdict.scheme()).isEmpty();
    assertThat(verdict.text()).startsWith("Advice: stay with dynamast.");
  }

  @Test
  void aSoonerAnswerIsTakenIfTheSchemeInForceIsTooLate() {
    Ranking.Verdict verdict =
        verdict(3, line(DYNAMAST, 1_000, 8), line(STAR, 800, 2.5), line(COCO, 2_000, 9));
    assertThat(verdict.scheme()).contains(STAR);
    assertThat(verdict.text())
        .isEqualTo(
            "Advice: star, which answers after 2.50 ms where dynamast takes 8.00; throughput -20"
                + " %.");
  }

  @Test
  void ifNobodyIsSoonEnoughNothingIsChangedAndTheSoonestIsNamed() {
    Ranking.Verdict verdict = verdict(1, line(DYNAMAST, 1_000, 8), line(STAR, 800, 2.5));
    assertThat(verdict.scheme()).isEmpty();
    assertThat(verdict.text()).contains("within 1.00 ms").contains("star, after 2.50");
  }

  @Test
  void whatTheClusterCannotBeChangedToIsShownAndNotAdvised() {
    Line impossible = new Line(COCO, 5_000, 1, "", "needs another grid");
    Ranking ranking = new Ranking(List.of(line(DYNAMAST, 1_000, 2), impossible), DYNAMAST, 0);
    assertThat(ranking.verdict().scheme()).isEmpty();
    assertThat(ranking.table()).contains("(needs another grid)");
    assertThat(ranking.table().indexOf("coco-pt"))
        .as("below those that are possible")
        .isGreaterThan(ranking.table().indexOf("dynamast"));
    assertThat(ranking.verdict().text())
        .contains("stay with dynamast")
        .endsWith(
            "More is expected of coco-pt (+400 %), which is not possible here: see its line.");
  }

  @Test
  void whatIsNotPossibleIsNotNamedWhereItGainsLittle() {
    Line impossible = new Line(COCO, 1_350, 1, "", "needs another grid");
    Ranking.Verdict verdict =
        verdict(0, line(DYNAMAST, 1_000, 2), line(STAR, 1_300, 6), impossible);
    assertThat(verdict.text()).isEqualTo("Advice: star, for 30 % more.");
  }

  @Test
  void whatWasCountedGivesSharesAndAnAnswer() {
    Watched watched =
        Watched.between(
            new Watched.Counted(100, 10, 50), new Watched.Counted(1_000, 110, 150), 2, 9);
    assertThat(watched.perSecond()).isEqualTo(450);
    assertThat(watched.answerMs()).isEqualTo(20);
    assertThat(watched.againShare()).isEqualTo(0.1);
    assertThat(watched.refusedShare()).isEqualTo(0.1);
  }

  @Test
  void noAnswerIsSoonerThanThatOfACallAlone() {
    Watched watched = new Watched(1_000, 4, 0, 0);
    CostModel.Cost local = new CostModel.Cost(50, 600, "at one site", "a site is busy");
    CostModel.Cost epoch = new CostModel.Cost(50, 9_000, "waits for its epoch", "a site is busy");
    assertThat(watched.answerMsAt(2_000, epoch, local)).isEqualTo(9);
    assertThat(watched.answerMsAt(100, epoch, local)).isEqualTo(40);
  }

  @Test
  void whereMessagesAreFasterThanAssumedAnswersAreSooner() {
    Watched watched = new Watched(10_000, 2, 0, 0);
    CostModel.Cost local = new CostModel.Cost(50, 600, "at one site", "a site is busy");
    CostModel.Cost rounds = new CostModel.Cost(50, 1_100, "at two sites", "a site is busy");
    assertThat(watched.answerMsAt(10_000, rounds, local)).isEqualTo(0.7);
  }
}
