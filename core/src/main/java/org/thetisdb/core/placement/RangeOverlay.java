package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What becomes of a table's ranges when one is heard of whose borders are others than those that
 * were known: where its term is not lower it holds, elsewhere what was known does. Computed apart,
 * so that listeners can be notified before anything changes. Used once.
 */
final class RangeOverlay {
  private final RangeList table;
  private final Owner news;
  private final List<Range> before = new ArrayList<>();
  private final List<Range> after = new ArrayList<>();

  /** Where the ranges that it covers, or covers in part, end. */
  private final List<byte[]> ends = new ArrayList<>();

  RangeOverlay(RangeList table, Owner news) {
    this.table = table;
    this.news = news;
    collect();
  }

  private void collect() {
    Range each = table.floor(news.from());
    while (each != null && isBelow(each.from(), news.to())) {
      Range next = table.after(each.from());
      before.add(each);
      ends.add(next == null ? Range.OPEN : next.from());
      cover(each, next);
      each = next;
    }
  }

  private void cover(Range old, Range next) {
    if (news.term() < old.term()) {
      add(old);
      return;
    }
    boolean beginsBefore = Arrays.compareUnsigned(old.from(), news.from()) < 0;
    boolean reachesBeyond =
        news.to().length > 0 && (next == null || isBelow(news.to(), next.from()));
    byte[] from = beginsBefore ? news.from() : old.from();
    if (beginsBefore) {
      add(old);
    }
    add(part(from, news.term(), news.site()));
    if (reachesBeyond) {
      add(part(news.to(), old.term(), old.master()));
    }
  }

  private Range part(byte[] from, int term, int master) {
    return Range.of(table.tableId(), from, term, master);
  }

  /** Neighbours that are one range as far as anybody knows become one. */
  private void add(Range part) {
    Range last = after.isEmpty() ? null : after.get(after.size() - 1);
    boolean same = last != null && last.term() == part.term() && last.master() == part.master();
    boolean isNews = part.term() == news.term() && part.master() == news.site();
    boolean within = last != null && Arrays.compareUnsigned(last.from(), news.from()) >= 0;
    boolean atEnd = Arrays.equals(part.from(), news.to());
    if (!(same && isNews && within && !atEnd)) {
      after.add(part);
    }
  }

  private static boolean isBelow(byte[] bound, byte[] end) {
    return end.length == 0 || Arrays.compareUnsigned(bound, end) < 0;
  }

  /** Ranges of which no lower bound is left. */
  List<Range> gone() {
    return before.stream().filter(old -> find(old.from()) == null).toList();
  }

  /** Ranges that are to be put in: new ones, and those that changed. */
  List<Range> come() {
    return after.stream().filter(part -> !isAsBefore(part)).toList();
  }

  private boolean isAsBefore(Range part) {
    for (Range old : before) {
      if (Arrays.equals(old.from(), part.from())) {
        return old.term() == part.term() && old.master() == part.master();
      }
    }
    return false;
  }

  private Range find(byte[] from) {
    for (Range part : after) {
      if (Arrays.equals(part.from(), from)) {
        return part;
      }
    }
    return null;
  }

  /** The names of those that get other borders, or vanish. */
  List<Long> reshaped() {
    List<Long> changed = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      Range old = before.get(i);
      if (find(old.from()) == null || !Arrays.equals(ends.get(i), endAfter(old.from(), i))) {
        changed.add(old.id());
      }
    }
    return changed;
  }

  /** Where the part that begins at a bound will end. */
  private byte[] endAfter(byte[] from, int index) {
    for (int i = 0; i < after.size(); i++) {
      if (Arrays.equals(after.get(i).from(), from)) {
        return i + 1 < after.size() ? after.get(i + 1).from() : ends.get(ends.size() - 1);
      }
    }
    return ends.get(index);
  }
}
