package org.thetisdb.core.bytes;

import java.util.Arrays;

/**
 * What one version of a row has other than the one before it, byte by byte:
 *
 * <pre>
 * delta = length of the new version:varint  edits
 * edit  = kept:varint  left out:varint  put in:blob
 * </pre>
 *
 * <p>Each edit keeps so many bytes of the version before, leaves out the next ones, and puts others
 * in their place. What is behind the last edit is kept. The image of a row has columns of fixed
 * width at places of their own, so an update of some of them is a few short edits; where a text
 * gets another length, all from the first to the last byte that differs is one edit.
 */
public final class Delta {
  /** Fewer equal bytes than this between two that differ are no reason for another edit. */
  private static final int LEAST_KEPT_BYTES = 4;

  private Delta() {}

  /**
   * Writes the delta from one version to the next.
   *
   * @param base holds the version before from index 0, in {@code baseLength} bytes
   * @param out where the delta is written; whatever it held is gone
   */
  public static void encode(byte[] base, int baseLength, byte[] image, ByteWriter out) {
    out.reset();
    out.putVarInt(image.length);
    int from = Arrays.mismatch(base, 0, baseLength, image, 0, image.length);
    if (from < 0) {
      return;
    }
    if (baseLength == image.length) {
      encodeInPlace(base, image, from, out);
    } else {
      encodeOtherLength(base, baseLength, image, from, out);
    }
  }

  private static void encodeInPlace(byte[] base, byte[] image, int first, ByteWriter out) {
    int done = 0;
    int from = first;
    while (from < image.length) {
      int to = endOfDifference(base, image, from);
      putEdit(out, from - done, to - from, image, from, to - from);
      done = to;
      int equal = Arrays.mismatch(base, to, image.length, image, to, image.length);
      from = equal < 0 ? image.length : to + equal;
    }
  }

  /** Where bytes begin that are equal for long enough, or where both versions end. */
  private static int endOfDifference(byte[] base, byte[] image, int from) {
    int end = from + 1;
    int i = end;
    while (i < image.length && i - end < LEAST_KEPT_BYTES) {
      if (base[i] != image[i]) {
        end = i + 1;
      }
      i++;
    }
    return end;
  }

  private static void encodeOtherLength(
      byte[] base, int baseLength, byte[] image, int from, ByteWriter out) {
    int shorter = Math.min(baseLength, image.length);
    int tail = 0;
    while (tail < shorter - from && base[baseLength - 1 - tail] == image[image.length - 1 - tail]) {
      tail++;
    }
    putEdit(out, from, baseLength - tail - from, image, from, image.length - tail - from);
  }

  private static void putEdit(
      ByteWriter out, int kept, int leftOut, byte[] image, int offset, int length) {
    out.putVarInt(kept).putVarInt(leftOut).putVarInt(length).putBytes(image, offset, length);
  }

  /**
   * Makes the new version of the one before.
   *
   * @param base holds the version before from index 0, in {@code baseLength} bytes
   * @param delta holds the delta from {@code offset}, in {@code deltaLength} bytes
   * @param into where the new version is written; whatever it held is gone
   * @throws CodecException if it is no delta of such a version
   */
  public static void apply(
      byte[] base, int baseLength, byte[] delta, int offset, int deltaLength, ByteWriter into) {
    Edits edits = new Edits(delta, offset, deltaLength);
    into.reset();
    int at = 0;
    while (edits.next()) {
      at = keep(base, at, baseLength, edits.kept(), into);
      if (edits.leftOut() > baseLength - at) {
        throw new CodecException(
            "a delta leaves out " + edits.leftOut() + " bytes that are not there");
      }
      at += edits.leftOut();
      into.putBytes(delta, edits.offset(), edits.length());
    }
    keep(base, at, baseLength, baseLength - at, into);
    if (into.length() != edits.newLength()) {
      throw new CodecException(
          "a delta made a row of %d bytes, not %d".formatted(into.length(), edits.newLength()));
    }
  }

  /**
   * Whether it only puts other bytes in the place of some, so that a holder of a version of {@code
   * baseLength} bytes can change it where it stands.
   *
   * @throws CodecException if it is no delta of such a version
   */
  public static boolean isInPlace(byte[] delta, int offset, int deltaLength, int baseLength) {
    Edits edits = new Edits(delta, offset, deltaLength);
    if (edits.newLength() != baseLength) {
      return false;
    }
    long at = 0;
    while (edits.next()) {
      if (edits.leftOut() != edits.length()) {
        return false;
      }
      at += (long) edits.kept() + edits.length();
      if (at > baseLength) {
        throw new CodecException("a delta goes beyond a row of " + baseLength + " bytes");
      }
    }
    return true;
  }

  private static int keep(byte[] base, int at, int baseLength, int kept, ByteWriter into) {
    if (kept > baseLength - at) {
      throw new CodecException("a delta keeps " + kept + " bytes that are not there");
    }
    into.putBytes(base, at, kept);
    return at + kept;
  }

  /** The edits of a delta, one after the other. Not thread-safe. */
  public static final class Edits {
    private final ByteReader in;
    private final int newLength;
    private int kept;
    private int leftOut;
    private int offset;
    private int length;

    /**
     * Stands before the first.
     *
     * @throws CodecException here and later if it is no delta
     */
    public Edits(byte[] delta, int offset, int deltaLength) {
      in = new ByteReader(delta, offset, deltaLength);
      newLength = in.getVarInt();
    }

    /** Bytes of the new version. */
    public int newLength() {
      return newLength;
    }

    /** Goes to the next edit; false if there is none. */
    public boolean next() {
      if (in.remaining() == 0) {
        return false;
      }
      kept = in.getVarInt();
      leftOut = in.getVarInt();
      length = in.getCount(1);
      offset = in.position();
      in.skip(length);
      return true;
    }

    /** How many bytes of the version before are kept before this edit. */
    public int kept() {
      return kept;
    }

    /** How many bytes of it are left out then. */
    public int leftOut() {
      return leftOut;
    }

    /** Where in the delta's array the bytes stand that are put there. */
    public int offset() {
      return offset;
    }

    /** How many these are. */
    public int length() {
      return length;
    }
  }
}
