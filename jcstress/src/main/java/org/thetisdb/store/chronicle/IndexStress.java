package org.thetisdb.store.chronicle;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A full leaf of the ordered index splits under those that walk over it, forwards and backwards:
 * each finds all keys that were there before, once and in order.
 */
@JCStressTest
@Outcome(id = "128, 128", expect = ACCEPTABLE, desc = "all that was there")
@Outcome(expect = FORBIDDEN, desc = "a key was missed, met twice, or out of order")
@State
public class IndexStress {
  private static final int OLD = KeyLeaf.MAX_KEYS;

  private final OrderedKeys keys = new OrderedKeys();

  /** Begins with one full leaf. */
  public IndexStress() {
    for (int i = 0; i < OLD; i++) {
      keys.add(key(2 * i));
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, number).array();
  }

  /** Adds keys between, and one at the end; removes one of them. */
  @Actor
  public void writer() {
    keys.add(key(101));
    keys.add(key(2 * OLD + 1));
    keys.add(key(33));
    keys.remove(key(101));
  }

  /** Walks forwards and then backwards: two threads, so that two processors are enough. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = KeyWalk.forwards(keys);
    result.r2 = KeyWalk.backwards(keys);
  }
}
