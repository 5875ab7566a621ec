package org.thetisdb.store;

import java.util.List;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.key.RowKey;

/**
 * The rows of one site, with versions.
 *
 * <p><b>Version chain.</b> Each row is a chain of versions, newest first, in the order in which
 * they were installed. A delete is a version, too. A reader with a {@link Snapshot} gets the first
 * version of the chain that the snapshot sees:
 *
 * <ol>
 *   <li>no chain, or no visible version: the row does not exist;
 *   <li>the first visible version is a delete: the row does not exist;
 *   <li>otherwise that version's bytes.
 * </ol>
 *
 * <p><b>Threads.</b> Any number of threads may read; readers never wait for writers of other rows,
 * and never see half a version. Installs of one row must come one after the other (the caller holds
 * the row's lock, or is the one applier of its master's log); installs of different rows may run in
 * parallel.
 *
 * <p><b>Collection.</b> An install names a watermark: the oldest snapshot that anybody may still
 * use. Versions older than the newest one that the watermark sees are dropped when there are more
 * than the configured number of versions, and at the latest when the row is written again and
 * memory is short. Versions that the watermark does not see are never dropped. A row whose only
 * remaining version is a delete that the watermark sees is removed, from the ordered index, too, by
 * {@link #collect}.
 *
 * <p><b>Memory.</b> The store grows in steps up to its limit. {@link #reserve} refuses before
 * anything is written; {@link #install} uses headroom that {@code reserve} does not give away,
 * because a refresh cannot be refused.
 *
 * <p><b>Overflow.</b> An engine may keep rows that nobody touches on disk alone when memory gets
 * short. They are rows as all others, slower to read, and come back when they are read or written
 * again. Then memory is full when the disk is, or when what an engine keeps in memory for each row
 * fills it.
 */
public interface RowStore extends AutoCloseable {
  /**
   * Whether this site holds the row of a key, if there is one in a snapshot. If not, no read at
   * this snapshot says anything about it.
   */
  default boolean holds(RowKey key, Snapshot at) {
    return true;
  }

  /** Whether this site holds all rows of a range in a snapshot, as {@link #scan} takes it. */
  default boolean holdsRange(int tableId, byte[] from, byte[] to, Snapshot at) {
    return true;
  }

  /**
   * The same rows for those that look at all that is here, and ask for nothing that is not. What
   * they read counts as untouched: a checkpoint brings no row back into memory.
   */
  default RowStore whole() {
    return this;
  }

  /**
   * Reads the newest version that {@code snapshot} sees.
   *
   * @return whether the row exists in the snapshot; if false, {@code into} holds no row
   */
  boolean read(RowKey key, Snapshot snapshot, RowVersion into);

  /**
   * Reads the newest version whatever it is, a delete too.
   *
   * @return false when the row has no version at all
   */
  boolean readNewest(RowKey key, RowVersion into);

  /**
   * Says which rows will be read or installed next, whether they are there or not, so that the
   * store can fetch what it needs for them. It changes nothing.
   */
  default void expect(List<RowKey> keys) {}

