package org.thetisdb.benchmarks.kv;

import java.nio.ByteBuffer;
import java.util.List;

/** How fragments of the store of counters look. */
final class CounterOps {
  /** Adds one to each of the keys; the response is how many there were. */
  static final byte ADD = 1;

  /** The response is the sum of all counters. */
  static final byte SUM = 2;

  private CounterOps() {}

  static byte[] add(List<Long> keys) {
    ByteBuffer out = ByteBuffer.allocate(1 + keys.size() * Long.BYTES).put(ADD);
    keys.forEach(out::putLong);
    return out.array();
  }

  static byte[] sum() {
    return new byte[] {SUM};
  }

  static byte[] response(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  static long value(Object response) {
    return ByteBuffer.wrap((byte[]) response).getLong();
  }
}
