package org.thetisdb.router.routing;

import java.util.List;
import org.thetisdb.router.routing.cost.StepOutcome;

/**
 * Why something was moved: the choice and what each site would have cost. Immutable.
 *
 * @param atUs when, on the router's clock
 * @param site what was chosen
 * @param moves what was to move
 * @param reason one sentence for people
 * @param factors names of the score's factors, in the order of the scores
 * @param unit of the scores; the least is best if it is a time
 * @param scores of each site that was a candidate; empty if there was no choice
 * @param outcome what it took, when that is known
 */
public record Decision(
    long atUs,
    int site,
    List<Move> moves,
    String reason,
    List<String> factors,
    String unit,
    List<SiteScores> scores,
    StepOutcome outcome) {

  /** One of which nobody will say what it took. */
  public Decision(
      long atUs,
      int site,
      List<Move> moves,
      String reason,
      List<String> factors,
      String unit,
      List<SiteScores> scores) {
    this(atUs, site, moves, reason, factors, unit, scores, new StepOutcome());
  }

  /** One that did not choose between sites by their scores. */
  public static Decision without(long atUs, int site, List<Move> moves, String reason) {
    return new Decision(atUs, site, moves, reason, List.of(), "", List.of());
  }

  /** The factors of one candidate. */
  public record SiteScores(int site, double[] values, double total) {}

  /** Whether it is about a partition. */
  public boolean isAbout(long partition) {
    for (Move move : moves) {
      if (move.partition() == partition) {
        return true;
      }
    }
    return false;
  }
}
