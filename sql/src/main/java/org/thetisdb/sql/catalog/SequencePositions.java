package org.thetisdb.sql.catalog;

import java.math.BigInteger;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;

/**
 * Where sequences stand: a row of a system table for each that was used, which holds the next
 * value. Values are handed out in blocks by a transaction of their own; those of a block that is
 * not used up are lost, as with other databases. Stateless.
 */
public final class SequencePositions {
  /** The system table: a sequence's number (four bytes) to its position. */
  public static final int TABLE_ID = 4;

  /** Most values that are handed out at once. */
  public static final int MAX_BLOCK = 100_000;

  private static final int FORMAT = 1;

  private SequencePositions() {}

  /** The key of a sequence's position. */
  public static RowKey key(SequenceDef sequence) {
    return new RowKey(TABLE_ID, new ByteWriter(16).putInt(sequence.id()).toByteArray());
  }

  /**
   * The next values of a sequence, and the position behind them.
   *
   * @param position the row as it is; null if there is none yet
   * @param count how many values are wanted; there are fewer if the sequence ends before
   * @throws ThetisException NUMBER_OUT_OF_RANGE if there are not so many any more
   */
  public static Advance advance(SequenceDef sequence, byte[] position, int count) {
    if (count < 1 || count > MAX_BLOCK) {
      throw new IllegalArgumentException("a block of " + count + " values");
    }
    long first = position == null ? sequence.start() : decode(position);
    if (sequence.cycle() && left(sequence, first) == 0) {
      first = sequence.beginning();
    }
    int there = (int) Math.min(count, left(sequence, first));
    if (there == 0) {
      throw atEnd(sequence);
    }
    long next;
    try {
      next = Math.addExact(first, Math.multiplyExact(sequence.increment(), (long) there));
    } catch (ArithmeticException e) {
      if (!sequence.cycle()) {
        throw atEnd(sequence).causedBy(e);
      }
      next = sequence.beginning();
    }
    return new Advance(new ValueBlock(first, sequence.increment(), there), encode(next));
  }

  /**
   * The position of a sequence that is set.
   *
   * @param used whether the value counts as given out, so that the one behind it is the next
   * @throws ThetisException NUMBER_OUT_OF_RANGE for a value outside of its bounds
   */
  public static byte[] at(SequenceDef sequence, long value, boolean used) {
    boolean last = used && left(sequence, value) == 1;
    long next = last && sequence.cycle() ? sequence.beginning() : value;
    try {
      next =
          used && !(last && sequence.cycle()) ? Math.addExact(value, sequence.increment()) : next;
    } catch (ArithmeticException e) {
      throw outside(sequence, value).causedBy(e);
    }
    if (value < sequence.min() || value > sequence.max()) {
      throw outside(sequence, value);
    }
    return encode(next);
  }

  private static ThetisException outside(SequenceDef sequence, long value) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE,
        "Sequence \"%s\" cannot stand at %d; it has numbers from %d to %d."
            .formatted(sequence.name(), value, sequence.min(), sequence.max()));
  }

  private static byte[] encode(long next) {
    return new ByteWriter(16).putByte(FORMAT).putLong(next).toByteArray();
  }

  private static ThetisException atEnd(SequenceDef sequence) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE,
        "Sequence \"" + sequence.name() + "\" has come to the end of its numbers.");
  }

  /** How many values there are from this one on, within the bounds. */
  private static long left(SequenceDef sequence, long first) {
    if (first < sequence.min() || first > sequence.max()) {
      return 0;
    }
    boolean up = sequence.increment() > 0;
    BigInteger room =
        up
            ? BigInteger.valueOf(sequence.max()).subtract(BigInteger.valueOf(first))
            : BigInteger.valueOf(first).subtract(BigInteger.valueOf(sequence.min()));
    BigInteger step = BigInteger.valueOf(sequence.increment()).abs();
    return room.divide(step).min(BigInteger.valueOf(MAX_BLOCK)).longValueExact() + 1;
  }

  private static long decode(byte[] position) {
    ByteReader in = new ByteReader(position);
    int format = in.getUnsignedByte();
    if (format != FORMAT) {
      throw new CodecException("a position of format " + format);
    }
    long next = in.getLong();
    in.expectEnd();
    return next;
  }

  /**
   * A step of a sequence.
   *
   * @param values what may be handed out once {@code position} is committed
   * @param position the new row; must not be changed
   */
  public record Advance(ValueBlock values, byte[] position) {}
}
