package org.thetisdb.router.statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.sequence.ValueBlock;
import org.thetisdb.sql.statement.LastValues;

/**
 * The values that a session took of sequences last, for CURRVAL and LASTVAL. Owned by the engine's
 * thread.
 */
public final class SessionSequences {
  /** A session that uses more sequences than this is taken to begin anew. */
  private static final int MOST = 10_000;

  private final Map<String, Long> values = new HashMap<>();
  private final Map<String, ValueBlock> reserved = new HashMap<>();
  private Long last;

  /** Values of a sequence that all statements of the session take, in place of new ones. */
  public void reserve(String sequence, ValueBlock block) {
    reserved.put(sequence, block);
  }

  /** What a statement took, the latest at the end. */
  void remember(Map<String, Long> taken) {
    if (values.size() + taken.size() > MOST) {
      values.clear();
    }
    taken.forEach(
        (sequence, value) -> {
          if (!TableDef.isRowIdSequence(sequence)) {
            values.put(sequence, value);
            last = value;
          }
        });
  }

  /**
   * Adds those of the named values that are the session's own; returns the names of sequences of
   * which new ones are wanted.
   *
   * @throws ThetisException if the session has taken none yet
   */
  List<String> provide(List<String> names, Map<String, ValueBlock> provided) {
    List<String> others = new ArrayList<>();
    for (String name : names) {
      if (LastValues.isOne(name)) {
        provided.put(name, LastValues.block(value(LastValues.sequence(name))));
      } else if (reserved.containsKey(name)) {
        provided.put(name, reserved.get(name));
      } else {
        others.add(name);
      }
    }
    return others;
  }

  private long value(String sequence) {
    Long value = sequence.isEmpty() ? last : values.get(sequence);
    if (value == null) {
      throw new ThetisException(
          ErrorCode.NO_VALUE_YET,
          sequence.isEmpty() ? "A sequence" : "Sequence \"" + sequence + '"');
    }
    return value;
  }
}
