package org.thetisdb.simulation.cluster;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.placement.SiteStanding;

/**
 * Sites join and leave while clients call and things break. An administrator asks through a client
 * and repeats what was not answered; a site that was admitted is started somewhat before or after
 * that, one that was drained ends by itself.
 */
final class Elasticity {
  private static final int MOST_SITES = 7;
  private static final long REPEAT_US = 100_000;
  private static final long LATEST_START_US = 1_000_000;

  private final Surroundings surroundings;
  private final List<SiteMachine> sites;
  private final ClientMachine administrator;
  private final SiteMaker maker;
  private final RandomGenerator random;
  private boolean active = true;
  private int highest;
  private int asked;
  private int changes;

  /** Makes machines of new sites. */
  interface SiteMaker {
    /** A machine that is not started yet. */
    SiteMachine make(int id);
  }

  /**
   * Nothing happens until {@link #start}.
   *
   * @param sites all there are; new ones are added
   */
  Elasticity(
      Surroundings surroundings,
      List<SiteMachine> sites,
      ClientMachine administrator,
      SiteMaker maker) {
    this.surroundings = surroundings;
    this.sites = sites;
    this.administrator = administrator;
    this.maker = maker;
    this.random = surroundings.world().newRandom();
    this.highest = surroundings.settings().sites();
  }

  /** Begins to change the cluster. */
  void start() {
    long gapUs = surroundings.settings().elasticGapUs();
    if (gapUs > 0) {
      after(
          1 + random.nextLong(2 * gapUs),
          () -> {
            if (active) {
              change();
              start();
            }
          });
    }
  }

  /** Begins no more changes; those that were asked for go on. */
  void stop() {
    active = false;
  }

  /** Whether all that was asked for has happened: nobody is about to join or to leave. */
  boolean isIdle() {
    return asked == 0 && sites.stream().allMatch(SiteMachine::isIdle);
  }

  /** How often a site was admitted or drained. */
  int changes() {
    return changes;
  }

  private void change() {
    if (asked > 0) {
      return;
    }
    if (random.nextBoolean() && highest < MOST_SITES) {
      admit(++highest);
    } else {
      SiteMachine machine = sites.get(random.nextInt(sites.size()));
      List<Integer> lanes = machine.all();
      drain(machine, lanes.get(lanes.size() == 1 ? 0 : random.nextInt(lanes.size())));
    }
  }

  private void admit(int id) {
    surroundings.trace("CHANGE site-%d is to join", id);
    asked++;
    after(
        random.nextLong(LATEST_START_US),
        () -> {
          SiteMachine machine = maker.make(id);
          sites.add(machine);
          machine.start();
          asked--;
        });
    ask(id, SiteStanding.JOINING, outcome -> {});
  }

  private void drain(SiteMachine machine, int site) {
    if (machine.isToLeave(site)) {
      return;
    }
    surroundings.trace("CHANGE site-%d is to leave", site);
    ask(
        site,
        SiteStanding.DRAINING,
        outcome -> {
          if (outcome.isCommitted()) {
            machine.setToLeave(site);
          }
        });
  }

  private void ask(int site, SiteStanding wanted, java.util.function.Consumer<CallOutcome> done) {
    asked++;
    askAgain(site, wanted, done);
  }

  private void askAgain(
      int site, SiteStanding wanted, java.util.function.Consumer<CallOutcome> done) {
    administrator
        .core()
        .changeSite(
            site,
            wanted,
            outcome -> {
              boolean refused = outcome.code() == ErrorCode.SITE_CHANGE_REFUSED;
              if (outcome.isCommitted() || refused) {
                surroundings.trace("CHANGE site-%d is %s%s", site, refused ? "not " : "", wanted);
                asked--;
                changes += refused ? 0 : 1;
                done.accept(outcome);
              } else {
                after(REPEAT_US, () -> askAgain(site, wanted, done));
              }
            });
  }

  private void after(long us, Runnable task) {
    surroundings.world().at(surroundings.world().nowUs() + us, task);
  }
}
