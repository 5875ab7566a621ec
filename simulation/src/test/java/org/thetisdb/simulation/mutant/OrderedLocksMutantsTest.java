package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/**
 * Rules that only locks in a fixed order need are left out (decision 0071), and seeds notice it.
 */
@Tag("mutant")
final class OrderedLocksMutantsTest {
  private static final String LOCKS = "server.lock.OrderedLocks";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.skipped("what is only read is not locked in order", LOCKS, "askForReads")
            .and(Mutation.skipped("", LOCKS, "giveBackReads")),
        Mutation.returns(
            "who meets more than it has locked goes on",
            "server.scheme.deterministic.OrderedCalls",
            "keepsToLocks",
            true),
        Mutation.returns(
            "ranges are not locked in order", "server.lock.Overlap", "isBetween", false));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.CALVIN)::run);
  }
}
