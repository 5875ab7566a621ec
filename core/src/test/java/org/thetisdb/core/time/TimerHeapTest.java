package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.time.TimerHeap.Entry;

/** The heap against a plain sorted list. */
class TimerHeapTest {
  private record Model(long dueUs, int order, Entry entry) {}

  private final TimerHeap heap = new TimerHeap();
  private final List<Model> model = new ArrayList<>();
  private final Random random = new Random(3);
  private int added;

  @Test
  void itBehavesAsASortedList() {
    long nowUs = 0;
    for (int i = 0; i < 200_000; i++) {
      int what = random.nextInt(10);
      if (what < 5) {
        add(nowUs + random.nextInt(1_000));
      } else if (what < 7 && !model.isEmpty()) {
        heap.remove(model.remove(random.nextInt(model.size())).entry);
      } else {
        nowUs += random.nextInt(100);
        pollAll(nowUs);
      }
      assertThat(heap.size()).isEqualTo(model.size());
    }
    assertThat(heap.nextDueUs()).isEqualTo(first().dueUs);
  }

  private void add(long dueUs) {
    Entry entry = new Entry(dueUs, () -> {});
    heap.add(entry);
    model.add(new Model(dueUs, added++, entry));
  }

  private Model first() {
    return model.stream()
        .min(Comparator.comparingLong(Model::dueUs).thenComparingInt(Model::order))
        .orElseThrow();
  }

  private void pollAll(long nowUs) {
    for (Entry due = heap.pollDue(nowUs); due != null; due = heap.pollDue(nowUs)) {
      Model expected = first();
      assertThat(due).isSameAs(expected.entry);
      assertThat(expected.dueUs).isLessThanOrEqualTo(nowUs);
      model.remove(expected);
    }
    assertThat(model).allMatch(each -> each.dueUs > nowUs);
  }

  @Test
  void aTimerThatIsGoneCanBeTakenBackWithoutEffect() {
    Entry entry = new Entry(1, () -> {});
    heap.remove(entry);
    heap.add(entry);
    assertThatThrownBy(() -> heap.add(entry)).isInstanceOf(IllegalStateException.class);
    assertThat(heap.pollDue(0)).isNull();
    assertThat(heap.pollDue(1)).isSameAs(entry);
    heap.remove(entry);
    assertThat(heap.size()).isZero();
    assertThat(heap.nextDueUs()).isEqualTo(Long.MAX_VALUE);
  }
}
