package org.thetisdb.history;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes a history as JSON lines, one transaction each, as they come. Closing it closes the stream.
 * For one thread. Methods throw {@link UncheckedIOException} if the stream fails.
 */
public final class HistoryWriter implements HistorySink, AutoCloseable {
  private static final int FLUSH_CHARS = 1 << 16;

  private final OutputStream out;
  private final StringBuilder text = new StringBuilder(2 * FLUSH_CHARS);
  private boolean open;
  private boolean hasOps;

  /** Writes to a stream, in large pieces. */
  public HistoryWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void begin(long session, long index, long beginNs, long endNs, Status status) {
    require(!open, "the transaction before was not ended.");
    open = true;
    hasOps = false;
    text.append("{\"session\":").append(session);
    text.append(",\"index\":").append(index);
    text.append(",\"begin_ns\":").append(beginNs);
    text.append(",\"end_ns\":").append(endNs);
    text.append(",\"status\":\"").append(status.id()).append("\",\"ops\":[");
  }

  @Override
  public void append(long key, long value) {
    beginOp("append", key);
    text.append(value).append(']');
  }

  @Override
  public void read(long key, long[] values, int count) {
    beginOp("r", key);
    text.append('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.append(',');
      }
      text.append(values[i]);
    }
    text.append("]]");
  }

  @Override
  public void readUnknown(long key) {
    beginOp("r", key);
    text.append("null]");
  }

  private void beginOp(String name, long key) {
    require(open, "no transaction was begun.");
    if (hasOps) {
      text.append(',');
    }
    hasOps = true;
    text.append("[\"").append(name).append("\",").append(key).append(',');
  }

  @Override
  public void end() {
    require(open, "no transaction was begun.");
    open = false;
    text.append("]}\n");
    if (text.length() >= FLUSH_CHARS) {
      flush();
    }
  }

  private void flush() {
    try {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("The history cannot be written: " + e.getMessage(), e);
    }
    text.setLength(0);
  }

  /** Writes what is left and closes the stream. */
  @Override
  public void close() {
    flush();
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The history cannot be written: " + e.getMessage(), e);
    }
  }

  private static void require(boolean condition, String sentence) {
    if (!condition) {
      throw new HistoryException(sentence);
    }
  }
}
