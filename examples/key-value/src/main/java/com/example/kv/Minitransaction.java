package com.example.kv;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a client wants of one partition: if all keys that are compared have these values, some are
 * read and some are written; else nothing happens anywhere. A value of null stands for no value.
 */
public record Minitransaction(
    SortedMap<String, String> compares,
    SortedMap<String, String> reads,
    SortedMap<String, String> writes) {
  /** An empty one, to be filled. */
  public Minitransaction() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  /** As a fragment. */
  public byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, compares);
      write(out, reads);
      write(out, writes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** What a fragment means. */
  public static Minitransaction decode(byte[] fragment) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(fragment))) {
      return new Minitransaction(read(in), read(in), read(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(DataOutputStream out, SortedMap<String, String> values) throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, String> entry : values.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeBoolean(entry.getValue() != null);
      if (entry.getValue() != null) {
        out.writeUTF(entry.getValue());
      }
    }
  }

  static SortedMap<String, String> read(DataInputStream in) throws IOException {
    SortedMap<String, String> values = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.put(in.readUTF(), in.readBoolean() ? in.readUTF() : null);
    }
    return values;
  }
}
