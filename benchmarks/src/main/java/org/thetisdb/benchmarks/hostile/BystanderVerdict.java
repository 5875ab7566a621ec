package org.thetisdb.benchmarks.hostile;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.text.Format;

/** Holds what the bystander met to the marks. */
final class BystanderVerdict {
  private final Marks marks;
  private final BystanderTimes calm;

  BystanderVerdict(Marks marks, BystanderTimes calm) {
    this.marks = marks;
    this.calm = calm;
  }

  /** The marks that were missed, each as a sentence. */
  List<String> missed(BystanderTimes seen) {
    List<String> missed = new ArrayList<>();
    seen.errors()
        .forEach(
            (state, refusal) ->
                missed.add("%d errors %s: %s".formatted(refusal.count(), state, refusal.sample())));
    seen.times().forEach((work, times) -> judge(work, times, missed));
    return missed;
  }

  private void judge(BystanderWork work, BystanderTimes.Times times, List<String> missed) {
    if (times.worstUs() > marks.worstMs() * 1_000) {
      missed.add(
          "%s took up to %s, more than %d ms"
              .formatted(work.label(), Format.micros(times.worstUs()), marks.worstMs()));
    }
    long mostUs = (long) (marks.p99Factor() * calm.times().get(work).p99Us());
    if (times.count() >= marks.p99Samples() && times.p99Us() > mostUs) {
      missed.add(
          "p99 of %s %s, more than %s"
              .formatted(work.label(), Format.micros(times.p99Us()), Format.micros(mostUs)));
    }
  }
}
