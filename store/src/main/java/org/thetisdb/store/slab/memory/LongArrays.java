package org.thetisdb.store.slab.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Elements of arrays that one thread writes while others read. */
public final class LongArrays {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

  private LongArrays() {}

  public static long getAcquire(long[] array, int at) {
    return (long) ELEMENT.getAcquire(array, at);
  }

  public static void setRelease(long[] array, int at, long value) {
    ELEMENT.setRelease(array, at, value);
  }
}
