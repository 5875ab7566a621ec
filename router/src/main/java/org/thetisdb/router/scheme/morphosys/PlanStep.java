package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.Move;

/** One change of the placement that a plan has, and why. Immutable. */
sealed interface PlanStep {
  /** One sentence for people. */
  String reason();

  /** What it is expected to cost and to save. */
  Expected expected();

  /**
   * What is expected of a step, in microseconds.
   *
   * @param costUs C: what it takes, with what it has others wait
   * @param benefitUs E: what transactions save within the horizon; less than nothing if they lose
   */
  record Expected(double costUs, double benefitUs) {
    /** net(S) = lambda * E - C. */
    double net(double lambda) {
      return lambda * benefitUs - costUs;
    }

    /** Whether nobody needs it and it is worth it all the same: it pays back so many times. */
    boolean paysBack(double lambda, double times) {
      return benefitUs > 0 && lambda * benefitUs > times * costUs;
    }
  }

  /** Partitions go to another master, all of them together. */
  record Remaster(List<Move> moves, String reason, Expected expected) implements PlanStep {
    /** Where they go. */
    int target() {
      return moves.get(0).to();
    }
  }

  /** A site gets copies of partitions, which others master, so that something can go there. */
  record AddCopies(LongHashSet partitions, int site, String reason, Expected expected)
      implements PlanStep {}

  /** A range gets a border. */
  record Split(Reshape change, String reason, Expected expected) implements PlanStep {}

  /** Two ranges become one. */
  record Merge(Reshape change, String reason, Expected expected) implements PlanStep {}
}
