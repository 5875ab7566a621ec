package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Nested;
import org.thetisdb.core.scheme.SchemeRegistry;

/** Tells the stories of serializable statements under each scheme whose masters are fixed. */
final class SerializableStatementStoriesTest {
  /** Where masters prepare what was read. */
  @Nested
  final class UnderPartitionStore extends SerializableStatementStories {
    UnderPartitionStore() {
      super(SchemeRegistry.PARTITION_STORE);
    }
  }

  /** The same where reads go to any site. */
  @Nested
  final class UnderMultiMaster extends SerializableStatementStories {
    UnderMultiMaster() {
      super(SchemeRegistry.MULTI_MASTER);
    }
  }

  /** Where all calls lock what they read (decision 0042). */
  @Nested
  final class UnderReadLocks extends SerializableStatementStories {
    UnderReadLocks() {
      super(SchemeRegistry.DIST_S2PL);
    }
  }

  /** Where all calls are validated (decision 0049). */
  @Nested
  final class UnderValidation extends SerializableStatementStories {
    UnderValidation() {
      super(SchemeRegistry.DIST_OCC);
    }
  }
}
