package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.PartResult;
import org.thetisdb.procedures.runtime.AccessPlan;

/**
 * One run of a procedure in fragments at a master of some of its rows (decision 0150): which parts
 * it has, and which of them run here. Owned by the site's engine.
 */
public final class FragmentRun {
  /** Parts of one call; more than any plan of keys would make sense for. */
  private static final int MOST_PARTS = 65_536;

  private final AccessPlan whole;
  private final BitSet elsewhere;
  private final BitSet ran = new BitSet();
  private final Map<Integer, byte[]> known = new HashMap<>(0);
  private final List<PartResult> results = new ArrayList<>(0);
  private long resultBytes;
  private int parts;
  private boolean isInPart;
  private boolean hasResults;
  private boolean missesResult;
  private boolean hasFailed;

  /**
   * A run that begins.
   *
   * @param whole what the call plans to meet, here and elsewhere
   * @param elsewhere parts that others have run, by their numbers
   * @param known what they have returned
   */
  public FragmentRun(AccessPlan whole, BitSet elsewhere, List<PartResult> known) {
    this.whole = whole;
    this.elsewhere = elsewhere;
    known.forEach(each -> this.known.put(each.part(), each.value()));
  }

  /** Whether a part is running. */
  boolean isInPart() {
    return isInPart;
  }

  /** Whether the router could know that the master of a row has a part of the call. */
  boolean isPlanned(RowKey key) {
    return parts < MOST_PARTS && whole.coversRead(key);
  }

  /**
   * The next part has come.
   *
   * @param isMastered whether its row is mastered here
   * @return whether it runs here: nobody else has run it
   */
  boolean begin(boolean isMastered) {
    boolean isHere = isMastered && !elsewhere.get(parts);
    if (isHere) {
      ran.set(parts);
      isInPart = true;
    }
    parts++;
    return isHere;
  }

  /** The part that was running has ended, with an exception if not {@code well}. */
  void end(boolean well) {
    isInPart = false;
    hasFailed |= !well;
  }

  /** The part that was begun last has a result, here or elsewhere. */
  void expectResult() {
    hasResults = true;
  }

  /** The part that is running returns this; returns how much all of them have returned here. */
  long returned(byte[] value) {
    results.add(new PartResult(parts - 1, value));
    resultBytes += value.length;
    return resultBytes;
  }

  /** What the part has returned that was begun last, elsewhere; null if that is not known here. */
  byte[] resultOfLast() {
    byte[] value = known.get(parts - 1);
    missesResult |= value == null;
    return value;
  }

  /** Whether parts have results; then the call's is known where all of those are. */
  public boolean hasResults() {
    return hasResults;
  }

  /** What the parts that have run here have returned. */
  public List<PartResult> results() {
    return results;
  }

  /** Whether an error of the run means nothing: it had no result of a part, and was in none. */
  public boolean mayErr() {
    return missesResult && !hasFailed;
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
