package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.statement.Compiled;

class WarmUpTest {
  private static final Compiled NOTHING =
      new Compiled.Control(Compiled.Control.Kind.NOTHING, "", 0, false);

  private final List<String> compiled = new ArrayList<>();

  @Test
  void itIsDoneOnceInAProcess() {
    AtomicBoolean begun = new AtomicBoolean();
    WarmUp first = new WarmUp((text, catalog) -> note(text), begun);
    first.run();
    int texts = compiled.size();
    new WarmUp((text, catalog) -> note(text), begun).run();
    assertThat(texts).isPositive();
    assertThat(compiled).hasSize(texts);
  }

  @Test
  void whatIsClosedBeforeItBeginsCompilesNothing() {
    WarmUp warmUp = new WarmUp((text, catalog) -> note(text), new AtomicBoolean());
    warmUp.close();
    warmUp.run();
    assertThat(compiled).isEmpty();
  }

  @Test
  void whatIsClosedWhileItCompilesEndsAtTheNextStep() {
    List<WarmUp> itself = new ArrayList<>();
    itself.add(
        new WarmUp(
            (text, catalog) -> {
              note(text);
              itself.get(0).close();
              for (int step = 0; step < 1_000; step++) {
                CompileBudget.step();
              }
              return note("the end of " + text);
            },
            new AtomicBoolean()));
    itself.get(0).run();
    assertThat(compiled).hasSize(1);
  }

  private Compiled note(String text) {
    compiled.add(text);
    return NOTHING;
  }
}
