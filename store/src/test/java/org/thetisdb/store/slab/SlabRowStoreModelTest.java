package org.thetisdb.store.slab;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.store.OverflowConfig;
import org.thetisdb.store.contract.RowStoreModel;

/** Random operations on the engine in slabs and on the reference; a fifth of them for a change. */
final class SlabRowStoreModelTest {
  static List<Long> seeds() {
    return TestSet.oneIn(5, List.of(1L, 2L, 3L, 5L, 8L, 13L, 21L, 34L, 4_804L, 95_959L));
  }

  static List<Long> moreSeeds() {
    return TestSet.oneIn(5, LongStream.rangeClosed(1, 60).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("moreSeeds")
  void itAnswersAsTheReferenceDoes(long seed) {
    RowStoreModel.compare(seed, SlabRowStore::new);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void soItDoesWhenRowsLeaveMemoryAsSoonAsTheyMay(long seed) {
    OverflowConfig overflow = OverflowConfig.memory(RowStoreModel.LIMIT_BYTES, 0);
    RowStoreModel.compare(seed, config -> new SlabRowStore(config.withOverflow(overflow)));
  }
}
