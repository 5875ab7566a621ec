package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.BeginEra;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.Forget;
import org.thetisdb.core.wire.RouterToSite.InEra;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.EraBegun;
import org.thetisdb.core.wire.SiteToRouter.RanInEra;
import org.thetisdb.core.wire.SiteToRouter.RunAlone;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.epoch.EraLocks;
import org.thetisdb.server.epoch.OverlaidRowStore;
import org.thetisdb.server.epoch.Overlay;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;

/**
 * A site's part in eras of epochs (COCO with physical time: PT-OCC, figure 4-4 of the thesis;
 * decision 0050). Calls run on all that is decided, and lock and validate what is this site's in
 * the same instant. Who has met nothing else is decided by that; of all others the router asks the
 * primaries, and decides. What is decided is in memory until the keeper's log has it and its record
 * has come here.
 *
 * <p>Nothing of this is in a log, and all of it is forgotten with the era. While one is open,
 * nothing else commits rows of users here. Owned by the site's engine.
 */
final class EpochRuns {
  /** Transaction ids count, with the site that gave it in the low bits; 0 is the router. */
  private static final int SITE_BITS = 8;

  private static final byte[] NO_VALUE = {};

  private final SiteState state;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final EpochKeeper keeper;
  private final Calls calls;
  private final RowVersion version = new RowVersion();
  private long era;

  /** What began the era; null if none is open. */
  private BeginEra begun;

  private Connection router;

  /** All that members had before; null until it is told. */
  private VersionVector floor;

  private boolean ready;
  private Primaries primaries;
  private Overlay overlay;
  private RowStore rows;
  private EraLocks locks;
  private long clock;
  private long lastValidated;

  /** Calls at this site, as far as eras concern them. */
  interface Calls {
    /** Sends calls back that wait, and are no part of interactive transactions. */
    void sendBack(Predicate<Transaction> which);

    /** What stands in the logs is waited for. */
    void hurry();
  }

  EpochRuns(
      SiteState state,
      TransactionRunner runner,
      ActiveCalls active,
      Committer committer,
      OpenTransactions open,
      BooleanSupplier leaving,
      Calls calls) {
    this.state = state;
    this.runner = runner;
    this.active = active;
    this.calls = calls;
    this.keeper = new EpochKeeper(state, committer, open, leaving);
  }

  /** Takes what the router that leads says of eras. */
  void on(Connection from, InEra message) {
    if (message instanceof BeginEra begin) {
      begin(from, begin);
    } else if (message.era() != era || begun == null) {
      return; // it is over, as whoever said this will find out
    } else if (message instanceof Validate wanted) {
      validate(wanted);
    } else if (message instanceof Install decided) {
      install(decided);
    } else if (message instanceof Forget ended) {
      locks.free(ended.transaction());
    } else if (message instanceof CommitEpoch epoch) {
      keeper.commit(from, epoch);
    } else if (message instanceof EpochOver over) {
      overlay.committed(over.order(), over.own(), over.vector());
      overlay.trim(state.reached());
    } else {
      end();
    }
  }

  private void begin(Connection from, BeginEra begin) {
    if (begin.second() && begin.era() == era && begun != null) {
      if (floor == null) {
        floor = begin.floor();
        onReached();
      }
    } else if (!begin.second() && begin.era() > era) {
      stopOthers(from, begin);
    }
  }

  private void stopOthers(Connection from, BeginEra begin) {
    end();
    era = begin.era();
    begun = begin;
    router = from;
    clock = 0;
    lastValidated = 0;
    primaries = new Primaries(begin.members());
    overlay = new Overlay();
    rows = new OverlaidRowStore(state.store, overlay);
    locks = new EraLocks();
    state.eraRows = rows;
    state.inEra = true;
    calls.sendBack(t -> t.era == 0 && t.stage != Transaction.Stage.PREPARE && !t.isReadOnly());
    if (begin.keeper() == state.self) {
      keeper.begin(begin.era());
    }
    state.log.whenDurable(state.log.position(), () -> answer(begin, false));
  }

  private void answer(BeginEra begin, boolean second) {
    if (begun != null && begin.era() == era && !state.stopped) {
      ready = second;
      router.send(new EraBegun(era, second, state.report()));
    }
  }

  /** The era is over, or its router gone: what the log does not have is forgotten. */
  void end() {
    begun = null;
    floor = null;
    ready = false;
    router = null;
    primaries = null;
    overlay = null;
    rows = null;
    locks = null;
    state.eraRows = null;
    state.inEra = false;
    keeper.end();
  }

