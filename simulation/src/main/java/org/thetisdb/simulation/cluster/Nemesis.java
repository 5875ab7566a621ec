package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.SimulatedMembership;

/** Breaks things at random, one after the other, and often more than one at a time. */
final class Nemesis {
  /** What can break. */
  private enum Kind {
    KILL_SITE,
    KILL_ROUTER,
    KILL_MANY,
    KILL_WITH_APPENDS_UNDER_WAY,
    PAUSE_SITE,
    PAUSE_ROUTER,
    SLOW,
    CUT_LINK,
    CUT_FROM_REGISTRY,
    ISLAND,
    BREAK_CONNECTIONS,
    LOG_AWAY,
    READER_LAGS,
    APPEND_FAILS,
    REGISTRY_AWAY,
    CLOCK_JUMP,
    CHECKPOINT_DAMAGED,
    CHECKPOINT_IS_THE_LAST_DEED,
    DISK_FULL,
    MEMORY_FULL,
    MESSAGES_TWICE,
    /** Only where it is {@linkplain #loseDisks wanted}. */
    DISK_LOST
  }

  private final Surroundings surroundings;
  private final List<SiteMachine> sites;
  private final List<RouterMachine> routers;
  private final List<ClientMachine> clients;
  private final RandomGenerator random;
  private final List<Kind> kinds;
  private boolean active = true;
  private long calmUntilUs;
  private int faults;

  Nemesis(
      Surroundings surroundings,
      List<SiteMachine> sites,
      List<RouterMachine> routers,
      List<ClientMachine> clients) {
    this.surroundings = surroundings;
    this.sites = sites;
    this.routers = routers;
    this.clients = clients;
    this.random = surroundings.world().newRandom();
    this.kinds = drawKinds();
  }

  /** Begins to break things. */
  void start() {
    long gapUs = surroundings.settings().faultGapUs();
    if (gapUs > 0) {
      long pauseUs = 1 + (long) (-gapUs * Math.log(1 - random.nextDouble()));
      surroundings
          .world()
          .at(
              surroundings.world().nowUs() + pauseUs,
              () -> {
                if (active) {
                  strikeUnlessCalm();
                  start();
                }
              });
    }
  }

  /**
   * Breaks nothing any more, makes the links whole, and takes back what waits for its moment. What
   * is paused or down comes back.
   */
  void stop() {
    active = false;
    surroundings.network().heal();
    surroundings.log().failNoMore();
  }

  int faults() {
    return faults;
  }

  private void strikeUnlessCalm() {
    if (surroundings.world().nowUs() >= calmUntilUs) {
      strike();
    }
  }

  private void strike() {
    Kind kind = kinds.get(random.nextInt(kinds.size()));
    faults++;
    switch (kind) {
      case KILL_SITE -> kill(anySite());
      case KILL_ROUTER -> kill(anyRouter());
      case KILL_MANY -> killMany();
      case KILL_WITH_APPENDS_UNDER_WAY -> killWithAppendsUnderWay();
      case PAUSE_SITE -> pause(anySite());
      case PAUSE_ROUTER -> pause(anyRouter());
      case SLOW -> slowDown(random.nextBoolean() ? anySite() : anyRouter());
      case CUT_LINK -> cutLink();
      case CUT_FROM_REGISTRY -> cutFromRegistry(random.nextInt(3) == 0 ? anyRouter() : anySite());
      case ISLAND -> makeIsland();
      case BREAK_CONNECTIONS -> breakConnections();
      case LOG_AWAY -> logGoesAway();
      case READER_LAGS -> readerLags();
      case APPEND_FAILS -> appendFails();
      case REGISTRY_AWAY -> registryGoesAway();
      case CHECKPOINT_DAMAGED -> checkpointIsDamaged();
      case CHECKPOINT_IS_THE_LAST_DEED -> siteDiesAfterItsCheckpoint();
      case DISK_FULL -> diskIsFull();
      case MEMORY_FULL -> memoryIsFull();
      case MESSAGES_TWICE -> messagesComeTwice();
      case DISK_LOST -> diskIsLost();
      case CLOCK_JUMP -> clockJumps(random.nextBoolean() ? anySite() : anyRouter());
    }
  }

