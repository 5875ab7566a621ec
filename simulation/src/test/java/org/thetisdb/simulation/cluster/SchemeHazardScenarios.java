package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.config.RebalanceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.SimulatedNetwork;

/** Rules that single schemes have for themselves; {@code SchemeMutantsTest} tells the scenarios. */
final class SchemeHazardScenarios {
  private SchemeHazardScenarios() {}

  /** A fixture that notes which site has answered which calls. */
  private abstract static class Fixture extends RouterFixture {
    final Map<Integer, Integer> answeredBy = new HashMap<>();

    Fixture(SchemeSpec scheme, int partitionKeys, FirstMaster firstMaster) {
      super(1, scheme, partitionKeys, firstMaster);
    }

    Fixture(SchemeSpec scheme, int partitionKeys, FirstMaster firstMaster, Settings settings) {
      super(1, scheme, partitionKeys, firstMaster, settings);
    }

    final void open() {
      startCluster();
      surroundings
          .network()
          .watch(
              new SimulatedNetwork.Watcher() {
                @Override
                public void onSent(String from, Connection connection, Message message) {
                  if (message instanceof Executed) {
                    answeredBy.merge(Integer.parseInt(from.substring(5)), 1, Integer::sum);
                  }
                }

                @Override
                public void onClosed(Connection connection) {}
              });
    }

    final void read(Caller reader, long counter) {
      Object[] value = new Object[1];
      reader.session.call(
          "Sum",
          ValueCodec.encodeArguments(new Object[] {counter, counter}),
          outcome -> value[0] = outcome);
      runUntil(() -> value[0] != null, "the counter is read");
    }

    /** The first site is lost, and stays so. */
    final void updatesGoOn() {
      open();
      Caller writer = new Caller(leader(), 5);
      writer.from = 15;
      writer.start();
      runUntil(() -> writer.committed > 10, "calls go on");
      assertThat(answeredBy).as("all run at one site").containsOnlyKeys(1);
      sites.get(0).process().kill();
      world.runFor(4 * LEASE_US);
      answeredBy.clear();
      int before = writer.committed;
      runUntil(() -> writer.committed > before + 10, "calls go on where the next site lives");
      writer.stop();
      assertThat(answeredBy).containsOnlyKeys(2);
    }
  }

  /** {@code single-master}. */
  static final class SingleMaster extends Fixture {
    SingleMaster() {
      super(SchemeRegistry.SINGLE_MASTER, 10, FirstMaster.FIRST_SITE);
    }

    void allUpdatesRunAtTheNextSiteWhenTheFirstIsLost() {
      updatesGoOn();
    }
  }

  /** {@code pb-occ}. */
  static final class Primary extends Fixture {
    Primary() {
      super(SchemeRegistry.PB_OCC, 0, FirstMaster.FIRST_SITE);
    }

    void allCallsRunAtTheNextSiteWhenTheFirstIsLost() {
      updatesGoOn();
    }

    void backupsRunNoCallsAlsoNoneThatOnlyRead() {
      open();
      Caller writer = new Caller(leader(), 5);
      writer.start();
      runUntil(() -> writer.committed > 10, "calls go on");
      writer.stop();
      for (int i = 0; i < 20; i++) {
        read(new Caller(leader(), 0), 5);
      }
      assertThat(answeredBy).containsOnlyKeys(1);
    }
  }

  /** {@code schism}: cells in threes, beginning at the last site. */
  static final class Placed extends Fixture {
    Placed() {
      super(SchemeRegistry.SCHISM, 10, FirstMaster.SCATTERED);
    }

    private int preferredSite() {
      return surroundings.cluster().placed().site(PartitionId.of(16, 0));
    }

    void callsRunWhereThePlacementSays() {
      open();
      Caller writer = new Caller(leader(), 5);
      writer.start();
      runUntil(() -> writer.committed > 10, "calls go on");
      writer.stop();
      assertThat(answeredBy).containsOnlyKeys(preferredSite());
    }

    void whatWasRescuedReturnsToWhereThePlacementSays() {
      open();
      Caller writer = new Caller(leader(), 5);
      writer.start();
      runUntil(() -> writer.committed > 10, "calls go on");
      sites.get(preferredSite() - 1).process().kill();
      int before = writer.committed;
      runUntil(() -> writer.committed > before + 10, "calls go on elsewhere");
      sites.get(preferredSite() - 1).start();
      world.runFor(8 * LEASE_US);
      answeredBy.clear();
      world.runFor(LEASE_US);
      writer.stop();
      assertThat(answeredBy).containsOnlyKeys(preferredSite());
    }
  }

  /** {@code clay}: cells, dealt out over the sites, and a look at them each second. */
  static final class Clumped extends Fixture {
    private int prepared;

    Clumped() {
      super(
          SchemeRegistry.CLAY,
          10,
          FirstMaster.SCATTERED,
          ThetisSettings.builder().flag(RebalanceSettings.CLAY_INTERVAL_MS.name(), "1000").build());
    }

    void whatIsAccessedTogetherComesTogether() {
      open();
      surroundings
          .network()
          .watch(
              new SimulatedNetwork.Watcher() {
                @Override
                public void onSent(String from, Connection connection, Message message) {
                  prepared += message instanceof RouterToSite.Part ? 1 : 0;
                }

                @Override
                public void onClosed(Connection connection) {}
              });
      Caller caller = new Caller(leader(), 5);
      caller.from = 15;
      caller.start();
      runUntil(() -> caller.committed > 10, "calls go on");
      assertThat(prepared).as("at two sites at first").isGreaterThan(10);
      world.runFor(3_000_000);
      prepared = 0;
      int before = caller.committed;
      runUntil(() -> caller.committed > before + 100, "calls go on");
      caller.stop();
      assertThat(prepared).isZero();
    }
  }

  /** {@code morphosys}: cells, dealt out over the sites. */
  static final class Learned extends Fixture {
    private int releases;

    Learned() {
      super(SchemeRegistry.MORPHOSYS, 10, FirstMaster.SCATTERED);
    }

    private Caller shiftsBetweenTwoCells() {
      open();
      Caller caller = new Caller(leader(), 5);
      caller.from = 15;
      caller.start();
      runUntil(() -> caller.committed > 10, "what it writes is brought to one site");
      return caller;
    }

    void whatACallWritesIsBroughtTogether() {
      Caller caller = shiftsBetweenTwoCells();
      caller.stop();
      assertThat(caller.others).isZero();
    }

    void whatSavesNothingStaysWhereItIs() {
      Caller caller = shiftsBetweenTwoCells();
      runUntil(() -> caller.committed > 1_000, "the workload is known");
      surroundings
          .network()
          .watch(
              new SimulatedNetwork.Watcher() {
                @Override
                public void onSent(String from, Connection connection, Message message) {
                  releases += message instanceof RouterToSite.Release ? 1 : 0;
                }

                @Override
                public void onClosed(Connection connection) {}
              });
      world.runFor(8 * LEASE_US);
      caller.stop();
      assertThat(releases).isZero();
    }
  }
}
