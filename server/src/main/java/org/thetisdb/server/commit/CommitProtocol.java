package org.thetisdb.server.commit;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.store.PendingRows;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * The one way in which a site's rows get a stamp, go into its log, and are installed: for what
 * calls have written, for what was decided in an epoch, and for the system's own rows. One record
 * of one log holds all of a commit, so a site that applies it has all or nothing. A failover
 * successor, which writes the log of a lost site, is none of its users.
 *
 * <p>The code that commits has made room in the store, and has given the log what the commit
 * depends on. After that nothing can be refused: what the log's batch has cannot be taken back, so
 * a row that cannot be installed ends the site. What was committed is visible here at once, and
 * leaves the site when the log has it ({@link GroupCommit#whenDurable}). Owned by the site's
 * engine.
 */
public final class CommitProtocol {
  /** What is kept of a commit that no call waits for. */
  private static final byte[] NO_VALUE = {};

  private final int self;
  private final GroupCommit log;
  private final RowLogging logging;
  private final RowStore store;
  private final OutcomeTable outcomes;
  private final Supplier<Snapshot> watermark;

  /** Hears of all rows that are committed; null while nobody wants to. */
  private Consumer<Rows> observer;

  /** The rows of a commit, by number from 0 on; it neither keeps nor changes them. */
  public interface Rows {
    /** How many there are. */
    int size();

    /** The key of one; no two are the same. */
    RowKey key(int number);

    /** What it is from now on; null deletes it. */
    byte[] image(int number);

    /** The rows that are found in the elements of a list. */
    static <T> Rows of(List<T> elements, Function<T, RowKey> key, Function<T, byte[]> image) {
      return new Rows() {
        @Override
        public int size() {
          return elements.size();
        }

        @Override
        public RowKey key(int number) {
          return key.apply(elements.get(number));
        }

        @Override
        public byte[] image(int number) {
          return image.apply(elements.get(number));
        }
      };
    }
  }

  /**
   * Commits to a log and a store.
   *
   * @param self the site whose log it is
   * @param logging how rows go into the log
   * @param outcomes learns what calls have brought about
   * @param watermark what versions may be given up
   */
  public CommitProtocol(
      int self,
      GroupCommit log,
      RowLogging logging,
      RowStore store,
      OutcomeTable outcomes,
      Supplier<Snapshot> watermark) {
    this.self = self;
    this.log = log;
    this.logging = logging;
    this.store = store;
    this.outcomes = outcomes;
    this.watermark = watermark;
  }

  /** Has somebody hear of all rows that are committed, behind their commit; null for nobody. */
  public void setObserver(Consumer<Rows> hears) {
    observer = hears;
  }

  /**
   * Commits what a call has written, and records its outcome.
   *
   * @param session the call's; 0 if its outcome need not be known
   * @param kept what is kept of its result, see {@link OutcomeTable#kept}
   * @return the commit's position in the log
   */
  public long commit(long session, long sequence, byte[] kept, Rows rows) {
    long position = log.position() + 1;
    long stamp = Stamp.dense(position, self);
    log.commit(stamp, session, sequence, kept, rows.size());
    Snapshot needed = watermark.get();
    for (int number = 0; number < rows.size(); number++) {
      RowKey key = rows.key(number);
      byte[] image = rows.image(number);
      logging.write(key, image);
      install(key, stamp, position, image, needed);
    }
    return recorded(session, sequence, kept, position, rows);
  }

  private long recorded(long session, long sequence, byte[] kept, long position, Rows rows) {
    if (session != 0) {
      outcomes.record(session, new Outcome(sequence, self, position, kept));
    }
    if (observer != null) {
      observer.accept(rows);
    }
    return position;
  }

  /**
   * Commits what a call has written, many rows, so that they are seen at once; the caller has them
   * installed afterwards ({@link #installFront}).
   *
   * @return the commit's position in the log
   */
  public long commitInFront(long session, long sequence, byte[] kept, LargeCommit rows) {
    long position = log.position() + 1;
    long stamp = Stamp.dense(position, self);
    log.commit(stamp, session, sequence, kept, rows.size());
    log.encoded(rows.encoded());
    store.putInFront(rows.pending(), stamp, position, watermark.get());
    return recorded(session, sequence, kept, position, rows);
  }

  /**
   * Installs some rows of a commit that is seen.
   *
   * @return whether all of them are installed now
   */
  public boolean installFront(PendingRows rows, int most) {
    try {
      return store.installFront(rows, most, watermark.get());
    } catch (ThetisException e) {
      throw new IllegalStateException("a reserved row could not be stored", e);
    }
  }

  /**
   * Commits rows that are all alike and that nobody has called for.
   *
   * @param row what each is from now on; null deletes them
   * @return the commit's position in the log
   */
  public long commit(List<RowKey> keys, byte[] row) {
    return commit(0, 0, NO_VALUE, Rows.of(keys, key -> key, key -> row));
  }

  private void install(RowKey key, long stamp, long position, byte[] image, Snapshot needed) {
    try {
      int length = image == null ? 0 : image.length;
      store.install(key, stamp, position, image, 0, length, needed);
    } catch (ThetisException e) {
      throw new IllegalStateException("a reserved row could not be stored", e);
    }
  }
}
