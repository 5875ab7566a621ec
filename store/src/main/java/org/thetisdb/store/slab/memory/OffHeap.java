package org.thetisdb.store.slab.memory;

import java.lang.reflect.Field;
import java.nio.ByteOrder;
import org.agrona.UnsafeApi;

/**
 * Memory by its address, or an array and an offset in it. There are two ways to it: that of the
 * JDK's own classes, which takes {@code --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}, and
 * the older one, which takes no option and of which a JVM of version 24 or above warns. Which one
 * it is does not change while a process lives, so compiled code has no trace of the choice.
 *
 * <p>Nothing is checked here: whoever calls knows that the memory is his. Stateless.
 */
@SuppressWarnings("sunapi")
public final class OffHeap {
  /** Where the elements of an array of bytes begin. */
  public static final long BYTES_OFFSET = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;

  private static final boolean IS_BIG_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
  private static final boolean OPEN = isOpen();
  private static final sun.misc.Unsafe OLDER = OPEN ? null : older();

  private OffHeap() {}

  /** Whether the JVM lets this process at memory without a word. */
  public static boolean isSilent() {
    return OPEN || Runtime.version().feature() < 24;
  }

  private static boolean isOpen() {
    try {
      UnsafeApi.storeFence();
      return true;
    } catch (IllegalAccessError | ExceptionInInitializerError e) {
      return false;
    }
  }

  private static sun.misc.Unsafe older() {
    try {
      Field only = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
      only.setAccessible(true);
      return (sun.misc.Unsafe) only.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static byte getByte(long address) {
    return OPEN ? UnsafeApi.getByte(address) : OLDER.getByte(address);
  }

  public static byte getByte(Object base, long offset) {
    return OPEN ? UnsafeApi.getByte(base, offset) : OLDER.getByte(base, offset);
  }

  public static void putByte(long address, byte value) {
    if (OPEN) {
      UnsafeApi.putByte(address, value);
    } else {
      OLDER.putByte(address, value);
    }
  }

  public static int getInt(long address) {
    return OPEN ? UnsafeApi.getInt(address) : OLDER.getInt(address);
  }

  public static void putInt(long address, int value) {
    if (OPEN) {
      UnsafeApi.putInt(address, value);
    } else {
      OLDER.putInt(address, value);
    }
  }

  public static int getIntVolatile(long address) {
    return OPEN ? UnsafeApi.getIntVolatile(null, address) : OLDER.getIntVolatile(null, address);
  }

  public static void putIntRelease(long address, int value) {
    if (OPEN) {
      UnsafeApi.putIntRelease(null, address, value);
    } else {
      OLDER.putOrderedInt(null, address, value);
    }
  }

  public static boolean compareAndSetInt(long address, int expected, int value) {
    return OPEN
        ? UnsafeApi.compareAndSetInt(null, address, expected, value)
        : OLDER.compareAndSwapInt(null, address, expected, value);
  }

  public static long getLong(long address) {
    return OPEN ? UnsafeApi.getLong(address) : OLDER.getLong(address);
  }

  /** In the order of the machine, at any address. */
  public static long getLongUnaligned(Object base, long offset) {
    return OPEN ? UnsafeApi.getLongUnaligned(base, offset) : OLDER.getLong(base, offset);
  }

  /** In an order of its own, at any address. */
  public static long getLongUnaligned(Object base, long offset, boolean bigEndian) {
    if (OPEN) {
      return UnsafeApi.getLongUnaligned(base, offset, bigEndian);
    }
    long value = OLDER.getLong(base, offset);
    return bigEndian == IS_BIG_ENDIAN ? value : Long.reverseBytes(value);
  }

  public static void putLong(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLong(address, value);
    } else {
      OLDER.putLong(address, value);
    }
  }

  public static long getLongVolatile(long address) {
    return OPEN ? UnsafeApi.getLongVolatile(null, address) : OLDER.getLongVolatile(null, address);
  }

  public static void putLongVolatile(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLongVolatile(null, address, value);
    } else {
      OLDER.putLongVolatile(null, address, value);
    }
  }

  public static void putLongRelease(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLongRelease(null, address, value);
    } else {
      OLDER.putOrderedLong(null, address, value);
    }
  }

  public static boolean compareAndSetLong(long address, long expected, long value) {
    return OPEN
        ? UnsafeApi.compareAndSetLong(null, address, expected, value)
        : OLDER.compareAndSwapLong(null, address, expected, value);
  }

  public static void loadFence() {
    if (OPEN) {
      UnsafeApi.loadFence();
    } else {
      OLDER.loadFence();
    }
  }

  public static void storeFence() {
    if (OPEN) {
      UnsafeApi.storeFence();
    } else {
      OLDER.storeFence();
    }
  }

  public static void copy(long from, long to, long bytes) {
    if (OPEN) {
      UnsafeApi.copyMemory(from, to, bytes);
    } else {
      OLDER.copyMemory(from, to, bytes);
    }
  }

  public static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    if (OPEN) {
      UnsafeApi.copyMemory(from, fromOffset, to, toOffset, bytes);
    } else {
      OLDER.copyMemory(from, fromOffset, to, toOffset, bytes);
    }
  }

  public static void fill(long address, long bytes, byte value) {
    if (OPEN) {
      UnsafeApi.setMemory(address, bytes, value);
    } else {
      OLDER.setMemory(address, bytes, value);
    }
  }

  public static long allocate(long bytes) {
    return OPEN ? UnsafeApi.allocateMemory(bytes) : OLDER.allocateMemory(bytes);
  }

  public static void free(long address) {
    if (OPEN) {
      UnsafeApi.freeMemory(address);
    } else {
      OLDER.freeMemory(address);
    }
  }
}
