package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules of logs that hold what has changed are left out (decision 0075), and seeds notice it. */
@Tag("mutant")
final class DeltaMutantsTest {
  private static final String INSTALL_BATCH = "store.InstallBatch";

  private static final String INSTALLER = "store.slab.Installer";

  static Stream<Mutation> mutations() {
    return Stream.of(
        // Where no byte moves, what is applied once more does no harm: rows that grow notice it.
        Mutation.returns("a delta follows whatever is there", INSTALLER, "isBase", true)
            .and(Mutation.returns("", "store.RowVersion", "isRowOf", true)),
        Mutation.skipped("rows of checkpoints hold nothing of the logs", INSTALL_BATCH, "setRedo"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DYNAMAST)::run);
  }
}