  /** More is applied, or acknowledged. */
  void onReached() {
    if (begun == null) {
      return;
    }
    if (!ready && floor != null) {
      if (state.reached().covers(floor)) {
        answer(begun, true);
      } else {
        calls.hurry();
      }
    }
    overlay.trim(state.reached());
  }

  /**
   * Runs a call of the era that is open, and answers it.
   *
   * @return NOT_SHORT if it is to be run by the line's own thread; else it is over here
   */
  TransactionRunner.Result run(Transaction t, Consumer<Transaction> onStolen) {
    if (t.procedure.rowWait() != RowWait.WAIT) {
      return runAlone(t);
    }
    byte[][] value = {NO_VALUE};
    ThetisException error = null;
    try {
      TransactionRunner.Result ended = runner.runToKeep(t, value, onStolen);
      if (ended != null) {
        return isForEra(ended) ? ended : runAlone(t);
      }
    } catch (ThetisException refused) {
      if (t.context == null) {
        throw refused;
      }
      error = refused; // it is an outcome: what it follows from is validated like any
      t.writes.clear();
    }
    return settle(t, value[0], error);
  }

  /** Whether a call is of the era that is open. */
  boolean isOf(Transaction t) {
    return ready && t.era == era && t.connection == router;
  }

  private static boolean isForEra(TransactionRunner.Result ended) {
    return switch (ended) {
      case DONE, NOT_SHORT -> true;
      case AT_A_CUT, KEPT, CONFLICT, TOO_LONG -> false;
    };
  }

  private TransactionRunner.Result runAlone(Transaction t) {
    t.connection.send(new RunAlone(t.call.attemptId()));
    return TransactionRunner.Result.DONE;
  }

  private TransactionRunner.Result settle(Transaction t, byte[] value, ThetisException error) {
    KeySet touched = t.context.touchedAlone();
    boolean tooLarge =
        touched.largest() > AccessPlanBuilder.MAX_ENTRIES
            || t.writes.bytes() + value.length > state.limits.writeSetBytes();
    if (tooLarge || !knowsTables(touched) || !isKept(touched)) {
      return runAlone(t);
    }
    KeySet own = ownPart(touched);
    long transaction = t.call.attemptId();
    if (!isFree(own, transaction)) {
      state.counters.conflicts++;
      active.replan(t, List.of(), null);
      return TransactionRunner.Result.DONE;
    }
    List<Integer> others = othersOf(touched);
    List<RowImage> written = imagesOf(t);
    boolean decided = others.isEmpty();
    long tid = (((clock >>> SITE_BITS) + 1) << SITE_BITS) | state.self;
    List<Long> versions = decided ? List.of() : versionsOf(touched.read(), t.snapshot);
    RanInEra ran =
        new RanInEra(
            transaction,
            decided ? tid : clock,
            decided,
            others,
            decided ? null : touched,
            versions,
            state.catalog.sql().version(),
            state.catalog.existence().version(),
            error == null ? 0 : error.code().number(),
            error == null ? "" : String.valueOf(error.getMessage()),
            error == null ? value : NO_VALUE,
            written);
    try {
      t.connection.send(ran);
    } catch (ThetisException tooLong) {
      return runAlone(t);
    }
    if (!decided) {
      locks.lock(own, transaction);
    } else if (!written.isEmpty()) {
      clock = tid;
      overlay.decide(tid, written);
    }
    return TransactionRunner.Result.DONE;
  }

  private static List<RowImage> imagesOf(Transaction t) {
    List<RowImage> images = new ArrayList<>(t.writes.size());
    for (int i = 0; i < t.writes.size(); i++) {
      images.add(new RowImage(t.writes.key(i), t.writes.image(i)));
    }
    return images;
  }

  private boolean knowsTables(KeySet touched) {
    return touched.written().stream().allMatch(key -> schema(key.tableId()) != null)
        && touched.read().stream().allMatch(key -> schema(key.tableId()) != null)
        && touched.ranges().stream().allMatch(range -> schema(range.tableId()) != null);
  }

  /** Whether the keeper masters all of this: what others master may be changed by them. */
  private boolean isKept(KeySet touched) {
    return touched.written().stream().allMatch(this::isKept)
        && touched.read().stream().allMatch(this::isKept)
        && touched.ranges().stream().allMatch(this::isKept);
  }

  private boolean isKept(RowKey key) {
    return isKept(state.catalog.partitionOf(key));
  }

