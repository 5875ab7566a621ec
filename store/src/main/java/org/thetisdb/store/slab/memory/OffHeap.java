package org.thetisdb.store.slab.memory;

import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * Memory by its address, or an array and an offset in it. There are two ways to it: that of the
 * JDK's own classes, which takes {@code --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}, and
 * the older one, which takes no option and of which a JVM of version 24 or above warns. Which one
 * it is does not change while a process lives, so the JVM's compiler folds the choice.
 *
 * <p>Nothing is checked here: the caller knows that the memory is its own. Stateless.
 */
public final class OffHeap {
  private static final boolean IS_BIG_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
  private static final boolean OPEN = isOpen();

  /** Where the elements of an array of bytes begin. */
  public static final long BYTES_OFFSET =
      OPEN ? BufferUtil.ARRAY_BASE_OFFSET : OlderMemory.arrayBaseOffset(byte[].class);

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

  public static byte getByte(long address) {
    return OPEN ? UnsafeApi.getByte(address) : OlderMemory.getByte(address);
  }

  public static byte getByte(Object base, long offset) {
    return OPEN ? UnsafeApi.getByte(base, offset) : OlderMemory.getByte(base, offset);
  }

  public static void putByte(long address, byte value) {
    if (OPEN) {
      UnsafeApi.putByte(address, value);
    } else {
      OlderMemory.putByte(address, value);
    }
  }

  public static int getInt(long address) {
    return OPEN ? UnsafeApi.getInt(address) : OlderMemory.getInt(address);
  }

  public static void putInt(long address, int value) {
    if (OPEN) {
      UnsafeApi.putInt(address, value);
    } else {
      OlderMemory.putInt(address, value);
    }
  }

  public static int getIntVolatile(long address) {
    return OPEN
        ? UnsafeApi.getIntVolatile(null, address)
        : OlderMemory.getIntVolatile(null, address);
  }

  public static void putIntRelease(long address, int value) {
    if (OPEN) {
      UnsafeApi.putIntRelease(null, address, value);
    } else {
      OlderMemory.putIntRelease(null, address, value);
    }
  }

  public static boolean compareAndSetInt(long address, int expected, int value) {
    return OPEN
        ? UnsafeApi.compareAndSetInt(null, address, expected, value)
        : OlderMemory.compareAndSetInt(null, address, expected, value);
  }

  public static long getLong(long address) {
    return OPEN ? UnsafeApi.getLong(address) : OlderMemory.getLong(address);
  }

  /** In the order of the machine, at any address. */
  public static long getLongUnaligned(Object base, long offset) {
    return OPEN ? UnsafeApi.getLongUnaligned(base, offset) : OlderMemory.getLong(base, offset);
  }

  /** In an order of its own, at any address. */
  public static long getLongUnaligned(Object base, long offset, boolean bigEndian) {
    if (OPEN) {
      return UnsafeApi.getLongUnaligned(base, offset, bigEndian);
    }
    long value = OlderMemory.getLong(base, offset);
    return bigEndian == IS_BIG_ENDIAN ? value : Long.reverseBytes(value);
  }

  public static void putLong(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLong(address, value);
    } else {
      OlderMemory.putLong(address, value);
    }
  }

  public static long getLongVolatile(long address) {
    return OPEN
        ? UnsafeApi.getLongVolatile(null, address)
        : OlderMemory.getLongVolatile(null, address);
  }

  public static void putLongVolatile(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLongVolatile(null, address, value);
    } else {
      OlderMemory.putLongVolatile(null, address, value);
    }
  }

  public static void putLongRelease(long address, long value) {
    if (OPEN) {
      UnsafeApi.putLongRelease(null, address, value);
    } else {
      OlderMemory.putLongRelease(null, address, value);
    }
  }

  public static boolean compareAndSetLong(long address, long expected, long value) {
    return OPEN
        ? UnsafeApi.compareAndSetLong(null, address, expected, value)
        : OlderMemory.compareAndSetLong(null, address, expected, value);
  }

  public static void loadFence() {
    if (OPEN) {
      UnsafeApi.loadFence();
    } else {
      OlderMemory.loadFence();
    }
  }

  public static void storeFence() {
    if (OPEN) {
      UnsafeApi.storeFence();
    } else {
      OlderMemory.storeFence();
    }
  }

  public static void copy(long from, long to, long bytes) {
    if (OPEN) {
      UnsafeApi.copyMemory(from, to, bytes);
    } else {
      OlderMemory.copyMemory(null, from, null, to, bytes);
    }
  }

  public static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    if (OPEN) {
      UnsafeApi.copyMemory(from, fromOffset, to, toOffset, bytes);
    } else {
      OlderMemory.copyMemory(from, fromOffset, to, toOffset, bytes);
    }
  }

  public static void fill(long address, long bytes, byte value) {
    if (OPEN) {
      UnsafeApi.setMemory(address, bytes, value);
    } else {
      OlderMemory.setMemory(address, bytes, value);
    }
  }

  public static long allocate(long bytes) {
    return OPEN ? UnsafeApi.allocateMemory(bytes) : OlderMemory.allocateMemory(bytes);
  }

  public static void free(long address) {
    if (OPEN) {
      UnsafeApi.freeMemory(address);
    } else {
      OlderMemory.freeMemory(address);
    }
  }
}
