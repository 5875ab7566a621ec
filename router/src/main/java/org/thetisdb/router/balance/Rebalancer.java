package org.thetisdb.router.balance;

import java.util.List;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.migration.Migrations;
import org.thetisdb.router.migration.Rebalancing;
import org.thetisdb.router.migration.SiteFilling;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.router.term.EngineParts;

/**
 * Looks from time to time whether partitions should move though no call needs it: away from a site
 * that leaves, to one that has joined, or as the scheme wants it, one group after the other. Owned
 * by the engine's thread.
 */
public final class Rebalancer {
  private static final long INTERVAL_US = 50_000;

  private final Scheduler scheduler;
  private final Scheme scheme;
  private final SiteChanges changes;
  private final Drain drain;
  private final SiteFilling filling;
  private final Migrations migrations;
  private final Rebalancing rebalancing;
  private final Moves moves;
  private final ReshapePolicy reshaping;
  private final Borders borders;
  private final WaitPriority precedence;

  /** Whether a group that the scheme wanted is on its way. */
  private boolean balancing;

  /** Whether nothing is to begin now. */
  private boolean paused;

  private boolean closed;

  /** Begins nothing before {@link #start}. */
  public Rebalancer(
      EngineParts parts,
      SiteChanges changes,
      Drain drain,
      SiteFilling filling,
      Migrations migrations,
      Rebalancing rebalancing,
      Moves moves,
      Borders borders,
      WaitPriority precedence) {
    this.scheduler = parts.scheduler();
    this.scheme = parts.scheme();
    this.changes = changes;
    this.drain = drain;
    this.filling = filling;
    this.migrations = migrations;
    this.rebalancing = rebalancing;
    this.moves = moves;
    this.reshaping = parts.reshaping();
    this.borders = borders;
    this.precedence = precedence;
  }

  /** Begins, when the router serves. */
  public void start() {
    scheduler.schedule(INTERVAL_US, this::step);
  }

  private void step() {
    if (closed) {
      return;
    }
    if (!paused) {
      look();
    }
    scheduler.schedule(INTERVAL_US, this::step);
  }

  private void look() {
    changes.activateJoined();
    drain.step();
    filling.step();
    migrations.step();
    rebalancing.step();
    if (!balancing) {
      scheme
          .rebalance(scheduler.clock().nowUs())
          .ifPresent(
              plan -> balance(moves.startable(precedence.unclaimed(plan.moves())), plan.reason()));
    }
    if (borders.underWay() == 0) {
      long nowUs = scheduler.clock().nowUs();
      if (scheme.needsBorders()) {
        reshaping.onNeeded(nowUs);
      }
      for (Reshape change : reshaping.plan(nowUs)) {
        if (scheme.wants(change, nowUs)) {
          borders.begin(change);
        } else {
          reshaping.onRefused(change);
        }
      }
    }
    if (!balancing) {
      reshaping
          .move(scheduler.clock().nowUs())
          .ifPresent(
              plan -> balance(moves.startable(precedence.unclaimed(plan.moves())), plan.reason()));
    }
  }

  private void balance(List<Move> startable, String reason) {
    if (!startable.isEmpty()) {
      balancing = true;
      moves.begin(startable, reason, null);
    }
  }

  /** A group has moved, or could not; those of calls and of the drain are not meant here. */
  public void onGroupDone(MoveGroup group) {
    if (group.cause() == null
        && !group.isReshape()
        && !drain.isDone(group)
        && !migrations.isDone(group)) {
      balancing = false;
    }
  }

  /** Begins no more until it is asked to go on. */
  public void pause() {
    paused = true;
    migrations.pause(true);
  }

  /** Begins what is to be done again. */
  public void goOn() {
    paused = false;
    migrations.pause(false);
  }

  /** Begins nothing any more: the router leads no more. */
  public void close() {
    closed = true;
  }
}
