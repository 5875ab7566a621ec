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
 * An inner node of the ordered index loses a leaf and gets two others under those that walk over
 * it, forwards and backwards: each finds all keys that stay, once and in order.
 */
@JCStressTest
@Outcome(id = "257, 257", expect = ACCEPTABLE, desc = "all that stays")
@Outcome(expect = FORBIDDEN, desc = "a key was missed, met twice, or out of order")
@State
public class IndexNodeStress {
  private final OrderedKeys keys = new OrderedKeys();

  /** Begins with a full leaf, one of a single odd key, and a full one again. */
  public IndexNodeStress() {
    int full = KeyLeaf.MAX_KEYS;
    for (int i = 0; i < full; i++) {
      keys.add(key(2 * i));
    }
    keys.add(key(2 * full + 1));
    for (int i = 1; i < full; i++) {
      keys.add(key(2 * full + 2 * i));
    }
    for (int i = 0; i <= full; i++) {
      keys.add(key(4 * full + 2 * i));
    }
    for (int i = 1; i < full; i++) {
      keys.remove(key(2 * full + 2 * i));
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, number).array();
  }

  /** Takes the leaf in the middle away, splits the first and the last. */
  @Actor
  public void writer() {
    keys.remove(key(2 * KeyLeaf.MAX_KEYS + 1));
    keys.add(key(101));
    keys.add(key(4 * KeyLeaf.MAX_KEYS + 33));
  }

  /** Walks forwards and then backwards: two threads, so that two processors are enough. */
  @Actor
  public void reader(II_Result result) {
    result.r1 = KeyWalk.forwards(keys);
    result.r2 = KeyWalk.backwards(keys);
  }
}
