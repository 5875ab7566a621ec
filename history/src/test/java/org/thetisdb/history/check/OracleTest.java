package org.thetisdb.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.history.History;
import org.thetisdb.history.SmallHistories;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** The checker against trying everything, on thousands of small histories; at night on more. */
class OracleTest {
  private static final int SEEDS = Boolean.getBoolean("thetis.long") ? 20_000 : 5_000;

  @ParameterizedTest
  @EnumSource
  void theCheckerSaysWhatTryingEverythingSays(Level level) {
    int held = 0;
    int violated = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      History history = SmallHistories.of(seed);
      boolean possible = Oracle.allows(history, level);
      Verdict verdict = Checker.check(history, level);
      if (!verdict.holds()) {
        assertThat(possible).as("seed %s is possible, but: %s", seed, verdict).isFalse();
        violated++;
      } else if (isAllRead(history)) {
        assertThat(possible).as("seed %s is impossible:\n%s", seed, text(history)).isTrue();
        held++;
      }
    }
    assertThat(held).as("histories that hold").isGreaterThan(SEEDS / 20);
    assertThat(violated).as("histories that do not").isGreaterThan(SEEDS / 20);
  }

  /** Whether each key has at most one committed append that nobody read: then nothing is hidden. */
  private static boolean isAllRead(History history) {
    VersionOrder order = new VersionOrder(history);
    int[] unread = new int[history.keys()];
    for (int txn = 0; txn < history.transactions(); txn++) {
      for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
        if (history.status(txn) != Status.FAIL
            && history.opKind(op) == History.APPEND
            && !order.isObserved(history.opElement(op))
            && ++unread[history.opKey(op)] > 1) {
          return false;
        }
      }
    }
    return true;
  }

  private static String text(History history) {
    StringBuilder text = new StringBuilder();
    Describer describer = new Describer(history);
    for (int txn = 0; txn < history.transactions(); txn++) {
      text.append(describer.transaction(txn))
          .append(" @")
          .append(history.beginNs(txn))
          .append('-')
          .append(history.endNs(txn))
          .append('\n');
    }
    return text.toString();
  }
}
