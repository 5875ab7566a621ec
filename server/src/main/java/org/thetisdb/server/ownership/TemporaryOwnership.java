package org.thetisdb.server.ownership;

import java.util.BitSet;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/**
 * Which site may write what each one masters, as far as the logs say. A site <em>lends</em> all
 * that it masters, now or later, to the master of a phase, by one row in its own log; the borrower
 * gives it <em>back</em> by one row in its own log. So a switch of phases is one record for each
 * site, however many partitions there are.
 *
 * <p>A temporary ownership names the borrower, its incarnation, and the phase. It has ended when
 * the borrower has given back this phase or a later one in that incarnation, or anything in a later
 * one, or has left the cluster; in which order the rows of the two logs are applied does not
 * matter. Each row is written into one log only, by the site of that log or by the failover
 * successor of it, so a site that is lost blocks nobody.
 *
 * <p>Nobody holds a temporary ownership and what was lent at once: the lender writes nothing more
 * until it has applied that it was given back, and the borrower writes nothing until it has applied
 * that it was lent.
 *
 * <p>Rows of the system are never lent. Not thread-safe; the site's engine owns it.
 */
public final class TemporaryOwnership {
  /** System table: what a site has lent, and what it has given back. */
  public static final int TABLE_ID = 9;

  private static final byte LENT = 0;
  private static final byte GIVEN_BACK = 1;
  private static final int KEY_BYTES = 2;

  private final Ownership[] lent = new Ownership[Stamp.MAX_SITE + 1];
  private final Ownership[] givenBack = new Ownership[Stamp.MAX_SITE + 1];

  /** Which site has what each one lent; 0 if it has it itself. */
  private final int[] holders = new int[Stamp.MAX_SITE + 1];

  private final BitSet left = new BitSet();

  /** Temporary ownerships that have not ended. */
  private int open;

  /**
   * What was lent, or given back.
   *
   * @param borrower which site may write it
   * @param incarnation of the borrower; a later one has to give it back, and may not write
   * @param phase in which it may; phases rise
   */
  public record Ownership(int borrower, int incarnation, long phase) {
    private boolean isAfter(Ownership other) {
      return incarnation != other.incarnation
          ? incarnation > other.incarnation
          : phase > other.phase;
    }
  }

  /** The key of the row that says what {@code site} has lent; only its own log has it. */
  public static RowKey lentKey(int site) {
    return key(LENT, site);
  }

  /** The key of the row that says what {@code site} has given back; only its own log has it. */
  public static RowKey givenBackKey(int site) {
    return key(GIVEN_BACK, site);
  }

  private static RowKey key(byte kind, int site) {
    return new RowKey(
        TABLE_ID, new ByteWriter(KEY_BYTES).putByte(kind).putUnsignedByte(site).toByteArray());
  }

  /** The site whose log has a row of this key. */
  public static int writerOf(RowKey key) {
    return key.bytes()[1] & 0xff;
  }

  /** The row for a temporary ownership. */
  public static byte[] encode(Ownership ownership) {
    return new ByteWriter(16)
        .putUnsignedByte(ownership.borrower)
        .putVarInt(ownership.incarnation)
        .putVarLong(ownership.phase)
        .toByteArray();
  }

  private static Ownership decode(byte[] row) {
    ByteReader in = new ByteReader(row);
    Ownership ownership = new Ownership(in.getUnsignedByte(), in.getVarInt(), in.getVarLong());
    in.expectEnd();
    return ownership;
  }

  /**
   * A row was applied or written.
   *
   * @throws CodecException if it is none
   */
  public void apply(RowKey key, byte[] row) {
    Ownership ownership = decode(row);
    if (key.bytes().length != KEY_BYTES) {
      throw new CodecException("a row of temporary ownerships with the key " + key);
    }
    Ownership[] rows = key.bytes()[0] == LENT ? lent : givenBack;
    rows[writerOf(key)] = ownership;
    lookAgain();
  }

  /**
   * A site has left, with the last record of its log: what was lent to it is its lender's again.
   */
  public void onLeft(int site) {
    left.set(site);
    lookAgain();
  }

  private void lookAgain() {
    open = 0;
    for (int lender = 1; lender < lent.length; lender++) {
      boolean isOpen = hasNotEnded(lent[lender]);
      holders[lender] = isOpen ? lent[lender].borrower : 0;
      open += isOpen ? 1 : 0;
    }
  }

  /** Whether nothing is lent. */
  public boolean isEmpty() {
    return open == 0;
  }

  /** Whether a site has lent what it masters, and it was not given back. */
  public boolean isLent(int site) {
    return holders[site] != 0;
  }

  private boolean hasNotEnded(Ownership ownership) {
    return ownership != null
        && !left.get(ownership.borrower)
        && (givenBack[ownership.borrower] == null
            || ownership.isAfter(givenBack[ownership.borrower]));
  }

  /** Which site may write what one masters: that site, or the one that has borrowed it. */
  public int holderFor(int site) {
    return open == 0 || holders[site] == 0 ? site : holders[site];
  }

  /** What a site has lent last, whether it was given back or not; null if it never lent. */
  public Ownership lentBy(int site) {
    return lent[site];
  }

  /** The latest that was lent to a site and that it has not given back; null if there is none. */
  public Ownership owedBy(int borrower) {
    Ownership latest = null;
    for (int lender = 1; lender < lent.length && open != 0; lender++) {
      Ownership ownership = lent[lender];
      if (holders[lender] == borrower && (latest == null || ownership.isAfter(latest))) {
        latest = ownership;
      }
    }
    return latest;
  }
}
