package org.thetisdb.server.scheme.deterministic;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/** Whoever conflicts with a later one that has committed is a fault, and nobody else is. */
class CommitOrderTest {
  private static final List<RowKey> NONE = List.of();
  private static final RowKey X = new RowKey(16, new byte[] {1});
  private static final RowKey Y = new RowKey(16, new byte[] {2});
  private static final KeyRange ALL = new KeyRange(16, new byte[0], new byte[0]);

  private final CommitOrder order = new CommitOrder();

  private void requireFault(Runnable commit) {
    assertThatThrownBy(commit::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("place 1 commits behind place 2");
  }

  @Test
  void whoReadsWhatALaterOneHasWritten() {
    order.commit(2, 1, NONE, List.of(), List.of(X));
    requireFault(() -> order.commit(1, 1, List.of(X), List.of(), NONE));
  }

  @Test
  void whoReadsARangeInWhichALaterOneHasWritten() {
    order.commit(2, 1, NONE, List.of(), List.of(X));
    requireFault(() -> order.commit(1, 1, NONE, List.of(ALL), NONE));
  }

  @Test
  void whoWritesWhatALaterOneHasRead() {
    order.commit(2, 1, List.of(X), List.of(), NONE);
    requireFault(() -> order.commit(1, 1, NONE, List.of(), List.of(X)));
  }

  @Test
  void whoWritesIntoARangeThatALaterOneHasRead() {
    order.commit(2, 1, NONE, List.of(ALL), NONE);
    requireFault(() -> order.commit(1, 1, NONE, List.of(), List.of(X)));
  }

  @Test
  void whoHasOnlyReadWhatALaterOneReadOrMeetsOtherRows() {
    order.commit(2, 1, List.of(X), List.of(), List.of(Y));
    assertThatCode(() -> order.commit(1, 1, List.of(X), List.of(), NONE))
        .doesNotThrowAnyException();
  }

  @Test
  void whatHasCommittedIsForgottenWhenNobodyEarlierIsLeft() {
    order.commit(2, 1, NONE, List.of(), List.of(X));
    order.commit(3, 3, List.of(X), List.of(), List.of(X));
    assertThatCode(() -> order.commit(4, 4, NONE, List.of(), List.of(X)))
        .doesNotThrowAnyException();
  }
}
