package org.thetisdb.server.txn;

import java.util.BitSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.runtime.AccessPlan;

/**
 * One run of a procedure in fragments at a master of some of its rows (decision 0150): which parts
 * it has, and which of them run here. Owned by the site's engine.
 */
public final class FragmentRun {
  /** Parts of one call; more than any plan of keys would make sense for. */
  private static final int MOST_PARTS = 65_536;

  private final AccessPlan whole;
  private final BitSet ran = new BitSet();
  private int parts;
  private boolean isInPart;

  /**
   * A run that begins.
   *
   * @param whole what the call plans to meet, here and elsewhere
   */
  public FragmentRun(AccessPlan whole) {
    this.whole = whole;
  }

  /** Whether a part is running. */
  boolean isInPart() {
    return isInPart;
  }

  /** Whether the router could know that the master of a row has a part of the call. */
  boolean isPlanned(RowKey key) {
    return parts < MOST_PARTS && whole.coversRead(key);
  }

  /** The next part has come, which runs here or elsewhere. */
  void begin(boolean isHere) {
    if (isHere) {
      ran.set(parts);
      isInPart = true;
    }
    parts++;
  }

  /** The part that was running has ended. */
  void end() {
    isInPart = false;
  }

  /** How many parts the call has. */
  public int parts() {
    return parts;
  }

  /** Which of them have run here, by their numbers. */
  public byte[] ran() {
    return ran.toByteArray();
  }
}
