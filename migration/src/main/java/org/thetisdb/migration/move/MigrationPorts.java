package org.thetisdb.migration.move;

import java.util.List;
import org.thetisdb.core.placement.Migration;

/**
 * What a migration needs of the router that leads, which owns all of this. Called on the thread of
 * its engine, and answers there.
 */
public interface MigrationPorts {
  /**
   * A partition of a range.
   *
   * @param id of the partition
   * @param from where it begins
   * @param master the site that masters it
   * @param goal the site that is to master it while the migration is in its state; 0 if it stays
   */
  record Piece(long id, byte[] from, int master, int goal) {}

  /**
   * How a range is pulled by sub-plans.
   *
   * @param subPlans in how many parts
   * @param chunkPartitions about how many of its partitions are one chunk
   * @param intervalUs from one chunk that no call waits for to the next
   */
  record Pulls(int subPlans, int chunkPartitions, long intervalUs) {}

  /** Hears that a group of partitions has moved, or could not. */
  interface GroupListener {
    /** A partition has a new master. */
    void onMoved(long partition);

    /** A partition has too many rows to go with its release. */
    void onTooLarge(long partition);

    /** Every release was answered, or its site was lost. */
    void onDone();
  }

  /** A group that moves. */
  interface Group {
    /** Releases what was {@linkplain #stop stopped}; nothing else is, and that once. */
    void go();

    /** Takes back what has not been released. */
    void withdraw();

    /** Ends the interactive transactions that keep what is to move. */
    void endHolders();
  }

  /** The time. */
  long nowUs();

  /** Why a migration cannot go on, now and later; empty if it can. */
  String obstacle(Migration migration);

  /**
   * What the target waits for before it can hold the rows of the range behind a restart, too; empty
   * if nothing. Asks for it.
   */
  String awaited(Migration migration);

  /** The change with which mastership begins to go to a target that has the rows. */
  Migration switched(Migration migration);

  /**
   * The partitions of the range. Asks for borders where it begins and ends in the midst of one.
   *
   * @return null while borders are missing
   */
  List<Piece> pieces(Migration migration);

  /** A partition, if it is one of the range; else null. */
  Piece piece(Migration migration, long partition);

  /** How a range is pulled that moves by sub-plans. */
  Pulls pulls(Migration migration);

  /** How far a site's own log is. */
  long logPosition(int site);

  /** Whether a site has applied the log of another one as far as a position. */
  boolean hasApplied(int site, int log, long position);

  /**
   * Begins to move partitions together.
   *
   * @return null if none of them can move now
   */
  Group begin(Migration migration, List<Piece> pieces, GroupListener listener);

  /**
   * Has calls wait that write in partitions which are to move together, and releases none before
   * {@link Group#go}.
   *
   * @return null if none of them can move now
   */
  Group stop(Migration migration, List<Piece> pieces, GroupListener listener);

  /** Puts the next change of a migration into the log. {@code answer} runs when that has ended. */
  void record(Migration next, Runnable answer);
}
