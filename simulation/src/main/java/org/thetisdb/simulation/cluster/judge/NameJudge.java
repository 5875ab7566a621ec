package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.client.CallOutcome;

/**
 * Judges what statements learn of names. Each uses tables whose definition was acknowledged before
 * it was sent, and no workload drops one: so nobody may say that there is none, whichever router
 * has just begun to lead.
 */
public final class NameJudge {
  private static final int ENOUGH = 20;

  /** What the error says, also where it is the reason of another one. */
  private static final String NO_TABLE = "There is no table \"";

  private final List<String> problems = new ArrayList<>();

  /** A statement has ended. */
  public void onEnded(String sql, CallOutcome outcome) {
    boolean isMissed = !outcome.isCommitted() && outcome.toString().contains(NO_TABLE);
    if (isMissed && problems.size() < ENOUGH) {
      problems.add("names: \"" + sql + "\" ended with: " + outcome);
    }
  }

  /** What was found, in the order in which it was found. */
  public List<String> problems() {
    return problems;
  }
}
