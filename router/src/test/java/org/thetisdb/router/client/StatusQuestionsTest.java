package org.thetisdb.router.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.testing.VirtualTime;

/** Questions wait for each other, so that calls need not wait for them. */
class StatusQuestionsTest {
  private final VirtualTime time = new VirtualTime();
  private final StatusQuestions line = new StatusQuestions(time);
  private final List<Integer> answered = new ArrayList<>();

  private void ask(int number) {
    line.ask(() -> answered.add(number)); // which is true
  }

  @Test
  void oneIsAnsweredAtOnceAndOthersInTurnWithAPauseBetween() {
    ask(1);
    ask(2);
    ask(3);
    assertThat(answered).containsExactly(1);
    time.pass(5_000);
    assertThat(answered).containsExactly(1, 2);
    time.pass(5_000);
    assertThat(answered).containsExactly(1, 2, 3);
    time.pass(5_000);
    ask(4);
    assertThat(answered).endsWith(4);
  }

  @Test
  void aSecondOfTheLineAnswersTwoHundredHoweverManyAreAsked() {
    for (int i = 0; i < 10_000; i++) {
      ask(i);
    }
    time.pass(1_000_000);
    assertThat(answered).hasSize(201);
  }

  @Test
  void whatNobodyWantsAnyMoreCostsNoPause() {
    ask(1);
    for (int i = 0; i < 1_000; i++) {
      line.ask(() -> false);
    }
    ask(2);
    time.pass(5_000);
    assertThat(answered).containsExactly(1, 2);
  }

  @Test
  void tooManyAreRefused() {
    for (int i = 0; i <= 10_000; i++) {
      ask(i);
    }
    assertThatThrownBy(() -> ask(0)).isInstanceOf(ThetisException.class);
  }
}
