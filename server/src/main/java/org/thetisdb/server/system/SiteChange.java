package org.thetisdb.server.system;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.checkpoint.TrimTable;

/**
 * Decides whether a site's standing may change (decision 0008). Asked where the catalog is
 * mastered, so that changes come one after the other. Stateless.
 */
final class SiteChange {
  private SiteChange() {}

  /**
   * The standing that is to be written for a site; null if it is that far already.
   *
   * @throws ThetisException SITE_CHANGE_REFUSED
   */
  static SiteStanding decide(Roster roster, int site, SiteStanding wanted) {
    SiteStanding now = roster.standing(site);
    if (now != null && now.compareTo(wanted) >= 0) {
      return null;
    }
    return switch (wanted) {
      case JOINING -> admit(roster, site);
      case MEMBER -> activate(site, now);
      case DRAINING -> drain(roster, site, now);
      case GONE -> throw refused(site, "taken out", "drain it first");
    };
  }

  private static SiteStanding admit(Roster roster, int site) {
    if (site != roster.highest() + 1) {
      throw refused(site, "admitted", "the next number is " + (roster.highest() + 1));
    }
    if (site > Stamp.MAX_SITE) {
      throw refused(site, "admitted", "all numbers up to " + Stamp.MAX_SITE + " were given");
    }
    return SiteStanding.JOINING;
  }

  private static SiteStanding activate(int site, SiteStanding now) {
    if (now == null) {
      throw refused(site, "used", "it was never admitted");
    }
    return SiteStanding.MEMBER;
  }

  /**
   * Where no site holds every row, nobody could give a member what it has got and lost. So it is
   * one only when it can begin with what it has kept itself, or with logs from their beginning
   * (hazard 29).
   */
  static boolean isTooEarly(Roster roster, TrimTable trimPoints, int site, SiteStanding wanted) {
    return wanted == SiteStanding.MEMBER
        && roster.lacksFullSite()
        && !trimPoints.isKeptByOneOf(List.of(site), roster);
  }

  /** Says so. */
  static ThetisException tooEarly(int site) {
    return refused(site, "used", "it has no checkpoints of its own yet");
  }

  /**
   * One at a time: sites that leave name successors, and a successor must not be about to leave. A
   * site that no router ever used has nothing to give up.
   */
  private static SiteStanding drain(Roster roster, int site, SiteStanding now) {
    if (now == null) {
      throw refused(site, "drained", "there is no such site");
    }
    if (now == SiteStanding.JOINING) {
      return SiteStanding.GONE;
    }
    List<Integer> draining = roster.in(SiteStanding.DRAINING);
    if (!draining.isEmpty()) {
      String which = "site " + draining.get(0) + " is being drained, wait until it has left";
      throw refused(site, "drained", which);
    }
    if (roster.staying().size() < 2) {
      throw refused(site, "drained", "it is the last one; admit another one before");
    }
    if (roster.stayingFull().stream().noneMatch(other -> other != site)) {
      throw refused(
          site,
          "drained",
          roster.lacksFullSite()
              ? "no site holds every row, so none can take what nobody has moved"
              : "it is the last one that holds every row");
    }
    return SiteStanding.DRAINING;
  }

  private static ThetisException refused(int site, String what, String why) {
    return new ThetisException(ErrorCode.SITE_CHANGE_REFUSED, site, what, why);
  }
}
