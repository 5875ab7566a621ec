package org.thetisdb.client.link;

import java.util.EnumSet;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;

/**
 * Decides what an error answer means for a request. A request is <em>doubtful</em> when it was sent
 * before and that answer never came: then "not run" speaks of the repetition only, and the first
 * sending may have committed.
 *
 * <table>
 * <caption>Decisions</caption>
 * <tr><th>answer</th><th>request sent once</th><th>doubtful request</th></tr>
 * <tr><td>rolled back</td><td>deliver</td><td>deliver</td></tr>
 * <tr><td>not run, router is leaving</td><td>send elsewhere</td><td>send elsewhere</td></tr>
 * <tr><td>not run, may pass</td><td>deliver</td><td>repeat later</td></tr>
 * <tr><td>not run, for good</td><td>deliver</td><td>deliver as unknown</td></tr>
 * <tr><td>unknown, may be found out</td><td>repeat later</td><td>repeat later</td></tr>
 * <tr><td>unknown, for good</td><td>deliver</td><td>deliver</td></tr>
 * </table>
 */
public final class AnswerPolicy {
  /** What to do with an error answer. */
  public enum Decision {
    /** The answer is final and as it stands. */
    DELIVER,
    /** The answer is final, but says less than it seems: the outcome is unknown. */
    DELIVER_UNKNOWN,
    /** Leave this router and send the request to another; it is as doubtful as before. */
    SEND_ELSEWHERE,
    /** Send the request again after a pause, as a repetition. */
    REPEAT_LATER,
    /** The transaction that the request was a part of can never commit. */
    DELIVER_ROLLED_BACK,
    /** The same, because the router is leaving: leave it, too. */
    LEAVE_ROLLED_BACK
  }

  private static final Set<ErrorCode> LEAVING =
      EnumSet.of(ErrorCode.NOT_LEADER, ErrorCode.SHUTTING_DOWN);

  private static final Set<ErrorCode> MAY_PASS =
      EnumSet.of(
          ErrorCode.OVERLOADED,
          ErrorCode.TIMED_OUT,
          ErrorCode.STATEMENT_TIMED_OUT,
          ErrorCode.LOG_UNAVAILABLE,
          ErrorCode.SITE_UNAVAILABLE,
          ErrorCode.NO_SITES);

  private static final Set<ErrorCode> MAY_BE_FOUND_OUT =
      EnumSet.of(ErrorCode.OUTCOME_UNKNOWN, ErrorCode.FENCED, ErrorCode.LOG_APPEND_FAILED);

  private AnswerPolicy() {}

  public static Decision decide(ErrorCode code, boolean doubtful) {
    if (LEAVING.contains(code)) {
      return Decision.SEND_ELSEWHERE;
    }
    if (MAY_BE_FOUND_OUT.contains(code)) {
      return Decision.REPEAT_LATER;
    }
    if (doubtful && saysNothingOfEarlierTries(code)) {
      return MAY_PASS.contains(code) ? Decision.REPEAT_LATER : Decision.DELIVER_UNKNOWN;
    }
    return Decision.DELIVER;
  }

  /** A repetition whose time was over while it waited was not compared with what it repeats. */
  private static boolean saysNothingOfEarlierTries(ErrorCode code) {
    return code.effect() == Effect.NOT_RUN || code == ErrorCode.STATEMENT_TIMED_OUT;
  }

  /**
   * The same for a statement of an open transaction that is not its COMMIT. It is never repeated,
   * and while no COMMIT was sent an unknown outcome is none: the transaction is rolled back.
   */
  public static Decision decideInTransaction(ErrorCode code) {
    if (LEAVING.contains(code)) {
      return Decision.LEAVE_ROLLED_BACK;
    }
    return MAY_BE_FOUND_OUT.contains(code) ? Decision.DELIVER_ROLLED_BACK : Decision.DELIVER;
  }

  /**
   * The same for a COMMIT that was sent once: the transaction dies with the router that held it.
   */
  public static Decision decideCommit(ErrorCode code) {
    return LEAVING.contains(code) ? Decision.LEAVE_ROLLED_BACK : decide(code, false);
  }
}
