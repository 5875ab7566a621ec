package org.thetisdb.router.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.EstimateRange;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;

/**
 * Has refusals wait until sites show that they still follow this router. What the catalog does not
 * allow or know, the router refuses by itself. One that has slept, and whose place was taken
 * meanwhile, would refuse by a catalog of before what somebody was told is in force. What it lets
 * through needs no such check: sites refuse what it sends.
 *
 * <p>More than half of the sites have to answer a question that they take of the leading router
 * alone: a later router serves only when each of them has promised to follow it, or is fenced. If
 * they do not answer in time, the refusals go as they are. All that come while a question is under
 * way share the next one. Owned by the engine's thread.
 */
public final class LeaderCheck {
  static final long PATIENCE_US = 1_000_000;

  /** More refusals do not wait. */
  static final int MOST = 4_096;

  /** Of no table: to look it up costs a site nothing. */
  private static final KeyInterval NOTHING = new KeyInterval(0, new byte[0], new byte[0]);

  private final SiteTable sites;
  private final Scheduler scheduler;
  private final Set<Long> unanswered = new HashSet<>();
  private List<Refusal> waiting = new ArrayList<>();
  private List<Refusal> behind = new ArrayList<>();
  private long question;
  private int missing;

  /** An answer that waits; one of the two is called. */
  public interface Refusal {
    /** It goes as it is. */
    void refuse();

    /** This router leads no more, and has run nothing: the client is to ask another one. */
    default void sendElsewhere(ThetisException why) {}
  }

  /** Nothing waits. */
  public LeaderCheck(SiteTable sites, Scheduler scheduler) {
    this.sites = sites;
    this.scheduler = scheduler;
  }

  /**
   * Whether a later catalog may allow it: an error of SQL's class for what is named and allowed.
   */
  public static boolean concerns(int errorNumber) {
    return errorNumber != 0 && ErrorCode.ofNumber(errorNumber).sqlState().startsWith("42");
  }

  /** Lets it go when this router is known to have led at this moment or later, or soon anyway. */
  public void beforeRefusal(Refusal refusal) {
    if (behind.size() >= MOST) {
      refusal.refuse();
      return;
    }
    behind.add(refusal);
    if (waiting.isEmpty()) {
      ask();
    }
  }

  private void ask() {
    List<Refusal> next = behind;
    behind = waiting;
    waiting = next;
    question++;
    unanswered.clear();
    int counted = 0;
    for (int site = 1; site <= sites.sites(); site++) {
      counted += sites.roster().counts(site) ? 1 : 0;
      if (sites.isUsable(site)) {
        long id = -(question * (Stamp.MAX_SITE + 1) + site);
        unanswered.add(id);
        sites.link(site).send(new EstimateRange(id, NOTHING));
      }
    }
    missing = counted / 2 + 1;
    long asked = question;
    scheduler.schedule(PATIENCE_US, () -> end(asked));
  }

  /**
   * A site has answered.
   *
   * @return whether it was asked by this
   */
  public boolean onAnswer(RangeEstimated told) {
    if (unanswered.remove(told.id()) && --missing == 0) {
      end(question);
    }
    return told.id() < 0;
  }

  /** The router leads no more. */
  public void close(ThetisException why) {
    List<Refusal> left = new ArrayList<>(waiting);
    left.addAll(behind);
    waiting.clear();
    behind.clear();
    left.forEach(refusal -> refusal.sendElsewhere(why));
  }

  private void end(long asked) {
    if (asked != question || waiting.isEmpty()) {
      return;
    }
    List<Refusal> done = waiting;
    waiting = new ArrayList<>();
    done.forEach(Refusal::refuse);
    if (!behind.isEmpty() && waiting.isEmpty()) {
      ask();
    }
  }
}
