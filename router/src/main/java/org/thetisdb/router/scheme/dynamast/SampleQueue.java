package org.thetisdb.router.scheme.dynamast;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.agrona.collections.LongHashSet;
import org.thetisdb.router.routing.Footprint;

/** The sampled footprints, oldest first, in a ring that does not grow. Not thread-safe. */
final class SampleQueue {
  private final Footprint[] footprints;
  private final long[] takenUs;
  private final long[] kinds;
  private final long windowUs;
  private int oldest;
  private int size;

  SampleQueue(int capacity, long windowUs) {
    footprints = new Footprint[capacity];
    takenUs = new long[capacity];
    kinds = new long[capacity];
    this.windowUs = windowUs;
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == footprints.length;
  }

  boolean oldestIsExpired(long nowUs) {
    return size > 0 && nowUs - takenUs[oldest] > windowUs;
  }

  void add(Footprint footprint, long kind, long nowUs) {
    int slot = wrap(oldest + size);
    footprints[slot] = footprint;
    takenUs[slot] = nowUs;
    kinds[slot] = kind;
    size++;
  }

  Footprint removeOldest() {
    Footprint removed = footprints[oldest];
    footprints[oldest] = null;
    oldest = wrap(oldest + 1);
    size--;
    return removed;
  }

  /** Shows all footprints, oldest first. */
  void forEach(Consumer<Footprint> seen) {
    for (int i = 0; i < size; i++) {
      seen.accept(footprints[wrap(oldest + i)]);
    }
  }

  /**
   * Puts another footprint, of the same age and kind, in the place of each; none where that is
   * null.
   */
  void replaceAll(UnaryOperator<Footprint> other) {
    for (int left = size; left > 0; left--) {
      long tookUs = takenUs[oldest];
      long kind = kinds[oldest];
      Footprint footprint = other.apply(removeOldest());
      if (footprint != null) {
        add(footprint, kind, tookUs);
      }
    }
  }

  /** Takes out those of some kinds, the oldest first and at most so many; how many there were. */
  int removeOf(LongHashSet some, int most, Consumer<Footprint> removed) {
    int found = 0;
    for (int left = size; left > 0; left--) {
      long tookUs = takenUs[oldest];
      long kind = kinds[oldest];
      Footprint footprint = removeOldest();
      if (found < most && some.contains(kind)) {
        removed.accept(footprint);
        found++;
      } else {
        add(footprint, kind, tookUs);
      }
    }
    return found;
  }

  Footprint fromNewest(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return footprints[wrap(oldest + size - 1 - index)];
  }

  private int wrap(int slot) {
    return slot >= footprints.length ? slot - footprints.length : slot;
  }
}