  /**
   * Some kinds only. A run in which everything breaks at the same rate hardly ever sees the same
   * thing break five times in a row.
   */
  private List<Kind> drawKinds() {
    List<Kind> drawn = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (kind != Kind.DISK_LOST && random.nextBoolean()) {
        drawn.add(kind);
      }
    }
    if (drawn.isEmpty()) {
      drawn.addAll(List.of(Kind.values()));
      drawn.remove(Kind.DISK_LOST);
    }
    return drawn;
  }

  /** Sites lose their disks, too. */
  void loseDisks() {
    kinds.add(Kind.DISK_LOST);
  }

  private SiteMachine anySite() {
    return sites.get(random.nextInt(sites.size()));
  }

  private RouterMachine anyRouter() {
    return routers.get(random.nextInt(routers.size()));
  }

  /** The router that led last. */
  private RouterMachine leader() {
    return Collections.max(routers, Comparator.comparingInt(RouterMachine::servedEpoch));
  }

  /** Mostly short, sometimes much longer than a lease. */
  private long someTimeUs() {
    long leaseUs = surroundings.settings().leaseUs();
    return switch (random.nextInt(4)) {
      case 0 -> 1_000 + random.nextLong(leaseUs / 10);
      case 1, 2 -> leaseUs / 4 + random.nextLong(leaseUs);
      default -> leaseUs + random.nextLong(4 * leaseUs);
    };
  }

  private void kill(Machine machine) {
    long pauseUs = someTimeUs();
    surroundings.trace("FAULT %s is killed, back after %d ms", machine.name(), pauseUs / 1000);
    machine.restartAfter(pauseUs);
  }

  private void killMany() {
    List<Machine> all = new ArrayList<>(sites);
    all.addAll(routers);
    boolean each = random.nextBoolean();
    for (Machine machine : all) {
      if (each || random.nextBoolean()) {
        kill(machine);
      }
    }
  }

  /** What the site did last waits for the logs, which are away, and is lost with it. */
  private void killWithAppendsUnderWay() {
    SiteMachine site = anySite();
    long durationUs = 2 + someTimeUs();
    surroundings.trace("FAULT the logs are away for %d ms", durationUs / 1000);
    surroundings.log().goAway(durationUs);
    surroundings
        .world()
        .at(
            surroundings.world().nowUs() + durationUs / 2,
            () -> {
              if (active) {
                kill(site);
                site.all().forEach(surroundings.log()::loseInFlight);
              }
            });
  }

  private void pause(Machine machine) {
    long pauseUs = someTimeUs();
    surroundings.trace("FAULT %s sleeps for %d ms", machine.name(), pauseUs / 1000);
    machine.process().pause(pauseUs);
  }

  private void slowDown(Machine machine) {
    long durationUs = someTimeUs();
    surroundings.trace("FAULT %s is slow for %d ms", machine.name(), durationUs / 1000);
    machine.process().slowDown(durationUs, 100 + random.nextInt(5_000));
  }

  private void cutLink() {
    RouterMachine router = anyRouter();
    cut(router.name(), peerOf(router, 4));
  }

  /** A client for one in so many times, now and then another router, else a site. */
  private String peerOf(RouterMachine router, int oneInIsAClient) {
    if (random.nextInt(oneInIsAClient) == 0) {
      return clients.get(random.nextInt(clients.size())).name();
    }
    RouterMachine other = anyRouter();
    return other != router && random.nextBoolean() ? other.name() : anySite().name();
  }

  private void cutFromRegistry(Machine machine) {
    cut(machine.name(), SimulatedMembership.REGISTRY);
  }

  /**
   * The router that leads, a site and a client reach each other and the logs, but nobody else. They
   * go on as before while others take their places for the other clients: only the log can tell
   * them. That takes time, in which nothing else breaks. Often it is the first site, which masters
   * all partitions at first in some clusters: then calls on the island need no other site.
   */
  private void makeIsland() {
    long leaseUs = surroundings.settings().leaseUs();
    long durationUs = 2 * leaseUs + random.nextLong(4 * leaseUs);
    calmUntilUs = surroundings.world().nowUs() + durationUs;
    SiteMachine site = random.nextBoolean() ? anySite() : sites.get(0);
    List<Machine> island = List.of(leader(), site);
    List<Machine> others = new ArrayList<>(sites);
    others.addAll(routers);
    others.removeAll(island);
    others.addAll(clients.subList(1, clients.size()));
    surroundings.trace(
        "FAULT %s and %s are an island for %d ms",
        island.get(0).name(), island.get(1).name(), durationUs / 1000);
    for (Machine machine : island) {
      others.forEach(other -> cutBoth(machine.name(), other.name(), durationUs));
      cutBoth(machine.name(), SimulatedMembership.REGISTRY, durationUs);
    }
  }

  private void cutBoth(String first, String second, long durationUs) {
    surroundings.network().cut(first, second, durationUs);
    surroundings.network().cut(second, first, durationUs);
  }

  private void cut(String first, String second) {
    long durationUs = someTimeUs();
    boolean there = random.nextInt(3) > 0;
    boolean back = !there || random.nextInt(3) > 0;
    surroundings.trace(
        "FAULT link %s %s %s for %d ms",
        first, there && back ? "<->" : there ? "->" : "<-", second, durationUs / 1000);
    if (there) {
      surroundings.network().cut(first, second, durationUs);
    }
    if (back) {
      surroundings.network().cut(second, first, durationUs);
    }
  }

  private void breakConnections() {
    RouterMachine first = anyRouter();
    String router = first.name();
    String other = peerOf(first, 3);
    surroundings.trace("FAULT connections of %s and %s break", router, other);
    surroundings.network().breakConnections(other, router);
    // A client that repeats a call may find a site that has not heard of its first run, or no log
    // that has.
    switch (random.nextInt(3)) {
      case 0 -> readerLags();
      case 1 -> logGoesAway();
      default -> {
        // Only the connections.
      }
    }
  }

  private void logGoesAway() {
    long durationUs = someTimeUs();
    surroundings.trace("FAULT the logs are away for %d ms", durationUs / 1000);
    surroundings.log().goAway(durationUs);
  }

  private void readerLags() {
    String site = anySite().name();
    long durationUs = someTimeUs();
    surroundings.trace("FAULT %s reads no logs for %d ms", site, durationUs / 1000);
    surroundings.log().lag(site, durationUs);
  }

  private void appendFails() {
    SiteMachine site = anySite();
    surroundings.trace("FAULT the next append of %s fails", site.name());
    surroundings.log().failNextAppend(site.id());
  }

  /** The newest checkpoint of a site, which then dies and needs it. */
  private void checkpointIsDamaged() {
    SiteMachine site = anySite();
    if (site.disk().damageNewest()) {
      surroundings.trace("FAULT the newest checkpoint of %s is damaged", site.name());
    }
    kill(site);
  }

  /**
   * A site dies with its disk, while every other site has a checkpoint, and one of those every row:
   * it has what logs do not have any more.
   */
  private void diskIsLost() {
    SiteMachine site = anySite();
    int full = surroundings.settings().fullSites();
    boolean isLastFull = full == 1 && site.id() == 1;
    boolean othersHave =
        sites.stream().allMatch(other -> other == site || other.disk().hasCheckpoints());
    if (othersHave && !isLastFull && full >= 0 && sites.size() > 1) {
      surroundings.trace("FAULT the disk of %s is lost", site.name());
      site.disk().lose();
    }
    kill(site);
  }

  /** What the checkpoint knows has to be in the logs already. */
  private void siteDiesAfterItsCheckpoint() {
    SiteMachine site = anySite();
    long durationUs = someTimeUs();
    surroundings.trace("FAULT %s will die after its next checkpoint", site.name());
    surroundings.log().goAway(durationUs);
    site.disk()
        .whenPublished(
            () -> {
              if (active) {
                kill(site);
                site.all().forEach(surroundings.log()::loseInFlight);
              }
            });
  }

  private void diskIsFull() {
    SiteMachine site = anySite();
    long durationUs = someTimeUs();
    surroundings.trace("FAULT the disk of %s is full for %d ms", site.name(), durationUs / 1000);
    site.disk().fill(surroundings.world().nowUs() + durationUs);
  }

  private void memoryIsFull() {
    SiteMachine site = anySite();
    long durationUs = someTimeUs();
    boolean headroom = random.nextBoolean();
    surroundings.trace(
        "FAULT the memory of %s is full%s for %d ms",
        site.name(), headroom ? " to the last byte" : "", durationUs / 1000);
    site.memory().fill(surroundings.world().nowUs() + durationUs, headroom);
  }

  private void messagesComeTwice() {
    long durationUs = someTimeUs();
    surroundings.trace("FAULT messages come twice for %d ms", durationUs / 1000);
    surroundings.network().deliverTwice(durationUs);
  }

  private void registryGoesAway() {
    long durationUs = someTimeUs();
    surroundings.trace("FAULT the registry is away for %d ms", durationUs / 1000);
    surroundings.membership().goAway(durationUs);
  }

  private void clockJumps(Machine machine) {
    if (random.nextBoolean()) {
      long byUs = someTimeUs();
      surroundings.trace("FAULT the clock of %s jumps by %d ms", machine.name(), byUs / 1000);
      machine.process().jumpClock(byUs);
    } else {
      long byUs = random.nextLong(-3_600_000_000L, 3_600_000_000L);
      surroundings.trace("FAULT the time of day of %s is set", machine.name());
      machine.process().setWallClock(byUs);
    }
  }
}
