package org.thetisdb.history;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream, each within a bound. */
final class Lines {
  private static final int FIRST_BYTES = 1 << 16;

  private final InputStream in;
  private final int mostBytes;
  private final byte[] chunk = new byte[FIRST_BYTES];
  private int chunkLength;
  private int chunkNext;
  private byte[] line = new byte[FIRST_BYTES];
  private int length;
  private long number;

  Lines(InputStream in, int mostBytes) {
    this.in = in;
    this.mostBytes = mostBytes;
  }

  /**
   * Goes to the next line; false at the end.
   *
   * @throws HistoryException if the line is too long
   */
  boolean next() throws IOException {
    length = 0;
    if (!hasByte()) {
      return false;
    }
    number++;
    while (hasByte()) {
      int end = chunkNext;
      while (end < chunkLength && chunk[end] != '\n') {
        end++;
      }
      take(end);
      if (end < chunkLength) {
        chunkNext++;
        return true;
      }
    }
    return true;
  }

  private boolean hasByte() throws IOException {
    if (chunkNext == chunkLength) {
      chunkLength = Math.max(0, in.read(chunk));
      chunkNext = 0;
    }
    return chunkNext < chunkLength;
  }

  private void take(int end) {
    int count = end - chunkNext;
    if (count > mostBytes - length) {
      throw new HistoryException(
          "expected at most " + mostBytes + " bytes, but the line is longer.");
    }
    if (length + count > line.length) {
      line = Arrays.copyOf(line, Math.min(mostBytes, Math.max(2 * line.length, length + count)));
    }
    System.arraycopy(chunk, chunkNext, line, length, count);
    length += count;
    chunkNext = end;
  }

  /** The number of the line, from 1. */
  long number() {
    return number;
  }

  /** The array that begins with the line; valid until the next one. */
  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }

  boolean isBlank() {
    for (int i = 0; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
