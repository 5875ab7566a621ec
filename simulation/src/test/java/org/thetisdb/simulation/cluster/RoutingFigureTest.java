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
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.value.ValueCodec;

/**
 * What a second router adds where routing is the bound: a router takes 20 µs for each message that
 * it gets, and everything else takes next to no time. So many sessions that both routers always
 * have something to do call one after the other, mostly reads. docs/measurements/routers.md has the
 * figures.
 */
@Tag("slow")
final class RoutingFigureTest extends RouterFixture {
  private static final long TASK_US = 20;
  private static final int CLIENTS = 12;
  private static final int SESSIONS = 8;
  private static final long WARM_UP_US = 200_000;
  private static final long MEASURED_US = 300_000;

  private boolean measures;
  private long calls;

  RoutingFigureTest() {
    super(2);
  }

  @Override
  long routerTaskUs() {
    return TASK_US;
  }

  @ParameterizedTest
  @InTurn(oneIn = 2)
  @CsvSource({"100, 1.8", "95, 1.5", "50, 1.2", "0, 0.9"})
  void twoRoutersDoMoreThanOneTheMoreIsRead(int readPercent, double least) {
    double one = perSecond(List.of(leader()), readPercent);
    double both = perSecond(List.of(leader(), replica()), readPercent);
    System.out.printf(
        "%d %% reads: one router %,.0f calls/s, both %,.0f, %.2f times%n",
        readPercent, one, both, both / one);
    assertThat(both / one).isGreaterThanOrEqualTo(least);
  }

  /** Calls per second of sessions that are spread over routers. */
  private double perSecond(List<RouterMachine> used, int readPercent) {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      ClientMachine machine = new Caller(used.get(i % used.size()), 0).machine;
      for (int j = 0; j < SESSIONS; j++) {
        sessions.add(new Session(machine.core().openSession(), i * SESSIONS + j, readPercent));
      }
    }
    sessions.forEach(Session::next);
    world.runFor(WARM_UP_US);
    calls = 0;
    measures = true;
    world.runFor(MEASURED_US);
    measures = false;
    double perSecond = calls * 1e6 / MEASURED_US;
    sessions.forEach(session -> session.stopped = true);
    world.runFor(WARM_UP_US);
    return perSecond;
  }

  private final class Session {
    private final SessionCore session;
    private final long counter;
    private final int readPercent;
    private final Random random;
    private boolean stopped;

    Session(SessionCore session, long counter, int readPercent) {
      this.session = session;
      this.counter = counter;
      this.readPercent = readPercent;
      this.random = new Random(counter);
    }

    void next() {
      boolean isRead = random.nextInt(100) < readPercent;
      Object[] arguments = {counter, isRead ? counter + 1 : 1L};
      session.call(isRead ? "Sum" : "Raise", ValueCodec.encodeArguments(arguments), this::ended);
    }

    private void ended(CallOutcome outcome) {
      assertThat(outcome.isCommitted()).as("%s", outcome).isTrue();
      calls += measures ? 1 : 0;
      if (!stopped) {
        next();
      }
    }
  }
}
