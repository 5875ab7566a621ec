package org.thetisdb.core.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers in byte arrays, most significant byte first, one machine instruction each. Indexes are
 * checked by the JDK: what does not fit throws {@link IndexOutOfBoundsException}. Stateless.
 */
public final class BigEndian {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private BigEndian() {}

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.BIG_ENDIAN);
  }

  /** Two bytes at {@code index}, 0 to 65535. */
  public static int getUnsignedShort(byte[] bytes, int index) {
    return (short) SHORTS.get(bytes, index) & 0xffff;
  }

  /** Four bytes at {@code index}. */
  public static int getInt(byte[] bytes, int index) {
    return (int) INTS.get(bytes, index);
  }

  /** Eight bytes at {@code index}. */
  public static long getLong(byte[] bytes, int index) {
    return (long) LONGS.get(bytes, index);
  }

  /** Overwrites two bytes at {@code index} with the low bits of {@code value}. */
  public static void putShort(byte[] bytes, int index, int value) {
    SHORTS.set(bytes, index, (short) value);
  }

  /** Overwrites four bytes at {@code index}. */
  public static void putInt(byte[] bytes, int index, int value) {
    INTS.set(bytes, index, value);
  }

  /** Overwrites eight bytes at {@code index}. */
  public static void putLong(byte[] bytes, int index, long value) {
    LONGS.set(bytes, index, value);
  }
}
