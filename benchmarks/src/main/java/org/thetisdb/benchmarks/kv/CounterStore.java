package org.thetisdb.benchmarks.kv;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/** Counters in memory. One partition, for one thread at a time. */
public final class CounterStore implements StorageEngine {
  private final Map<Long, Long> counters = new HashMap<>();
  private long sum;

  @Override
  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
    ByteBuffer in = ByteBuffer.wrap(fragment);
    byte op = in.get();
    if (op == CounterOps.ADD) {
      if (undo != null) {
        undo.set(fragment); // its keys say what to take back
      }
      return CounterOps.response(addAll(in, 1));
    }
    if (op != CounterOps.SUM) {
      throw new FragmentRefusedException("There is no operation " + op + ".");
    }
    return CounterOps.response(sum);
  }

  @Override
  public boolean onlyReads(byte[] fragment) {
    return fragment[0] == CounterOps.SUM;
  }

  private long addAll(ByteBuffer keys, long delta) {
    long count = 0;
    for (; keys.remaining() >= Long.BYTES; count++) {
      long value = counters.merge(keys.getLong(), delta, Long::sum);
      sum += delta;
      if (value < 0) {
        throw new IllegalStateException("a counter is below zero");
      }
    }
    return count;
  }

  @Override
  public void applyUndoRecord(UndoRecord undo) {
    addAll(ByteBuffer.wrap((byte[]) undo.get(), 1, ((byte[]) undo.get()).length - 1), -1);
  }

  @Override
  public void writeSnapshot(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(counters.size());
    for (Map.Entry<Long, Long> counter : counters.entrySet()) {
      data.writeLong(counter.getKey());
      data.writeLong(counter.getValue());
    }
    data.flush();
  }

  @Override
  public void readSnapshot(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    for (int left = data.readInt(); left > 0; left--) {
      long key = data.readLong();
      long value = data.readLong();
      counters.put(key, value);
      sum += value;
    }
  }

  @Override
  public long digest() {
    return sum;
  }
}
