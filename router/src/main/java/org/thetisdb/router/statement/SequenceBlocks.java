package org.thetisdb.router.statement;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.sequence.ValueBlock;

/**
 * Values of sequences that this router took from the catalog and has not handed out yet. What is
 * left when it goes is lost: values are unique and rise, but have gaps. Owned by the engine's
 * thread.
 */
public final class SequenceBlocks {
  /** How many are taken at least. */
  private static final int BLOCK = 100;

  private static final ResultForm<ValueBlock> TAKEN = SequenceBlocks::taken;

  private final SystemCalls calls;
  private final RouterCatalog catalog;
  private final Map<String, Left> left = new HashMap<>();

  private static final class Left {
    /** The sequence as it was when they were taken; of one that was altered nothing is left. */
    final SequenceDef sequence;

    long next;
    long increment;
    int count;

    /** What was handed out last. */
    ValueBlock handedOut;

    Left(SequenceDef sequence) {
      this.sequence = sequence;
    }
  }

  /** Has taken no block; {@code calls} takes them from the catalog. */
  public SequenceBlocks(SystemCalls calls, RouterCatalog catalog) {
    this.calls = calls;
    this.catalog = catalog;
  }

  /**
   * Hands out {@code count} values of each sequence. One of the two listeners is called, perhaps
   * before this returns.
   */
  void take(
      List<String> sequences,
      int count,
      Consumer<Map<String, ValueBlock>> taken,
      Consumer<ThetisException> failed) {
    takeNext(sequences.iterator(), count, new LinkedHashMap<>(), taken, failed);
  }

  private void takeNext(
      Iterator<String> sequences,
      int count,
      Map<String, ValueBlock> blocks,
      Consumer<Map<String, ValueBlock>> taken,
      Consumer<ThetisException> failed) {
    while (sequences.hasNext()) {
      String name = sequences.next();
      SequenceDef sequence = catalog.sql().sequence(name);
      if (sequence == null) {
        failed.accept(new ThetisException(ErrorCode.UNKNOWN_OBJECT, "sequence", name));
        return;
      }
      Left values = left.get(name);
      if (values == null || values.count < count || !values.sequence.equals(sequence)) {
        fetch(
            sequence,
            count,
            sequence.cycle(),
            block -> {
              blocks.put(name, block);
              takeNext(sequences, count, blocks, taken, failed);
            },
            failed);
        return;
      }
      blocks.put(name, cut(values, count));
    }
    taken.accept(blocks);
  }

  private static ValueBlock cut(Left values, int count) {
    ValueBlock block = new ValueBlock(values.next, values.increment, count);
    values.next += count * values.increment;
    values.count -= count;
    values.handedOut = block;
    return block;
  }

  /**
   * Takes values back that a statement was given and did not use, so that the next one has them.
   * Those behind which others were handed out meanwhile are lost.
   *
   * @param last the last value of each sequence that was used
   */
  void giveBack(Map<String, ValueBlock> blocks, Map<String, Long> last) {
    blocks.forEach(
        (name, block) -> {
          Left values = left.get(name);
          if (values != null) {
            giveBack(values, block, last.get(name));
          }
        });
  }

  /** A last value that is not of the block belongs to an earlier try of the statement. */
  @SuppressWarnings("ReferenceEquality")
  private static void giveBack(Left values, ValueBlock block, Long last) {
    long used = last == null ? 0 : (last - block.first()) / block.increment() + 1;
    if (values.handedOut == block && used >= 0 && used < block.count()) {
      values.next = block.first() + used * block.increment();
      values.count += block.count() - (int) used;
    }
  }

  /** Sets a sequence; what was taken of it before is of no use then. */
  void set(
      String sequence, long value, boolean used, Runnable done, Consumer<ThetisException> failed) {
    calls.submit(
        SystemCall.SET_VALUE,
        (errorNumber, message, vector, nothing) -> {
          left.remove(sequence);
          if (errorNumber == 0) {
            done.run();
          } else {
            failed.accept(ThetisException.withMessage(ErrorCode.ofNumber(errorNumber), message));
          }
        },
        sequence,
        value,
        used);
  }

  private static ValueBlock taken(byte[] value) {
    Object[] block = ValueCodec.decodeArguments(value);
    return new ValueBlock((Long) block[0], (Long) block[1], (Integer) block[2]);
  }

  /** {@code again} for a sequence that may come to its end and begin anew. */
  private void fetch(
      SequenceDef sequence,
      int count,
      boolean again,
      Consumer<ValueBlock> taken,
      Consumer<ThetisException> failed) {
    int wanted = Math.max(BLOCK, count);
    if (wanted > SequencePositions.MAX_BLOCK) {
      failed.accept(
          new ThetisException(ErrorCode.MORE_VALUES, sequence.name(), SequencePositions.MAX_BLOCK));
      return;
    }
    calls.submit(
        SystemCall.TAKE_VALUES,
        TAKEN.to(
            (errorNumber, message, vector, block) -> {
              if (errorNumber != 0) {
                failed.accept(
                    ThetisException.withMessage(ErrorCode.ofNumber(errorNumber), message));
                return;
              }
              Left values = new Left(sequence);
              values.next = block.first();
              values.increment = block.increment();
              values.count = block.count();
              if (values.count < count && again) {
                fetch(sequence, count, false, taken, failed);
                return;
              }
              if (values.count < count) {
                left.remove(sequence.name());
                failed.accept(new ThetisException(ErrorCode.SEQUENCE_ENDED, sequence.name()));
                return;
              }
              left.put(sequence.name(), values);
              taken.accept(cut(values, count));
              if (left.size() > 2 * catalog.sql().sequences().size()) {
                left.keySet().removeIf(name -> catalog.sql().sequence(name) == null);
              }
            }),
        sequence.name(),
        wanted);
  }
}
