package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.Footprint;

/** What transactions will write is told by how they begin, looked at as closely as pays. */
final class WritePredictorTest {
  private static final long SEARCH = 7;
  private static final long UPDATE = 8;
  private static final long[] NO_VALUES = {};

  private final WritePredictor predictor = new WritePredictor();

  private static Beginning search(long... values) {
    return new Beginning(Footprint.NONE, SEARCH, values);
  }

  private static Beginning update(long partition) {
    return new Beginning(Footprint.of(new long[] {partition}, new long[0]), UPDATE, NO_VALUES);
  }

  private void learn(int times, Beginning beginning, long... written) {
    for (int i = 0; i < times; i++) {
      predictor.learn(beginning, written.clone());
    }
  }

  @Test
  void aFewTransactionsAreChance() {
    learn(2, update(1), 1, 5);
    assertThat(predictor.predict(update(1))).containsExactly(1);
    learn(1, update(1), 1, 5);
    assertThat(predictor.predict(update(1))).containsExactly(1, 5);
  }

  @Test
  void whatIsWrittenLessOftenThanNotIsNotExpected() {
    learn(3, update(1), 1, 5);
    learn(3, update(1), 1, 6);
    assertThat(predictor.predict(update(1))).containsExactly(1);
  }

  @Test
  void aSearchThatTellsNoPartitionIsKnownByItsText() {
    learn(1, search(), 1, 2, 3);
    assertThat(predictor.predict(search())).containsExactly(1, 2, 3);
    assertThat(predictor.predict(new Beginning(Footprint.NONE, 0, NO_VALUES))).isEmpty();
  }

  @Test
  void aParameterTellsWhereTheTextAloneDoesNot() {
    for (int customer = 0; customer < 40; customer++) {
      long warehouse = customer % 4;
      learn(1, search(warehouse, 1_000 + customer), 10 + warehouse, 20 + warehouse, 30);
    }
    assertThat(predictor.predict(search(2, 77))).containsExactly(12, 22, 30);
    assertThat(predictor.predict(search(9, 77))).as("nobody saw it").containsExactly(30);
  }

  @Test
  void aPartitionThatWasNeverSeenIsJudgedByTheText() {
    learn(3, update(1), 1, 5);
    assertThat(predictor.predict(update(2))).containsExactly(1, 2, 5);
  }
}
