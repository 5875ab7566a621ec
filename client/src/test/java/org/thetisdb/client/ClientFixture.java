package org.thetisdb.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.value.ValueCodec;

/** A client, its network and its clock, and a first router. */
final class ClientFixture {
  static final Address FIRST = new Address("first", 1);
  static final Address SECOND = new Address("second", 2);
  static final ClientOptions OPTIONS =
      ClientOptions.defaults()
          .withCallTimeout(Duration.ofSeconds(10))
          .withPings(Duration.ofSeconds(1), 3)
          .withMaxQueuedPerSession(4);

  final VirtualTime scheduler = new VirtualTime();
  final FakeNetwork network = new FakeNetwork(scheduler, 0);
  final List<String> losses = new ArrayList<>();
  final ClientCore client;

  ClientFixture(Address... addresses) {
    this(Upkeep.ALWAYS, addresses);
  }

  ClientFixture(Upkeep upkeep, Address... addresses) {
    this(OPTIONS, upkeep, addresses);
  }

  ClientFixture(ClientOptions options, Upkeep upkeep, Address... addresses) {
    client =
        new ClientCore(
            network,
            scheduler,
            new SplittableRandom(7),
            List.of(addresses),
            options,
            new ClientCore.Observer() {
              @Override
              public void onLost(String reason) {
                losses.add(reason);
              }
            },
            upkeep);
  }

  FakeRouter router(Address address) {
    return new FakeRouter(network, scheduler, address);
  }

  void start() {
    client.start();
    scheduler.settle();
  }

  /** Makes a call and returns where its outcome will be. */
  Outcome call(SessionCore session, String procedure) {
    Outcome outcome = new Outcome();
    session.call(procedure, ValueCodec.encodeArguments(), outcome);
    scheduler.settle();
    return outcome;
  }

  /** An outcome that may still be open; a second one is a fault. */
  static final class Outcome implements CallCallback {
    private CallOutcome outcome;

    @Override
    public void onOutcome(CallOutcome arrival) {
      if (outcome != null) {
        throw new AssertionError("a second outcome: " + arrival);
      }
      outcome = arrival;
    }

    boolean isOpen() {
      return outcome == null;
    }

    CallOutcome get() {
      if (outcome == null) {
        throw new AssertionError("the call has not ended");
      }
      return outcome;
    }
  }
}
