package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.SimulatedLog;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.cluster.trouble.KillPoint;
import org.thetisdb.simulation.cluster.trouble.RecordKind;

/**
 * Kills processes around the appends of records, at each {@link KillPoint} once at most. What is
 * written seldom is struck at once, of what is written all the time some records pass before.
 * Between two strikes there is time to recover, which is not always enough.
 */
final class KillPoints implements SimulatedLog.Gate {
  private static final int ONE_IN = 3;
  private static final int ONE_COMMIT_IN = 25;
  private static final long LONGEST_CALM_US = 700_000;

  private final Surroundings surroundings;
  private final List<SiteMachine> sites;
  private final List<RouterMachine> routers;
  private final RandomGenerator random;
  private final Map<RecordKind, List<KillPoint.Victim>> left = new EnumMap<>(RecordKind.class);
  private final List<KillPoint> met = new ArrayList<>();
  private boolean active = true;
  private long calmUntilUs;
  private RecordKind last;
  private KillPoint due;

  /** Strikes from now on. */
  KillPoints(Surroundings surroundings, List<SiteMachine> sites, List<RouterMachine> routers) {
    this.surroundings = surroundings;
    this.sites = sites;
    this.routers = routers;
    this.random = surroundings.world().newRandom();
    for (RecordKind kind : RecordKind.values()) {
      left.put(kind, new ArrayList<>(List.of(KillPoint.Victim.values())));
    }
    surroundings.log().setGate(this);
  }

  /** Kills nobody any more. */
  void stop() {
    active = false;
  }

  /** What was struck. */
  List<KillPoint> met() {
    return met;
  }

  @Override
  public boolean letsIn(SimulatedProcess writer, int site, byte[] entry) {
    due = active && writer.isAlive() ? choose(RecordKind.of(entry, writer.name())) : null;
    if (due == null) {
      return true;
    }
    note(writer, due);
    if (due.victim() != KillPoint.Victim.WRITER_BEFORE) {
      return true;
    }
    due = null;
    kill(siteOf(writer));
    return false;
  }

  @Override
  public void isIn(SimulatedProcess writer, int site, byte[] entry) {
    KillPoint now = due;
    due = null;
    if (now != null) {
      switch (now.victim()) {
        case WRITER_BEHIND -> kill(siteOf(writer));
        case ROUTER_BEHIND -> kill(leader());
        default -> {
          kill(siteOf(writer));
          kill(leader());
        }
      }
    }
  }

  /** What is written seldom may strike while the cluster recovers from another strike. */
  private KillPoint choose(Set<RecordKind> kinds) {
    for (RecordKind kind : kinds) {
      if (!kind.isEveryday() && isLeft(kind) && (isCalmOver() || kind != last)) {
        return next(kind);
      }
    }
    for (RecordKind kind : kinds) {
      int oneIn = kind == RecordKind.COMMIT ? ONE_COMMIT_IN : ONE_IN;
      boolean mayStrike = kind.isEveryday() && isLeft(kind) && isCalmOver();
      if (mayStrike && random.nextInt(oneIn) == 0) {
        return next(kind);
      }
    }
    return null;
  }

  private boolean isCalmOver() {
    return surroundings.world().nowUs() >= calmUntilUs;
  }

  private boolean isLeft(RecordKind kind) {
    return !left.get(kind).isEmpty();
  }

  private KillPoint next(RecordKind kind) {
    List<KillPoint.Victim> victims = left.get(kind);
    return new KillPoint(kind, victims.remove(random.nextInt(victims.size())));
  }

  private void note(SimulatedProcess writer, KillPoint point) {
    met.add(point);
    last = point.kind();
    calmUntilUs = surroundings.world().nowUs() + random.nextLong(LONGEST_CALM_US);
    surroundings.trace("FAULT %s writes %s: %s", writer.name(), point.kind(), point.victim());
  }

  /**
   * Mostly as long as it takes to start, now and then so long that another site is its failover
   * successor.
   */
  private void kill(Machine machine) {
    long leaseUs = surroundings.settings().leaseUs();
    long lostUs = 1_000L * surroundings.settings().siteLostMs();
    machine.restartAfter(
        random.nextInt(3) > 0
            ? 1 + random.nextLong(leaseUs)
            : leaseUs + lostUs + random.nextLong(leaseUs));
  }

  private SiteMachine siteOf(SimulatedProcess writer) {
    for (SiteMachine site : sites) {
      if (site.name().equals(writer.name())) {
        return site;
      }
    }
    throw new IllegalStateException("nobody knows " + writer.name());
  }

  private RouterMachine leader() {
    return Collections.max(routers, Comparator.comparingInt(RouterMachine::servedEpoch));
  }
}
