package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.simulation.cluster.Simulations;

/** Two parts of the router call in one session, and seeds notice it. */
@Tag("mutant")
final class OwnSessionMutantsTest {
  private static final String SESSIONS = "router.call.SystemSession";

  @Test
  void changesOfTheSchemeHaveASessionOfTheirOwn() {
    Catch.assertCaught(
        Mutation.advised(
            "schemes are changed in the session that fills tables",
            SESSIONS,
            "id",
            WrongTurns.SchemesInTheSessionOfFills.class),
        (seed, tracer) -> Simulations.ofCrossingChanges(seed).run(seed, tracer));
  }

  @Test
  void eachUseHasASessionOfItsOwn() {
    Catch.assertCaught(
        Mutation.returns("all calls of a router are in one session", SESSIONS, "id", 1L << 40),
        (seed, tracer) -> Simulations.ofCrossingChanges(seed).run(seed, tracer));
  }
}
