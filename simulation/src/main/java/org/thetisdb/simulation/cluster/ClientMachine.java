package org.thetisdb.simulation.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.workload.SimulatedWorkload;

/**
 * Where one client lives, with its sessions. Clients are not killed, since they are what complains.
 */
final class ClientMachine extends Machine {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

  private final List<Address> routers;
  private final Upkeep upkeep;
  private ClientOptions options =
      ClientOptions.defaults().withCallTimeout(CALL_TIMEOUT).withPings(Duration.ofMillis(300), 3);

  private ClientCore core;

  ClientMachine(Surroundings surroundings, int id, List<Address> routers) {
    super(surroundings, "client-" + id);
    this.routers = routers;
    // Every other one looks after its connection as those of JDBC do.
    this.upkeep = id % 2 == 0 ? Upkeep.WHILE_WAITED_FOR : Upkeep.ALWAYS;
  }

  /** The same, which logs in as the user whose rights come and go. */
  ClientMachine asUser() {
    options = options.withUser(ComingGrants.USER, ComingGrants.PASSWORD);
    return this;
  }

  @Override
  void begin(SimulatedProcess process) {
    RandomGenerator draws = surroundings().world().newRandom();
    List<Address> rotated = new ArrayList<>(routers);
    Collections.rotate(rotated, draws.nextInt(routers.size()));
    core =
        new ClientCore(
            surroundings().network().transport(process),
            process.newLine(),
            draws,
            rotated,
            options,
            ClientCore.Observer.NONE,
            upkeep);
    core.start();
  }

  ClientCore core() {
    return core;
  }

  /** A session that calls one workload after the other until it is stopped. */
  final class Caller {
    private final int number;
    private final List<SimulatedWorkload> workloads;
    private final SessionCore session;
    private final RandomGenerator random;
    private boolean stopped;
    private boolean calling;
    private int callsLeft = Integer.MAX_VALUE;
    private int committed;
    private int aborted;
    private int unknown;
    private int troubled;

    Caller(int number, List<SimulatedWorkload> workloads) {
      this.number = number;
      this.workloads = workloads;
      this.session = core.openSession();
      this.random = surroundings().world().newRandom();
    }

    void start() {
      long thinkUs = surroundings().settings().thinkUs();
      surroundings()
          .world()
          .at(surroundings().world().nowUs() + random.nextLong(2 * thinkUs), this::call);
    }

    /** Starts to make so many calls and no more. */
    void startAndStopAfter(int calls) {
      callsLeft = calls;
      start();
    }

    private void call() {
      if (stopped || callsLeft == 0) {
        return;
      }
      callsLeft--;
      SimulatedWorkload workload = workloads.get(random.nextInt(workloads.size()));
      SimulatedWorkload.Call call = workload.next(number, random);
      long beginUs = surroundings().world().nowUs();
      calling = true;
      session.call(
          call.procedure(),
          ValueCodec.encodeArguments(call.arguments()),
          outcome -> {
            calling = false;
            count(call, outcome);
            workload.ended(call, outcome, beginUs, surroundings().world().nowUs());
            start();
          });
    }

    private void count(SimulatedWorkload.Call call, CallOutcome outcome) {
      if (outcome.isCommitted()) {
        committed++;
      } else if (outcome.isUnknown()) {
        unknown++;
        trace(call, outcome);
      } else {
        aborted++;
        if (outcome.code() != ErrorCode.ABORTED_BY_PROCEDURE) {
          troubled++;
          trace(call, outcome);
        }
      }
    }

    private void trace(SimulatedWorkload.Call call, CallOutcome outcome) {
      surroundings().trace("session %d: %s ended with: %s", number, call.procedure(), outcome);
    }

    /** Calls that failed for no fault of theirs. */
    int troubled() {
      return troubled + unknown;
    }

    /** Makes no more calls. */
    void stop() {
      stopped = true;
    }

    /** Whether all calls that it should make are answered. */
    boolean isDone() {
      return callsLeft == 0 && !calling;
    }

    boolean isCalling() {
      return calling;
    }

    int committed() {
      return committed;
    }

    int aborted() {
      return aborted;
    }

    int unknown() {
      return unknown;
    }
  }
}
