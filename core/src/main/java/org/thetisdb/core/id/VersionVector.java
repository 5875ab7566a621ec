package org.thetisdb.core.id;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * A version vector: for each site, a position in that site's log (DynaMast, section 3.1). Sites are
 * numbered from 1; a site that is not in the vector stands at 0. Immutable, so vectors may be
 * shared between threads and messages.
 */
public final class VersionVector {
  /** The vector that covers nothing. */
  public static final VersionVector ZERO = new VersionVector(new long[0]);

  private final long[] positions;

  private VersionVector(long[] positions) {
    this.positions = positions;
  }

  /**
   * A vector with the given positions for sites 1, 2, 3 and so on; the array is copied.
   *
   * @throws IllegalArgumentException if a position is negative or a site's number too high
   */
  public static VersionVector of(long... positions) {
    int length = usedLength(positions);
    if (length == 0) {
      return ZERO;
    }
    if (length > Stamp.MAX_SITE) {
      throw new IllegalArgumentException("a vector of " + length + " sites");
    }
    for (int i = 0; i < length; i++) {
      if (positions[i] < 0) {
        throw new IllegalArgumentException("a negative log position: " + positions[i]);
      }
    }
    return new VersionVector(Arrays.copyOf(positions, length));
  }

  /** Zeros at the end are left out, so that equal vectors have equal arrays. */
  private static int usedLength(long[] positions) {
    int length = positions.length;
    while (length > 0 && positions[length - 1] == 0) {
      length--;
    }
    return length;
  }

  /** The position of {@code site}, 0 if it is not in the vector. */
  public long get(int site) {
    return site <= positions.length ? positions[site - 1] : 0;
  }

  /** The highest site with a position above 0. */
  public int highestSite() {
    return positions.length;
  }

  /** This vector with another position for one site. */
  public VersionVector with(int site, long position) {
    if (get(site) == position) {
      return this;
    }
    long[] changed = Arrays.copyOf(positions, Math.max(site, positions.length));
    changed[site - 1] = position;
    return of(changed);
  }

  /** Whether every position is at least that of {@code other}. */
  public boolean covers(VersionVector other) {
    return coversExcept(other, 0);
  }

  /** Like {@link #covers}, leaving one site out; the first half of DynaMast's Equation 1. */
  public boolean coversExcept(VersionVector other, int exceptSite) {
    for (int i = 0; i < other.positions.length; i++) {
      if (other.positions[i] > get(i + 1) && i + 1 != exceptSite) {
        return false;
      }
    }
    return true;
  }

  /** The elementwise maximum; returns one of the two when it covers the other. */
  public VersionVector max(VersionVector other) {
    if (covers(other)) {
      return this;
    }
    if (other.covers(this)) {
      return other;
    }
    long[] result = new long[Math.max(positions.length, other.positions.length)];
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.max(get(i + 1), other.get(i + 1));
    }
    return new VersionVector(result);
  }

  /** The elementwise minimum; returns one of the two when the other covers it. */
  public VersionVector min(VersionVector other) {
    if (covers(other)) {
      return other;
    }
    if (other.covers(this)) {
      return this;
    }
    long[] result = new long[Math.min(positions.length, other.positions.length)];
    for (int i = 0; i < result.length; i++) {
      result[i] = Math.min(positions[i], other.positions[i]);
    }
    return of(result);
  }

  /**
   * How many log positions {@code this} has to gain to cover {@code target} (the norm in DynaMast's
   * Equation 5).
   */
  public long distanceTo(VersionVector target) {
    long sum = 0;
    for (int site = 1; site <= target.positions.length; site++) {
      sum += Math.max(0, target.get(site) - get(site));
    }
    return sum;
  }

  /** Appends the encoded form: a count, then each position in variable length. */
  public void encode(ByteWriter out) {
    out.putUnsignedByte(positions.length);
    for (long position : positions) {
      out.putVarLong(position);
    }
  }

  /** Reads what {@link #encode} wrote. */
  public static VersionVector decode(ByteReader in) {
    int count = in.getUnsignedByte();
    if (count == 0) {
      return ZERO;
    }
    if (count > in.remaining()) {
      throw new CodecException("a vector of " + count + " sites in " + in.remaining() + " bytes");
    }
    long[] positions = new long[count];
    for (int i = 0; i < count; i++) {
      positions[i] = in.getVarLong();
      if (positions[i] < 0) {
        throw new CodecException("a negative log position");
      }
    }
    return positions[count - 1] != 0 ? new VersionVector(positions) : of(positions);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionVector vector && Arrays.equals(positions, vector.positions);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(positions);
  }

  @Override
  public String toString() {
    return Arrays.toString(positions);
  }
}
