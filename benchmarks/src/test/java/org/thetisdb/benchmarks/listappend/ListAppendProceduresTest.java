package org.thetisdb.benchmarks.listappend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.testing.ProcedureTester;

/** What the procedures do to the lists. */
class ListAppendProceduresTest {
  private final ProcedureTester db = new ProcedureTester();

  /** Both ways to append. */
  enum Appender {
    PLANNED,
    UNPLANNED;

    Procedure procedure() {
      return switch (this) {
        case PLANNED -> new AppendAndRead();
        case UNPLANNED -> new AppendUnplanned();
      };
    }
  }

  private static List<long[]> elements(Object result) {
    return ((List<?>) result).stream().map(list -> Lists.elements((byte[]) list)).toList();
  }

  @ParameterizedTest
  @EnumSource
  void appendsAndReadsHappenInTheirOrder(Appender appender) {
    Object result =
        db.call(appender.procedure(), List.of(5L, 0L, 5L, 11L, 5L, 0L, 7L, 12L, 5L, 13L, 5L, 0L));
    assertThat(elements(result)).containsExactly(new long[0], new long[] {11}, new long[] {11, 13});
    assertThat(elements(db.call(new ReadLists(), List.of(7L, 5L, 8L))))
        .containsExactly(new long[] {12}, new long[] {11, 13}, new long[0]);
  }

  @Test
  void listsAreBounded() {
    for (long i = 1; i <= Lists.MAX_ELEMENTS; i++) {
      db.call(new AppendUnplanned(), List.of(1L, i));
    }
    assertThatThrownBy(() -> db.call(new AppendAndRead(), List.of(1L, 77_777L)))
        .isInstanceOf(AbortException.class)
        .hasMessage("List 1 is full.");
  }

  @Test
  void whatIsNoPairOfKeyAndElementIsRefused() {
    assertThatThrownBy(() -> db.call(new AppendUnplanned(), List.of(1L)))
        .isInstanceOf(AbortException.class)
        .hasMessageContaining("pairs");
  }
}
