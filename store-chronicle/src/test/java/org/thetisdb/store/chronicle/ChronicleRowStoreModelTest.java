package org.thetisdb.store.chronicle;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.store.contract.RowStoreModel;

/** Random operations on the engine and on the reference; a fifth of them for a change. */
final class ChronicleRowStoreModelTest {
  static List<Long> seeds() {
    return TestSet.oneIn(5, List.of(1L, 2L, 3L, 5L, 8L, 13L, 21L, 34L, 4_804L, 95_959L));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void itAnswersAsTheReferenceDoes(long seed) {
    RowStoreModel.compare(seed, ChronicleRowStore::new);
  }
}
