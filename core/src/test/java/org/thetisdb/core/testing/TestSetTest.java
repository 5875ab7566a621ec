package org.thetisdb.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TestSetTest {
  @Test
  void aPartOfFewIsNeverEmpty() {
    for (int size = 1; size <= 9; size++) {
      List<Integer> all = IntStream.range(0, size).boxed().toList();

      assertThat(TestSet.oneIn(4, all)).as("one in four of %d", size).isNotEmpty();
    }
  }
}
