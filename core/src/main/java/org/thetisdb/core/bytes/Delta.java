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
    ByteReader in = new ByteReader(delta, offset, deltaLength);
    into.reset();
    int length = in.getVarInt();
    int at = 0;
    while (in.remaining() > 0) {
      at = keep(base, at, baseLength, in.getVarInt(), into);
      int leftOut = in.getVarInt();
      if (leftOut > baseLength - at) {
        throw new CodecException("a delta leaves out " + leftOut + " bytes that are not there");
      }
      at += leftOut;
      int put = in.getCount(1);
      into.putBytes(delta, in.position(), put);
      in.skip(put);
    }
    keep(base, at, baseLength, baseLength - at, into);
    if (into.length() != length) {
      throw new CodecException(
          "a delta made a row of %d bytes, not %d".formatted(into.length(), length));
    }
  }

  private static int keep(byte[] base, int at, int baseLength, int kept, ByteWriter into) {
    if (kept > baseLength - at) {
      throw new CodecException("a delta keeps " + kept + " bytes that are not there");
    }
    into.putBytes(base, at, kept);
    return at + kept;
  }
}
