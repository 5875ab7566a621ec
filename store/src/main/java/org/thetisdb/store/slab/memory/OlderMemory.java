package org.thetisdb.store.slab.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;

/**
 * The older way to memory, {@code sun.misc.Unsafe}, which needs no option of the JVM. Reached by
 * constant method handles, since the compiler of Java cannot be asked to pass over a use of that
 * class. Stateless.
 */
final class OlderMemory {
  private static final MethodHandle GET_BYTE = find("getByte", byte.class, long.class);
  private static final MethodHandle GET_BYTE_AT =
      find("getByte", byte.class, Object.class, long.class);
  private static final MethodHandle PUT_BYTE = find("putByte", void.class, long.class, byte.class);
  private static final MethodHandle GET_INT = find("getInt", int.class, long.class);
  private static final MethodHandle PUT_INT = find("putInt", void.class, long.class, int.class);
  private static final MethodHandle GET_INT_VOLATILE =
      find("getIntVolatile", int.class, Object.class, long.class);
  private static final MethodHandle PUT_INT_RELEASE =
      find("putOrderedInt", void.class, Object.class, long.class, int.class);
  private static final MethodHandle COMPARE_AND_SET_INT =
      find("compareAndSwapInt", boolean.class, Object.class, long.class, int.class, int.class);
  private static final MethodHandle GET_LONG = find("getLong", long.class, long.class);
  private static final MethodHandle GET_LONG_AT =
      find("getLong", long.class, Object.class, long.class);
  private static final MethodHandle PUT_LONG = find("putLong", void.class, long.class, long.class);
  private static final MethodHandle GET_LONG_VOLATILE =
      find("getLongVolatile", long.class, Object.class, long.class);
  private static final MethodHandle PUT_LONG_VOLATILE =
      find("putLongVolatile", void.class, Object.class, long.class, long.class);
  private static final MethodHandle PUT_LONG_RELEASE =
      find("putOrderedLong", void.class, Object.class, long.class, long.class);
  private static final MethodHandle COMPARE_AND_SET_LONG =
      find("compareAndSwapLong", boolean.class, Object.class, long.class, long.class, long.class);
  private static final MethodHandle LOAD_FENCE = find("loadFence", void.class);
  private static final MethodHandle STORE_FENCE = find("storeFence", void.class);
  private static final MethodHandle COPY_MEMORY =
      find(
          "copyMemory", void.class, Object.class, long.class, Object.class, long.class, long.class);
  private static final MethodHandle SET_MEMORY =
      find("setMemory", void.class, long.class, long.class, byte.class);
  private static final MethodHandle ALLOCATE_MEMORY =
      find("allocateMemory", long.class, long.class);
  private static final MethodHandle FREE_MEMORY = find("freeMemory", void.class, long.class);

  private static final MethodHandle ARRAY_BASE_OFFSET =
      find("arrayBaseOffset", int.class, Class.class);

  private OlderMemory() {}

  private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field only = unsafe.getDeclaredField("theUnsafe");
      only.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(unsafe, name, MethodType.methodType(result, parameters))
          .bindTo(only.get(null));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** None of these declares an exception; what is thrown all the same is an error of the JVM. */
  private static Error unexpected(Throwable failure) {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    return failure instanceof Error error ? error : new LinkageError("sun.misc.Unsafe", failure);
  }

  static byte getByte(long address) {
    try {
      return (byte) GET_BYTE.invokeExact(address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static byte getByte(Object base, long offset) {
    try {
      return (byte) GET_BYTE_AT.invokeExact(base, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putByte(long address, byte value) {
    try {
      PUT_BYTE.invokeExact(address, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int getInt(long address) {
    try {
      return (int) GET_INT.invokeExact(address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putInt(long address, int value) {
    try {
      PUT_INT.invokeExact(address, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int getIntVolatile(Object base, long offset) {
    try {
      return (int) GET_INT_VOLATILE.invokeExact(base, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putIntRelease(Object base, long offset, int value) {
    try {
      PUT_INT_RELEASE.invokeExact(base, offset, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static boolean compareAndSetInt(Object base, long offset, int expected, int value) {
    try {
      return (boolean) COMPARE_AND_SET_INT.invokeExact(base, offset, expected, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long getLong(long address) {
    try {
      return (long) GET_LONG.invokeExact(address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long getLong(Object base, long offset) {
    try {
      return (long) GET_LONG_AT.invokeExact(base, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putLong(long address, long value) {
    try {
      PUT_LONG.invokeExact(address, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long getLongVolatile(Object base, long offset) {
    try {
      return (long) GET_LONG_VOLATILE.invokeExact(base, offset);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putLongVolatile(Object base, long offset, long value) {
    try {
      PUT_LONG_VOLATILE.invokeExact(base, offset, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void putLongRelease(Object base, long offset, long value) {
    try {
      PUT_LONG_RELEASE.invokeExact(base, offset, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static boolean compareAndSetLong(Object base, long offset, long expected, long value) {
    try {
      return (boolean) COMPARE_AND_SET_LONG.invokeExact(base, offset, expected, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void loadFence() {
    try {
      LOAD_FENCE.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void storeFence() {
    try {
      STORE_FENCE.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void copyMemory(Object from, long fromOffset, Object to, long toOffset, long bytes) {
    try {
      COPY_MEMORY.invokeExact(from, fromOffset, to, toOffset, bytes);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void setMemory(long address, long bytes, byte value) {
    try {
      SET_MEMORY.invokeExact(address, bytes, value);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long allocateMemory(long bytes) {
    try {
      return (long) ALLOCATE_MEMORY.invokeExact(bytes);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void freeMemory(long address) {
    try {
      FREE_MEMORY.invokeExact(address);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int arrayBaseOffset(Class<?> type) {
    try {
      return (int) ARRAY_BASE_OFFSET.invokeExact(type);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }
}
