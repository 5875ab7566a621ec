package org.thetisdb.sql.sequence;

import java.math.BigInteger;
import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.sql.catalog.SequenceDef;

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

  /** A position behind the last number that there is: none comes any more. */
  private static final byte[] ENDED = {2};

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
   * @throws ThetisException SEQUENCE_ENDED if there are not so many any more
   */
  public static Advance advance(SequenceDef sequence, byte[] position, int count) {
    if (count < 1 || count > MAX_BLOCK) {
      throw new IllegalArgumentException("a block of " + count + " values");
    }
    boolean ended = position != null && Arrays.equals(position, ENDED);
    if (ended && !sequence.cycle()) {
      throw atEnd(sequence);
    }
    long first = position == null || ended ? sequence.start() : decode(position);
    if (sequence.cycle() && (ended || left(sequence, first) == 0)) {
      first = sequence.beginning();
    }
    int there = (int) Math.min(count, left(sequence, first));
    if (there == 0) {
      throw atEnd(sequence);
    }
    byte[] next = behind(sequence, first + sequence.increment() * (there - 1L));
    return new Advance(new ValueBlock(first, sequence.increment(), there), next);
  }

  /** The position behind a value, which is within the bounds. */
  private static byte[] behind(SequenceDef sequence, long value) {
    if (left(sequence, value) > 1) {
      return encode(value + sequence.increment());
    }
    if (sequence.cycle()) {
      return encode(sequence.beginning());
    }
    try {
      return encode(Math.addExact(value, sequence.increment()));
    } catch (ArithmeticException e) {
      return ENDED.clone(); // there is no number that could say so
    }
  }

  /**
   * The position of a sequence that is set.
   *
   * @param used whether the value counts as given out, so that the one behind it is the next
   * @throws ThetisException NUMBER_OUT_OF_RANGE for a value outside of its bounds
   */
  public static byte[] at(SequenceDef sequence, long value, boolean used) {
    if (value < sequence.min() || value > sequence.max()) {
      throw outside(sequence, value);
    }
    return used ? behind(sequence, value) : encode(value);
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
    return new ThetisException(ErrorCode.SEQUENCE_ENDED, sequence.name());
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
