package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules by which a right that was taken away is gone everywhere are missed by some seed. */
@Tag("mutant")
final class GrantMutantsTest {
  private static final Catch.Simulated GRANTS =
      (seed, tracer) -> Simulation.asDrawn().withGrants().run(seed, tracer);

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.withYes(
            "a REVOKE does not wait for sites", "sql.define.RightsChanges", "plan", "isEmpty"),
        Mutation.runsAtOnce(
            "a REVOKE is answered before its router knows",
            "router.definition.DefinitionReader",
            "read",
            1),
        Mutation.returns(
            "sites read for users who may not", "server.admission.CutReads", "mayCall", true));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void aSeedTells(Mutation mutation) {
    Catch.assertCaught(mutation, GRANTS);
  }
}
