package org.thetisdb.server.execution;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.CommitProtocol.Rows;
import org.thetisdb.server.commit.LargeCommit;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.ExistenceNotes;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.WriteSet;
import org.thetisdb.sql.integrity.KeptRules;
import org.thetisdb.store.Snapshot;

/**
 * The last step of a transaction: looks whether it may commit, and has what it wrote committed.
 * Owned by the site's engine.
 */
public final class Committer {
  private static final byte[] NO_VALUE = {};

  /** To install fewer takes about a millisecond. */
  private static final int MANY_ROWS = 1_024;

  private final SiteState state;
  private final Answers answers;
  private final SeenCatalogs catalogs;
  private CommitWatch watch;
  private FrontInstaller installer;

  /** The only one that puts what calls have written into the log of a site. */
  public Committer(SiteState state, Answers answers, SeenCatalogs catalogs) {
    this.state = state;
    this.answers = answers;
    this.catalogs = catalogs;
  }

  /** Completes the pair. */
  public void setWatch(CommitWatch committed) {
    watch = committed;
  }

  /** Completes it: {@code rows} installs what large commits have written. */
  public void setInstaller(FrontInstaller rows) {
    installer = rows;
  }

  /**
   * Commits an interactive transaction. All rows that it writes are locked, and its statements saw
   * the newest version of each, which has not changed since.
   *
   * @throws ThetisException if it cannot be logged or stored; nothing of it remains
   */
  public void commitOpen(Transaction t, OpenTransaction open) {
    if (open.writes.size() > 0) {
      requireSameRules(open);
      requireSameRights(open);
      requireOpen(open);
    }
    if (t.isOverSites()) {
      requireAsFound(t, open);
      decide(t);
    } else {
      requireNoneElsewhere(open);
    }
    if (open.writes.size() == 0) {
      if (open.hasTrustedTheLog() && !state.life().leaseHolds()) {
        // Nothing of it goes to the log after all, so only the lease can tell (hazard 8).
        throw new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE, "this site may have been replaced since it read");
      }
      answers.committed(t, open.seenPosition(), NO_VALUE);
      return;
    }
    state.log().checkRoom();
    t.readAt(open.snapshot() == null ? null : open.snapshot().snapshot());
    if (open.isSerializable() && !isAsRead(t, open)) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE, "others have changed since what it had read");
    }
    commit(t, NO_VALUE);
  }

  /** The record of a commit is the decision: with it, what was prepared is free again. */
  void decide(Transaction t) {
    if (t.part != null) {
      state
          .catalog()
          .prepared()
          .recordsOf(t.part.transaction())
          .forEach(record -> t.writes.put(record, null));
    }
  }

  /** What was open when a row was written may be read at all sites by now (decision 0038). */
  private void requireOpen(OpenTransaction open) {
    for (int i = 0; i < open.writes.size(); i++) {
      if (!state.mastership().isOpen(open.writes.key(i).tableId())) {
        throw new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE, "all sites may read a table that it has written");
      }
    }
  }

  /**
   * A table that a transaction has written or read elsewhere may be dropped, or not have come here.
   *
   * @throws ThetisException SERIALIZATION_FAILURE
   */
  public static void requireTable(Catalog catalog, RowKey key) {
    if (!catalog.knowsTableOf(key)) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "a table that it writes or reads is not known at each site");
    }
  }

  /** Others may have changed rows that it could not lock where they are mastered. */
  private void requireAsFound(Transaction t, OpenTransaction open) {
    PreparedRows prepared = state.catalog().prepared();
    for (RowKey key : open.elsewhere.keys()) {
      if (prepared.isTaken(key, t.distributedId())
          || !open.elsewhere.isAsFound(key, state.data().store())) {
        throw new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE,
            "others have changed a row that it writes, at the site that masters it");
      }
    }
    for (RowKey key : open.writes.keys()) {
      requireTable(state.catalog(), key);
      if (!open.keeps(state.catalog().partitionOf(key)) && !open.elsewhere.contains(key)) {
        throw new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE, "a row that it writes was never looked at");
      }
    }
  }

  /**
   * What was written under fixed masters is not committed in another way: nobody has prepared these
   * rows, and others may have changed them since (hazard 22).
   */
  private void requireNoneElsewhere(OpenTransaction open) {
    if (!open.elsewhere.isEmpty()) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "the scheme of the cluster has changed since it wrote a row that another site masters");
    }
  }

  private boolean isAsRead(Transaction t, OpenTransaction open) {
    return open.reads.undecidedIn(state.catalog().prepared(), t.distributedId()) == null
        && open.reads.isUnchanged(
            state.data().store(), state.catalog().tables(), t.snapshot(), Snapshot.EVERYTHING);
  }

  /** What was written before a definition came into force does not keep to it (hazard 15). */
  private void requireSameRules(OpenTransaction open) {
    String changed = open.keptRules.changedTable(catalogs.inForce().rules());
    if (changed != null) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "the definition of table \"" + changed + "\" has changed since it wrote there");
    }
  }

  /** Others may have let rows vanish that it relied on, or relied on rows that it let vanish. */
  private void requireSameRights(OpenTransaction open) {
    int changed = open.existence.changed(state.catalog().existence());
    if (changed >= 0) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "whether rows of table \""
              + state.catalog().tables().byId(changed).schema().name()
              + "\" may be deleted has changed since it relied on that");
    }
  }

  /**
   * Commits what a transaction has written, and answers it when the log has it.
   *
   * @param value its result
   * @throws ThetisException if it is too much, or cannot be stored; nothing of it remains
   */
  void commit(Transaction t, byte[] value) {
    WriteSet writes = t.writes;
    makeReady(t, writes, value);
    List<Mastership> many = partitionsOfMany(t, writes);
    long position =
        many != null
            ? commitMany(t, writes, value, many)
            : state
                .commits()
                .commit(t.call.session(), t.call.sequence(), OutcomeTable.kept(value), writes);
    tell(t, writes, position, value);
  }

  /** Makes room for a commit, and gives the log what it depends on. */
  private void makeReady(Transaction t, WriteSet writes, byte[] value) {
    if (writes.bytes() + value.length > state.limits().writeSetBytes()) {
      throw new ThetisException(
          ErrorCode.ROW_TOO_LARGE, writes.bytes() + value.length, state.limits().writeSetBytes());
    }
    if (state.barrier().isClosed()) {
      throw new ThetisException(ErrorCode.SERIALIZATION_FAILURE, state.barrier().why());
    }
    reserve(writes);
    state.log().dependOn(t.call.vector());
    if (t.snapshot() != null) {
      state.log().dependOn(t.snapshot().vector());
    }
  }

  /** Notifies all that have to know of a commit. */
  private void tell(Transaction t, WriteSet writes, long position, byte[] value) {
    applyPrepared(writes);
    watch.onCommitted(t, writes.keys());
    state.counters().committed++;
    answers.committed(t, position, value);
  }

  /** With the decision what was prepared for it is free. */
  private void applyPrepared(WriteSet writes) {
    for (int i = 0; i < writes.size(); i++) {
      if (writes.key(i).tableId() == PreparedRows.TABLE_ID) {
        state.catalog().prepared().decided(writes.key(i));
        state.catalog().apply(writes.key(i), writes.image(i));
      }
    }
  }

  /**
   * Commits what was decided in an epoch view, whose epoch coordinator this site is (decision
   * 0050).
   *
   * @throws ThetisException if it is too much, cannot be stored, or was committed before; nothing
   *     of it remains
   */
  public void commitDecided(EpochViewCommit decided) {
    List<RowImage> rows = decided.rows();
    if (state.data().outcomes().recorded(decided.session(), decided.sequence(), false) != null) {
      throw new ThetisException(ErrorCode.STALE_REQUEST, decided.sequence(), decided.session());
    }
    long bytes = decided.value().length;
    for (RowImage row : rows) {
      bytes += row.key().bytes().length + (row.image() == null ? 0 : row.image().length);
    }
    if (bytes > state.limits().writeSetBytes()) {
      throw new ThetisException(ErrorCode.ROW_TOO_LARGE, bytes, state.limits().writeSetBytes());
    }
    // One epoch at a time is on its way, so what waits for the log needs no other bound.
    if (rows.stream().allMatch(row -> row.image() == null)) {
      state.data().store().reserveDeletes(rows.size());
    } else {
      state.data().store().reserve(rows.size(), bytes);
    }
    byte[] kept = OutcomeTable.kept(decided.value());
    state
        .commits()
        .commit(
            decided.session(),
            decided.sequence(),
            kept,
            Rows.of(rows, RowImage::key, RowImage::image));
    watch.onCommitted(null, rows.stream().map(RowImage::key).toList());
    state.counters().committed++;
  }

  /**
   * Puts into the log that the rows of a plan are prepared, and answers when it is there. The rows
   * are locked at this moment; from then on the record holds them. Under read locks, and for a
   * COMMIT, it holds what the plan reads, too. Where there are none, the answer only says what this
   * site has committed.
   *
   * @throws ThetisException if it is too much, or cannot be stored
   */
  void prepare(Transaction t) {
    KeySet held = held(t);
    long position = held.largest() == 0 ? state.log().position() : prepare(t, held);
    answers.committed(t, position, NO_VALUE);
  }

  /** The same for keys and ranges that are named, of which there is one at least. */
  long prepare(Transaction t, KeySet held) {
    return prepare(t, held, List.of());
  }

  /** The same for what has run on rows that these transactions have prepared. */
  long prepare(Transaction t, KeySet held, Collection<Long> standsOn) {
    state.log().checkRoom();
    byte[] record = PreparedRows.encode(held, standsOn);
    if (record.length > state.limits().writeSetBytes()) {
      throw new ThetisException(
          ErrorCode.ROW_TOO_LARGE, record.length, state.limits().writeSetBytes());
    }
    state.data().store().reserve(1, record.length);
    RowKey key = PreparedRows.recordKey(t.part.transaction(), state.data().self());
    return writeSystem(List.of(key), record);
  }

  /** Whether what was written and relied on under these is as what is in force wants it. */
  public boolean keepsTo(KeptRules rules, ExistenceNotes existence) {
    return rules.changedTable(catalogs.inForce().rules()) == null
        && existence.changed(state.catalog().existence()) < 0;
  }

  /**
   * Commits what a call has written beside the engine's event loop, so that all of it is seen at
   * once, and answers it when the log has it. It was compared with all that others have done since
   * its snapshot.
   *
   * @param writes what {@code rows} were made of
   * @param partitions of all of these rows
   * @param then runs when the rows are installed
   * @throws ThetisException if it is too much, or cannot be stored; nothing of it remains
   */
  public void commitInFront(
      Transaction t,
      WriteSet writes,
      LargeCommit rows,
      byte[] value,
      List<Mastership> partitions,
      Runnable then) {
    makeReady(t, writes, value);
    long position = putInFront(t, rows, value, partitions, then);
    tell(t, writes, position, value);
  }

  private long putInFront(
      Transaction t, LargeCommit rows, byte[] value, List<Mastership> partitions, Runnable then) {
    long position =
        state
            .commits()
            .commitInFront(t.call.session(), t.call.sequence(), OutcomeTable.kept(value), rows);
    installer.install(rows.pending(), partitions, then);
    return position;
  }

  /** So many rows that to install them at once would keep the event loop for long. */
  private long commitMany(
      Transaction t, WriteSet writes, byte[] value, List<Mastership> partitions) {
    RowKey[] keys = writes.keys().toArray(new RowKey[0]);
    Arrays.sort(keys);
    LargeCommit rows = LargeCommit.of(keys, key -> writes.image(writes.find(key)), writes.bytes());
    return putInFront(t, rows, value, partitions, () -> {});
  }

  /**
   * The partitions of what was written; null if it is to be installed at once, since it is little,
   * or others may write there before this site has.
   */
  private List<Mastership> partitionsOfMany(Transaction t, WriteSet writes) {
    if (writes.size() < Math.min(MANY_ROWS, state.limits().queryRows())
        || t.part != null
        || t.isOverSites()
        || !installer.hasRoom()) {
      return null;
    }
    Set<Long> partitions = new TreeSet<>();
    long last = 0;
    for (int i = 0; i < writes.size(); i++) {
      RowKey key = writes.key(i);
      if (!state.catalog().knowsTableOf(key)) {
        return null;
      }
      long partition = state.catalog().partitionOf(key);
      if (i == 0 || partition != last) {
        partitions.add(partition);
        last = partition;
      }
    }
    return partitions.stream().allMatch(state.mastership()::isMasteredHere)
        ? partitions.stream().map(state.mastership()::mastership).toList()
        : null;
  }

  private static KeySet held(Transaction t) {
    return t.preparesReads()
        ? t.plan().toKeySet()
        : new KeySet(t.lockCount() == 0 ? List.of() : t.plan().writes(), List.of(), List.of());
  }

  /** Puts into the log that nothing comes of what was prepared. */
  public void forgetPrepared(List<RowKey> records) {
    state.data().store().reserveDeletes(records.size());
    writeSystem(records, null);
  }

  /**
   * Puts into the log what this site lends, or gives back.
   *
   * @throws ThetisException if there is no room for it now; nothing of it remains
   */
  public long writeOwnership(RowKey key, byte[] row) {
    state.log().checkRoom();
    state.data().store().reserve(1, row.length);
    return writeSystem(List.of(key), row);
  }

  private long writeSystem(List<RowKey> records, byte[] row) {
    long position = state.commits().commit(records, row);
    records.forEach(key -> state.catalog().apply(key, row));
    watch.onSystemRows();
    return position;
  }

  private void reserve(WriteSet writes) {
    if (writes.onlyDeletes()) {
      state.data().store().reserveDeletes(writes.size());
    } else {
      state.data().store().reserve(writes.size(), writes.bytes());
    }
  }
}
