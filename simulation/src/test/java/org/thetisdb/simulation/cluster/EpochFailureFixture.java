package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.SimulatedNetwork;

/**
 * The fixture of scenarios of sites and routers that are lost at each step of an epoch (decision
 * 0050; section 4.2.2 of COCO's thesis names nine of them). Callers raise a counter each, and
 * others shift between counters whose primaries are different sites. Whatever was acknowledged is
 * there, once, and no shift is there by half.
 */
abstract class EpochFailureFixture extends RouterFixture {
  static final int CALLERS = 6;
  private static final long PAUSE_US = 300_000;

  /** What is still to come when calls go on: a take-over that is too late, a doubled answer. */
  private static final long AFTER_US = 200_000;

  final List<Caller> raisers = new ArrayList<>();
  final List<Caller> shifters = new ArrayList<>();

  /** Whether the moment came at which somebody is lost. */
  private boolean isLost;

  /** Who is lost. */
  enum Victim {
    EPOCH_COORDINATOR,
    MEMBER,
    ROUTER
  }

  EpochFailureFixture(SchemeSpec scheme) {
    this(scheme, Settings.defaults());
  }

  /** The same with settings of its own. */
  EpochFailureFixture(SchemeSpec scheme, Settings settings) {
    super(2, scheme, 0, FirstMaster.FIRST_SITE, settings);
  }

  /** Somebody is lost when the next message of a kind is on its way. */
  void tellOf(Class<? extends Message> moment, Victim victim) {
    beginCalls();
    loseAt(moment, machineOf(victim));
    if (moment == RouterToSite.BeginEpochView.class
        || moment == SiteToRouter.EpochViewBegun.class) {
      beginNextEpochView();
    }
    runUntilLost();
    runUntilAllGoOn();
    checkCounters();
  }

  void runUntilLost() {
    runUntil(() -> isLost, "the moment came");
  }

  /** Whoever is lost is missed, comes back, and each caller commits twice behind that. */
  void runUntilAllGoOn() {
    world.runFor(PAUSE_US + LEASE_US);
    Map<Caller, Integer> before =
        Stream.concat(raisers.stream(), shifters.stream())
            .collect(Collectors.toMap(caller -> caller, caller -> caller.committed));
    runUntil(
        () -> before.entrySet().stream().allMatch(e -> e.getKey().committed > e.getValue() + 1),
        "calls go on");
    world.runFor(AFTER_US);
  }

  /** A member is silent for a while, and calls go on at the others. */
  void tellOfSilence() {
    beginCalls();
    sites.get(2).process().pause(900_000);
    world.runFor(450_000);
    int before = committed();
    world.runFor(300_000);
    assertThat(committed() - before).as("calls in that time").isGreaterThan(CALLERS * 10);
    world.runFor(700_000);
    checkCounters();
  }

  private int committed() {
    return raisers.stream().mapToInt(caller -> caller.committed).sum();
  }

  private Supplier<Machine> machineOf(Victim victim) {
    return switch (victim) {
      case EPOCH_COORDINATOR -> () -> sites.get(0);
      case MEMBER -> () -> sites.get(1);
      case ROUTER -> this::leader;
    };
  }

  void beginCalls() {
    for (int id = 1; id <= CALLERS; id++) {
      Caller raiser = new Caller(leader(), 10 * id + id % 3);
      raisers.add(raiser);
      raiser.start();
      Caller shifter = new Caller(leader(), 1_000 + id);
      shifter.from = shiftedFrom(id);
      shifters.add(shifter);
      shifter.start();
    }
    world.runFor(100_000);
    assertThat(raisers).allMatch(caller -> caller.committed > 0);
    assertThat(shifters).allMatch(caller -> caller.committed > 0);
  }

  /** The counter from which a caller shifts: each has its own. */
  long shiftedFrom(int id) {
    return 2_000L + 2L * id;
  }

  /** An interactive COMMIT has the epoch view end; so the next one begins. */
  private void beginNextEpochView() {
    statement(
        new SqlSessionCore(raisers.get(0).machine.core()),
        "CREATE TABLE t (id BIGINT PRIMARY KEY)");
    sites.get(2).process().kill();
    world.at(world.nowUs() + PAUSE_US, () -> sites.get(2).start());
  }

  /** When the next message of a kind is sent, once, somebody is killed before it arrives. */
  void loseAt(Class<? extends Message> moment, Supplier<Machine> victim) {
    isLost = false;
    surroundings
        .network()
        .watch(
            new SimulatedNetwork.Watcher() {
              @Override
              public void onSent(String from, Connection connection, Message message) {
                if (!isLost && moment.isInstance(message)) {
                  isLost = true;
                  world.at(world.nowUs() + 1, () -> victim.get().restartAfter(PAUSE_US));
                }
              }

              @Override
              public void onClosed(Connection connection) {}
            });
  }

  void checkCounters() {
    raisers.forEach(Caller::stop);
    shifters.forEach(Caller::stop);
    Caller[] all = Stream.concat(raisers.stream(), shifters.stream()).toArray(Caller[]::new);
    for (Caller caller : raisers) {
      assertThat(value(caller.counter(), all))
          .as("counter %s of one who has committed %s", caller.counter(), caller.committed)
          .isBetween((long) caller.committed, (long) caller.committed + caller.others);
    }
    Map<Long, Long> shifted = new TreeMap<>();
    for (Caller caller : shifters) {
      long to = value(caller.counter(), all);
      assertThat(to).isBetween((long) caller.committed, (long) caller.committed + caller.others);
      shifted.merge(caller.from, -to, Long::sum);
    }
    shifted.forEach(
        (from, left) -> assertThat(value(from, all)).as("the other half").isEqualTo(left));
  }
}