  /**
   * Adds a version in front of the chain, whatever its stamp: the next master of a row may have
   * lower stamps than the one before, and the older version would win by them (hazard 9).
   *
   * @param row the array that holds the row, or null for a delete
   * @param offset where in the array the row begins
   * @param length the row's length in bytes
   * @param watermark the oldest snapshot still in use
   * @return the number of versions in the chain afterwards
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL if even the headroom is used
   *     up; nothing was changed
   */
  int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark);

  /**
   * Adds a version in front of the chain unless the newest version's stamp is this one or a later
   * one (the Thomas write rule: Thomas, TODS 1979). Installs of one row come one after the other
   * here, too, but in any order of their stamps.
   *
   * @return the number of versions in the chain afterwards, or 0 if nothing was added
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL as {@link #install} does
   */
  default int installIfNewer(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    RowVersion newest = new RowVersion();
    if (readNewest(key, newest) && newest.stamp() >= stamp) {
      return 0;
    }
    return install(key, stamp, position, row, offset, length, watermark);
  }

  /**
   * Adds a version of which only that is known what it has other than the one before it, if that is
   * the newest.
   *
   * @param base the stamp of the version before
   * @param delta the array that holds the {@link Delta}
   * @return the number of versions in the chain afterwards, or 0 if nothing was added: there is no
   *     row, or its newest version is another one
   * @throws org.thetisdb.core.bytes.CodecException if it is no delta of that version; nothing was
   *     changed
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL as {@link #install} does
   */
  default int installDelta(
      RowKey key,
      long base,
      long stamp,
      long position,
      byte[] delta,
      int offset,
      int length,
      Snapshot watermark) {
    RowVersion before = new RowVersion();
    if (!readNewest(key, before) || !before.isRowOf(base)) {
      return 0;
    }
    ByteWriter made = new ByteWriter(before.length() + length);
    Delta.apply(before.bytes(), before.length(), delta, offset, length, made);
    return install(key, stamp, position, made.array(), 0, made.length(), watermark);
  }

  /**
   * Has all rows of a commit be seen at once, before they are installed; {@link #installFront} must
   * follow, on the same event loop. Room for them was reserved.
   */
  default void putInFront(PendingRows rows, long stamp, long position, Snapshot watermark) {
    throw new UnsupportedOperationException("a store in front of which nothing stands");
  }

  /**
   * Installs the next rows of a commit that was put in front.
   *
   * @param most so many at most
   * @return whether all of them are installed now
   * @throws org.thetisdb.core.error.ThetisException as {@link #install} does
   */
  default boolean installFront(PendingRows rows, int most, Snapshot watermark) {
    throw new UnsupportedOperationException("a store in front of which nothing stands");
  }

  /** Whether rows of a table are seen that are not installed yet. */
  default boolean isAnyInFront(int tableId) {
    return false;
  }

  /**
   * Visits rows of one table in key order under a snapshot.
   *
   * @param from first key, inclusive; empty for the table's beginning
   * @param to last key, exclusive; null for the table's end
   * @param backwards visits the same rows from the last to the first
   */
  void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor);

  /**
   * Checks that {@code bytes} more can be written by {@code rows} installs without touching the
   * headroom, which refreshes need, since they cannot be refused (hazard 14).
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL, saying how full the store is
   */
  void reserve(int rows, long bytes);

  /**
   * Checks that {@code rows} rows can be deleted. A delete needs a little memory before it frees
   * the row, so deletes may use half of the headroom: otherwise a full store could not be emptied.
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL, saying how full the store is
   */
  void reserveDeletes(int rows);

  /**
   * Does a bounded piece of background collection: removes up to {@code maxDeleted} rows that were
   * deleted lately, for everybody; then looks at up to {@code maxRows} rows from where the last
   * call stopped, drops versions that the watermark does not need, and removes rows that are
   * deleted for everybody. An engine that does not know what was deleted lately just looks at rows.
   * So does one that could not keep all of them in mind, at up to {@code maxDeleted} if that is
   * more, until it has found them.
   *
   * @return number of rows removed
   */
  int collect(Snapshot watermark, int maxDeleted, int maxRows);

  /**
   * Removes rows of a table with all their versions, whichever snapshot sees them: a piece of the
   * work of giving back what a table takes. The caller knows that no snapshot in use needs a row of
   * it and that nobody writes there any more. A read all the same finds each row or does not; other
   * tables feel nothing. May be repeated, and interrupted; one caller at a time for a table.
   *
   * @param most the most rows that go in one call
   * @return number of rows removed; fewer than {@code most} only if none is left
   */
  int removeRows(int tableId, int most);

  /**
   * Number of rows in a table that have at least one version; deleted rows count until they are
   * collected.
   */
  long rowCount(int tableId);

  /**
   * About which share of the rows of a table is in a range, from 0 to 1, told without looking at
   * them. An engine that cannot tell says 1.
   *
   * @param from first key, inclusive; empty for the table's beginning
   * @param to last key, exclusive; null for the table's end
   */
  default double share(int tableId, byte[] from, byte[] to) {
    return 1;
  }

  /**
   * About how much a range holds, counted where it is little. Costs as much as reading a thousand
   * rows at most. The bounds are those of {@link #share}.
   */
  default RangeEstimate estimate(int tableId, byte[] from, byte[] to) {
    return RangeEstimate.of(this, tableId, from, to);
  }

  /** Bytes off the heap that rows take now, as well as the store can tell. */
  long usedBytes();

  /** The most that rows may take. */
  long limitBytes();

  /** Rows that memory has no room for, so that they live on disk alone. */
  default long coldRows() {
    return 0;
  }

  /** Bytes on disk that these rows take. */
  default long coldBytes() {
    return 0;
  }

  /** How often such a row was read by key or by a short scan, since the store was opened. */
  default long coldReads() {
    return 0;
  }

  /** Frees all memory. Nobody may use the store any more. */
  @Override
  void close();

  /** Called for each row of a scan. */
  interface RowVisitor {
    /**
     * One row; {@code key} may be kept, {@code version} only until return.
     *
     * @return whether to go on
     */
    boolean visit(byte[] key, RowVersion version);
  }
}
