package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/**
 * What lanes add to one machine where its engine is the bound: an engine takes 20 µs for each task,
 * and everything else takes next to no time. Each session raises a counter of its own again and
 * again, or now and then shifts one from another session's. The figures stand in
 * docs/measurements/simulated-figures.md.
 */
@Tag("slow")
final class LaneFigureTest {
  private static final long TASK_US = 20;
  private static final int CLIENTS = 12;
  private static final int SESSIONS = 40;
  private static final long WARM_UP_US = 250_000;
  private static final long MEASURED_US = 150_000;

  /** Cells of the grid are ten counters wide: each session has one. */
  private static final int CELL = 10;

  @ParameterizedTest
  @CsvSource({"2, 0, 1.8", "4, 0, 3.2", "2, 1, 1.5", "4, 1, 2.5", "4, 10, 1"})
  @InTurn(oneIn = 5)
  void lanesDoMoreThanOneEngine(int lanes, int crossingPercent, double least) {
    double one = new Machine(1).perSecond(crossingPercent);
    double all = new Machine(lanes).perSecond(crossingPercent);
    System.out.printf(
        "%d lanes, %d %% over two counters: one lane %,.0f calls/s, all %,.0f, %.2f times%n",
        lanes, crossingPercent, one, all, all / one);
    assertThat(all / one).isGreaterThanOrEqualTo(least);
  }

  /** One machine with lanes. */
  private static final class Machine extends RouterFixture {
    private boolean measures;
    private long calls;

    Machine(int lanes) {
      super(1, SchemeRegistry.DYNAMAST, CELL, FirstMaster.SCATTERED, 0, lanes, lanes);
      startCluster();
    }

    @Override
    long siteTaskUs() {
      return TASK_US;
    }

    double perSecond(int crossingPercent) {
      List<Session> sessions = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        ClientMachine machine = new Caller(leader(), 0).machine;
        for (int j = 0; j < SESSIONS; j++) {
          long counter = (long) CELL * (1 + i * SESSIONS + j);
          sessions.add(new Session(machine.core().openSession(), counter, crossingPercent));
        }
      }
      sessions.forEach(Session::next);
      world.runFor(WARM_UP_US);
      measures = true;
      world.runFor(MEASURED_US);
      return calls * 1e6 / MEASURED_US;
    }

    private final class Session {
      private final SessionCore session;
      private final long counter;
      private final int crossingPercent;
      private final Random random;

      Session(SessionCore session, long counter, int crossingPercent) {
        this.session = session;
        this.counter = counter;
        this.crossingPercent = crossingPercent;
        this.random = new Random(counter);
      }

      void next() {
        if (random.nextInt(100) < crossingPercent) {
          long other = (long) CELL * (1 + random.nextInt(CLIENTS * SESSIONS));
          Object[] arguments = {other == counter ? counter + 1 : other, counter, 1L};
          session.call("Shift", ValueCodec.encodeArguments(arguments), this::ended);
        } else {
          session.call(
              "Raise", ValueCodec.encodeArguments(new Object[] {counter, 1L}), this::ended);
        }
      }

      private void ended(CallOutcome outcome) {
        assertThat(outcome.isCommitted()).as("%s", outcome).isTrue();
        calls += measures ? 1 : 0;
        next();
      }
    }
  }
}