  private boolean isKept(KeyRange range) {
    return state.catalog.allPartitions(
        range.tableId(),
        range.from(),
        range.to(),
        ExecutionContext.PARTITIONS_CHECKED_LIMIT,
        this::isKept);
  }

  private boolean isKept(long partition) {
    return state.mastership.owner(partition) == begun.keeper();
  }

  /** Null if the table is not known here. */
  private TableSchema schema(int tableId) {
    RegisteredTable table = state.catalog.tables().byId(tableId);
    return table == null ? null : table.schema();
  }

  private boolean isOwn(RowKey key) {
    return primaries.of(key, schema(key.tableId())) == state.self;
  }

  private boolean isAnyOwn(KeyRange range) {
    BitSet all = new BitSet();
    primaries.addOf(range.tableId(), range.from(), range.to(), schema(range.tableId()), all);
    return all.get(state.self);
  }

  /** What this site is the primary of. */
  private KeySet ownPart(KeySet touched) {
    return new KeySet(
        touched.written().stream().filter(this::isOwn).toList(),
        touched.read().stream().filter(this::isOwn).toList(),
        touched.ranges().stream().filter(this::isAnyOwn).toList());
  }

  private List<Integer> othersOf(KeySet touched) {
    BitSet all = new BitSet();
    touched.written().forEach(key -> all.set(primaries.of(key, schema(key.tableId()))));
    touched.read().forEach(key -> all.set(primaries.of(key, schema(key.tableId()))));
    for (KeyRange range : touched.ranges()) {
      primaries.addOf(range.tableId(), range.from(), range.to(), schema(range.tableId()), all);
    }
    all.clear(state.self);
    return all.stream().boxed().toList();
  }

  /** Whether nobody else has locked a part of this (NO_WAIT). */
  private boolean isFree(KeySet own, long transaction) {
    return locks.isFree(own, transaction);
  }

  /** The versions of rows in a snapshot, with what is decided in front; 0 where there is none. */
  private List<Long> versionsOf(List<RowKey> keys, Snapshot seen) {
    List<Long> versions = new ArrayList<>(keys.size());
    for (RowKey key : keys) {
      versions.add(rows.read(key, seen, version) ? version.stamp() : 0);
    }
    return versions;
  }

  private void validate(Validate wanted) {
    if (wanted.transaction() == lastValidated) {
      return; // a message that came twice
    }
    lastValidated = wanted.transaction();
    KeySet touched = wanted.touched();
    boolean valid =
        touched != null
            && touched.read().size() == wanted.versions().size()
            && knowsTables(touched)
            && lockIfValid(wanted);
    router.send(new Validated(era, wanted.transaction(), valid, clock));
  }

  private boolean lockIfValid(Validate wanted) {
    KeySet own = ownPart(wanted.touched());
    boolean valid = isFree(own, wanted.transaction()) && isAsSeen(wanted, own);
    if (valid) {
      locks.lock(own, wanted.transaction());
    } else {
      state.counters.conflicts++;
    }
    return valid;
  }

  /** Whether all that a run has read of this site's is as it was (line 8 of figure 4-4). */
  private boolean isAsSeen(Validate wanted, KeySet own) {
    Snapshot now = new VectorSnapshot(state.everything());
    Map<RowKey, Long> seen = new HashMap<>();
    List<RowKey> read = wanted.touched().read();
    for (int i = 0; i < read.size(); i++) {
      seen.put(read.get(i), wanted.versions().get(i));
    }
    for (RowKey key : own.read()) {
      if (!isVersion(key, now, seen.get(key))) {
        return false;
      }
    }
    return own.ranges().stream().allMatch(range -> hasNoOther(range, now, seen));
  }

  private boolean isVersion(RowKey key, Snapshot now, long seen) {
    long present = rows.read(key, now, version) ? version.stamp() : 0;
    return present == seen;
  }

  /** Whether a range has no row of this site's that the run has not seen. */
  private boolean hasNoOther(KeyRange range, Snapshot now, Map<RowKey, Long> seen) {
    boolean[] isOther = {false};
    byte[] to = range.to().length == 0 ? null : range.to();
    rows.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        now,
        (key, found) -> {
          RowKey row = new RowKey(range.tableId(), key);
          isOther[0] = isOwn(row) && seen.getOrDefault(row, 0L) != found.stamp();
          return !isOther[0];
        });
    return !isOther[0];
  }

  private void install(Install decided) {
    overlay.install(decided.order(), decided.tid(), decided.rows());
    clock = Math.max(clock, decided.tid() | Stamp.MAX_SITE);
    locks.free(decided.transaction());
  }
}
