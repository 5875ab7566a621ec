package org.thetisdb.store.slab.memory;

import java.util.Arrays;

/**
 * The sizes of cells: steps of 16 bytes up to 256, then an eighth more each, up to half a slab; and
 * a whole slab.
 */
public final class SizeClasses {
  /** Cells start at multiples of this. */
  public static final int UNIT_BYTES = 16;

  /** A slab holds cells of one class. */
  public static final int SLAB_BYTES = 1 << 16;

  /** The greatest cell that shares a slab. */
  public static final int MAX_CELL_BYTES = SLAB_BYTES / 2;

  private static final int SMALLEST_BYTES = 48;
  private static final int FINE_BYTES = 256;
  private static final int GROWTH_SHIFT = 3;

  private static final int[] BYTES = sizes();
  private static final byte[] BY_UNITS = byUnits();

  /** Number of classes; the last one is a whole slab. */
  public static final int COUNT = BYTES.length;

  /** The class of whole slabs. */
  public static final int WHOLE_SLAB = COUNT - 1;

  private SizeClasses() {}

  private static int[] sizes() {
    int[] sizes = new int[Byte.MAX_VALUE];
    int count = 0;
    int bytes = SMALLEST_BYTES;
    while (bytes < MAX_CELL_BYTES) {
      sizes[count++] = bytes;
      int step = bytes < FINE_BYTES ? UNIT_BYTES : bytes >> GROWTH_SHIFT;
      bytes = bytes + step & -UNIT_BYTES;
    }
    sizes[count++] = MAX_CELL_BYTES;
    sizes[count++] = SLAB_BYTES;
    return Arrays.copyOf(sizes, count);
  }

  private static byte[] byUnits() {
    byte[] classes = new byte[MAX_CELL_BYTES / UNIT_BYTES + 1];
    int sizeClass = 0;
    for (int units = 0; units < classes.length; units++) {
      if (units * UNIT_BYTES > BYTES[sizeClass]) {
        sizeClass++;
      }
      classes[units] = (byte) sizeClass;
    }
    return classes;
  }

  /** The smallest class whose cells hold {@code bytes}, at most {@link #MAX_CELL_BYTES}. */
  public static int of(int bytes) {
    return BY_UNITS[(bytes + UNIT_BYTES - 1) / UNIT_BYTES];
  }

  /** The size of a class's cells. */
  public static int bytes(int sizeClass) {
    return BYTES[sizeClass];
  }
}
