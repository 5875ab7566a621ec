package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.SimulatedNetwork;

/**
 * Stories of sites and routers that are lost at each step of an epoch (decision 0050; section 4.2.2
 * of COCO's thesis names nine of them). Callers raise a counter each, and others shift between
 * counters whose primaries are different sites. Whatever was acknowledged is there, once, and no
 * shift is there by half.
 */
final class EpochFailureStoriesTest extends RouterStage {
  private static final int CALLERS = 6;
  private static final long PAUSE_US = 300_000;

  private final List<Caller> raisers = new ArrayList<>();
  private final List<Caller> shifters = new ArrayList<>();

  /** Who is lost. */
  private enum Victim {
    KEEPER,
    MEMBER,
    ROUTER
  }

  EpochFailureStoriesTest() {
    super(2, SchemeRegistry.COCO_PT, 0, FirstMaster.FIRST_SITE);
  }

  static Stream<Arguments> moments() {
    return Stream.of(
            RouterToSite.BeginEra.class,
            SiteToRouter.EraBegun.class,
            RouterToSite.RunInEra.class,
            SiteToRouter.RanInEra.class,
            RouterToSite.Validate.class,
            SiteToRouter.Validated.class,
            RouterToSite.Install.class,
            RouterToSite.CommitEpoch.class,
            SiteToRouter.EpochCommitted.class,
            RouterToSite.EpochOver.class)
        .flatMap(moment -> Stream.of(Victim.values()).map(victim -> Arguments.of(moment, victim)));
  }

  @ParameterizedTest
  @MethodSource("moments")
  void whatWasAcknowledgedIsThereOnce(Class<? extends Message> moment, Victim victim) {
    beginCalls();
    loseAt(moment, homeOf(victim));
    if (moment == RouterToSite.BeginEra.class || moment == SiteToRouter.EraBegun.class) {
      beginNextEra();
    }
    world.runFor(3_000_000);
    checkCounters();
  }

  @Test
  void anEpochIsLostTwiceInARow() {
    beginCalls();
    loseAt(RouterToSite.CommitEpoch.class, () -> sites.get(0));
    world.runFor(700_000);
    loseAt(RouterToSite.Install.class, () -> sites.get(2));
    world.runFor(3_000_000);
    checkCounters();
  }

  @Test
  void callsGoOnWithTheMembersThatAreLeft() {
    beginCalls();
    world.runFor(200_000);
    sites.get(2).process().kill();
    world.runFor(2_000_000);
    int before = raisers.stream().mapToInt(caller -> caller.committed).sum();
    world.runFor(500_000);
    int after = raisers.stream().mapToInt(caller -> caller.committed).sum();
    assertThat(after - before).as("calls in half a second").isGreaterThan(CALLERS * 10);
    sites.get(2).start();
    world.runFor(1_000_000);
    checkCounters();
  }

  private Supplier<Home> homeOf(Victim victim) {
    return switch (victim) {
      case KEEPER -> () -> sites.get(0);
      case MEMBER -> () -> sites.get(1);
      case ROUTER -> this::leader;
    };
  }

  private void beginCalls() {
    for (int id = 1; id <= CALLERS; id++) {
      Caller raiser = new Caller(leader(), 10 * id + id % 3);
      raisers.add(raiser);
      raiser.start();
      Caller shifter = new Caller(leader(), 1_000 + id);
      shifter.from = 2_000L + 2L * id;
      shifters.add(shifter);
      shifter.start();
    }
    world.runFor(100_000);
    assertThat(raisers).allMatch(caller -> caller.committed > 0);
    assertThat(shifters).allMatch(caller -> caller.committed > 0);
  }

  /** An interactive COMMIT has the era end; so the next one begins. */
  private void beginNextEra() {
    statement(
        raisers.get(0).home.core().openSqlSession(), "CREATE TABLE t (id BIGINT PRIMARY KEY)");
    sites.get(2).process().kill();
    world.at(world.nowUs() + PAUSE_US, () -> sites.get(2).start());
  }

  /** When the next message of a kind is sent, somebody is killed before it arrives. */
  private void loseAt(Class<? extends Message> moment, Supplier<Home> victim) {
    boolean[] done = {false};
    surroundings
        .network()
        .watch(
            new SimulatedNetwork.Watcher() {
              @Override
              public void onSent(String from, Connection connection, Message message) {
                if (!done[0] && moment.isInstance(message)) {
                  done[0] = true;
                  world.at(world.nowUs() + 1, () -> victim.get().restartAfter(PAUSE_US));
                }
              }

              @Override
              public void onClosed(Connection connection) {}
            });
  }

  private void checkCounters() {
    raisers.forEach(Caller::stop);
    shifters.forEach(Caller::stop);
    Caller[] all = Stream.concat(raisers.stream(), shifters.stream()).toArray(Caller[]::new);
    for (Caller caller : raisers) {
      assertThat(value(caller.counter(), all))
          .as("counter %s of one who has committed %s", caller.counter(), caller.committed)
          .isBetween((long) caller.committed, (long) caller.committed + caller.others);
    }
    for (Caller caller : shifters) {
      long to = value(caller.counter(), all);
      assertThat(value(caller.from, all)).as("the other half").isEqualTo(-to);
      assertThat(to).isBetween((long) caller.committed, (long) caller.committed + caller.others);
    }
  }
}
