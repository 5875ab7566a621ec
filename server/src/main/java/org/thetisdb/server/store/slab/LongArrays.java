package org.thetisdb.server.store.slab;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Elements of arrays that one thread writes while others read. */
final class LongArrays {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private LongArrays() {}

  static long getAcquire(long[] array, int at) {
    return (long) ELEMENT.getAcquire(array, at);
  }

  static void setRelease(long[] array, int at, long value) {
    ELEMENT.setRelease(array, at, value);
  }
}
