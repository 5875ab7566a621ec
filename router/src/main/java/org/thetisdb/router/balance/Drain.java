package org.thetisdb.router.balance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.migration.SiteEmptying;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.move.Owners;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.term.EngineParts;

/**
 * Takes a site out of the cluster (decision 0008). Where rows have to go with masters that stay,
 * they go {@linkplain SiteEmptying first}. What its calls write moves with them, since a scheme
 * sends nothing to a site that is drained; what nobody writes is moved from here, some at a time.
 * When the site masters nothing that has a place in the list of moves, it is asked to leave: the
 * last record of its log hands what never moved to the sites that stay.
 *
 * <p>It goes on from wherever another router stopped, since all that it needs is in the roster and
 * the placement. A site that is lost meanwhile is drained through its failover successor. Owned by
 * the engine's thread.
 */
public final class Drain {
  /** For so long only calls move partitions, each with those that it writes together. */
  private static final long DEMAND_US = 1_000_000;

  private static final int MOST_AT_ONCE = 256;

  private final Placement placement;
  private final SiteTable sites;
  private final SuccessorChoice successors;
  private final Moves moves;
  private final Scheduler scheduler;
  private final SiteEmptying emptying;
  private final Listener listener;
  private final Set<MoveGroup> underWay = new HashSet<>();
  private int site;
  private long sinceUs;
  private SiteLink asked;

  /** Hears of sites that leave. */
  public interface Listener {
    /** The site has left. */
    void onLeft(int site, List<Integer> successors);
  }

  /** No site leaves; {@code listener} hears of each that has left. */
  public Drain(EngineParts parts, Moves moves, SiteEmptying emptying, Listener listener) {
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.successors = parts.successors();
    this.scheduler = parts.scheduler();
    this.moves = moves;
    this.emptying = emptying;
    this.listener = listener;
  }

  /** Does what can be done now. Called from time to time. */
  void step() {
    List<Integer> draining = sites.roster().in(SiteStanding.DRAINING);
    int now = draining.isEmpty() ? 0 : draining.get(0);
    if (now != site) {
      site = now;
      sinceUs = scheduler.clock().nowUs();
      asked = null;
    }
    if (emptying.goesOn(site)) {
      sinceUs = scheduler.clock().nowUs();
      return;
    }
    boolean asking = asked != null && asked.isReady();
    if (site == 0 || asking || !underWay.isEmpty() || !successors.canRelease(site)) {
      return;
    }
    List<Integer> targets = targets();
    if (targets.isEmpty()) {
      return;
    }
    List<Move> left = movedThere(targets);
    if (left.isEmpty()) {
      askToLeave();
    } else if (scheduler.clock().nowUs() - sinceUs >= DEMAND_US) {
      move(left);
    }
  }

  /** Some of what the site masters and has a place in the list of moves. */
  private List<Move> movedThere(List<Integer> targets) {
    List<Move> found = new ArrayList<>();
    for (Owner owner : placement.masteredBy(site, MOST_AT_ONCE)) {
      // By where it begins: what is cut alike in several tables stays together.
      long begins = (PartitionId.index(owner.partition()) * 0x9E3779B97F4A7C15L) >>> 33;
      int at = (int) (begins % targets.size());
      found.add(new Move(owner.partition(), site, targets.get(at)));
    }
    return found;
  }

  private List<Integer> targets() {
    return sites.roster().stayingFull().stream().filter(sites::isUsable).toList();
  }

  private void move(List<Move> wanted) {
    TreeMap<Integer, List<Move>> byTarget = new TreeMap<>();
    for (Move move : moves.startable(wanted)) {
      byTarget.computeIfAbsent(move.to(), target -> new ArrayList<>()).add(move);
    }
    byTarget
        .values()
        .forEach(group -> underWay.add(moves.begin(group, "site " + site + " is drained", null)));
  }

  /** Whether a group was moved from here; then it is done. */
  boolean isDone(MoveGroup group) {
    return underWay.remove(group);
  }

  /**
   * All that could still grant the site something must have promised to follow this router, or be
   * fenced, and nothing may be on its way there.
   */
  private void askToLeave() {
    Roster roster = sites.roster();
    for (int other = 1; other <= roster.highest(); other++) {
      if (roster.counts(other) && !sites.isUsable(other) && !successors.hasSuccessor(other)) {
        return;
      }
    }
    if (!moves.involves(site)) {
      asked = successors.releaser(site);
      int onBehalfOf = asked.site() == site ? 0 : site;
      asked.send(new Leave(moves.nextId(), roster.stayingFull(), onBehalfOf));
    }
  }

  /** The site has left, or masters something that this router did not know of. */
  public void onAnswer(SiteLink link, Leave leave, Released answer) {
    int leaving = leave.onBehalfOf() == 0 ? link.site() : leave.onBehalfOf();
    asked = asked == link ? null : asked;
    if (answer.refused().isEmpty()) {
      listener.onLeft(leaving, leave.successors());
    } else {
      Owners.learn(placement, answer.refused());
    }
  }
}
