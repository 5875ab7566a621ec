package com.example.sums;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/**
 * An engine for tests: sums with numbers. A fragment is the number of a sum and what is added to
 * it; the response is the sum. Adding nothing is reading, and no sum gets negative.
 */
public class SumsEngine implements StorageEngine {
  private final Map<Integer, Long> sums = new TreeMap<>();
  private long digest;

  /** How often fragments were undone and freed, for tests. */
  public int undone;

  public int freed;

  /** A fragment. */
  public static byte[] add(int sum, long delta) {
    return ByteBuffer.allocate(12).putInt(sum).putLong(delta).array();
  }

  /** What a response says. */
  public static long sum(byte[] response) {
    return ByteBuffer.wrap(response).getLong();
  }

  @Override
  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
    ByteBuffer in = ByteBuffer.wrap(fragment);
    int number = in.getInt();
    long delta = in.getLong();
    long before = sums.getOrDefault(number, 0L);
    if (before + delta < 0) {
      throw new FragmentRefusedException("Sum " + number + " has only " + before + ".");
    }
    if (undo != null) {
      undo.set(new long[] {number, before});
      if (delta == 0) {
        undo.changedNothing();
      }
    }
    set(number, before + delta);
    return ByteBuffer.allocate(8).putLong(before + delta).array();
  }

  @Override
  public boolean onlyReads(byte[] fragment) {
    return ByteBuffer.wrap(fragment).getLong(4) == 0;
  }

  private void set(int number, long sum) {
    digest ^= spread(number, sums.getOrDefault(number, 0L)) ^ spread(number, sum);
    if (sum == 0) {
      sums.remove(number);
    } else {
      sums.put(number, sum);
    }
  }

  private static long spread(long number, long sum) {
    return sum == 0 ? 0 : (number * 31 + sum) * 0x9e3779b97f4a7c15L;
  }

  @Override
  public void applyUndoRecord(UndoRecord undo) {
    long[] before = (long[]) undo.get();
    set((int) before[0], before[1]);
    undone++;
  }

  @Override
  public void freeUndoRecord(UndoRecord undo) {
    freed++;
  }

  @Override
  public void writeSnapshot(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(sums.size());
    for (Map.Entry<Integer, Long> sum : sums.entrySet()) {
      data.writeInt(sum.getKey());
      data.writeLong(sum.getValue());
    }
  }

  @Override
  public void readSnapshot(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    for (int left = data.readInt(); left > 0; left--) {
      set(data.readInt(), data.readLong());
    }
  }

  @Override
  public long digest() {
    return digest;
  }
}
