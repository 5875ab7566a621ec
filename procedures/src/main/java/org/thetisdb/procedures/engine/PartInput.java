package org.thetisdb.procedures.engine;

import java.io.InputStream;
import java.util.function.LongFunction;

/** The parts of a snapshot one behind the other; each is read when it is needed. For one thread. */
final class PartInput extends InputStream {
  private final LongFunction<byte[]> parts;
  private final long count;
  private byte[] open = {};
  private int at;
  private long next;

  /**
   * Nothing is read yet.
   *
   * @param parts by their numbers, none of them empty
   * @param count how many there are
   */
  PartInput(LongFunction<byte[]> parts, long count) {
    this.parts = parts;
    this.count = count;
  }

  private boolean isAtEnd() {
    if (at == open.length && next < count) {
      open = parts.apply(next++);
      at = 0;
    }
    return at == open.length;
  }

  @Override
  public int read() {
    return isAtEnd() ? -1 : open[at++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int fits = Math.min(length, open.length - at);
    System.arraycopy(open, at, target, offset, fits);
    at += fits;
    return fits;
  }
}
