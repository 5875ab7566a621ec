package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;

/** Tells the scenarios of serializable statements under each scheme whose masters are fixed. */
@Tag("slow")
final class SerializableStatementScenariosTest {
  /** Where masters prepare what was read. */
  @Nested
  @InTurn(oneIn = 3)
  final class UnderPartitionStore extends SerializableStatementScenarios {
    UnderPartitionStore() {
      super(SchemeRegistry.PARTITION_STORE);
    }
  }

  /** The same where reads go to any site. */
  @Nested
  @InTurn(oneIn = 3, from = 1)
  final class UnderMultiMaster extends SerializableStatementScenarios {
    UnderMultiMaster() {
      super(SchemeRegistry.MULTI_MASTER);
    }
  }

  /** Where all calls lock what they read (decision 0042). */
  @Nested
  @InTurn(oneIn = 3, from = 2)
  final class UnderReadLocks extends SerializableStatementScenarios {
    UnderReadLocks() {
      super(SchemeRegistry.DIST_S2PL);
    }
  }

  /** Where all calls are validated (decision 0049). */
  @Nested
  @InTurn(oneIn = 3)
  final class UnderValidation extends SerializableStatementScenarios {
    UnderValidation() {
      super(SchemeRegistry.DIST_OCC);
    }
  }
}
