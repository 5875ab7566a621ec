package org.thetisdb.benchmarks.jmh;

import java.nio.ByteBuffer;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Chronicle Maps without a store around them, sized for what they hold. */
@State(Scope.Benchmark)
public class BareMaps {
  /** Rows and their size. */
  @Param({"2000000x100", "100000x20"})
  public String shape;

  int count;
  private byte[][] keys;
  private int[] order;
  private byte[] row;
  private ChronicleMap<byte[], byte[]> arrays;
  private ChronicleMap<LongValue, byte[]> longs;

  /** What one thread uses again and again. */
  @State(Scope.Thread)
  public static class Access {
    final LongValue key = Values.newHeapInstance(LongValue.class);
    byte[] row = new byte[0];
  }

  /** Loads the rows in key order. Array keys have the table's id in front, as in the store. */
  @Setup(Level.Trial)
  public void load() {
    RowShape parsed = RowShape.parse(shape);
    count = parsed.rows();
    row = new byte[parsed.rowBytes()];
    keys = new byte[count][];
    arrays = sized(ChronicleMap.of(byte[].class, byte[].class).averageKeySize(12)).create();
    longs = sized(ChronicleMap.of(LongValue.class, byte[].class)).create();
    LongValue longKey = new Access().key;
    for (int i = 0; i < count; i++) {
      arrays.put(keyBytes(i), row);
      longKey.setValue(i);
      longs.put(longKey, row);
    }
    order = RowShape.shuffled(count);
    for (int i = 0; i < count; i++) {
      keys[i] = keyBytes(order[i]);
    }
  }

  private static byte[] keyBytes(long number) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(1).putLong(number).array();
  }

  private <K> ChronicleMapBuilder<K, byte[]> sized(ChronicleMapBuilder<K, byte[]> builder) {
    return builder
        .name("bare")
        .entries(count)
        .averageValueSize(row.length)
        .putReturnsNull(true)
        .maxBloatFactor(2);
  }

  byte getArray(int place, Access own) {
    own.row = arrays.getUsing(keys[place], own.row);
    return own.row[own.row.length - 1];
  }

  byte getLong(int place, Access own) {
    own.key.setValue(order[place]);
    own.row = longs.getUsing(own.key, own.row);
    return own.row[own.row.length - 1];
  }

  void putArray(int place) {
    arrays.put(keys[place], row);
  }

  void putLong(int place, Access own) {
    own.key.setValue(order[place]);
    longs.put(own.key, row);
  }

  /** Frees the maps. */
  @TearDown(Level.Trial)
  public void close() {
    arrays.close();
    longs.close();
  }
}
