package org.thetisdb.server.scheme.epoch;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.store.BufferedRows.Version;
import org.thetisdb.store.OverlaidRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * The rows of a member of an epoch view: what is decided in front of what the store has, and which
 * member is the primary of what. A version has a name: the stamp of the store, or the complement of
 * the transaction's id if it is in front. Owned by the site's engine.
 */
final class EpochRows implements OwnKeys {
  final Overlay overlay = new Overlay();
  private final Catalog catalog;
  private final SiteProgress progress;
  private final Primaries primaries;
  private final RowStore rows;
  private final RowVersion version = new RowVersion();

  EpochRows(RowStore store, Catalog catalog, SiteProgress progress, Primaries primaries) {
    this.catalog = catalog;
    this.progress = progress;
    this.primaries = primaries;
    this.rows = new OverlaidRowStore(store, overlay);
  }

  /** The rows, to be read. */
  RowStore rows() {
    return rows;
  }

  @Override
  public boolean knowsTables(KeySet touched) {
    return touched.written().stream().allMatch(key -> schema(key.tableId()) != null)
        && touched.read().stream().allMatch(key -> schema(key.tableId()) != null)
        && touched.ranges().stream().allMatch(range -> schema(range.tableId()) != null);
  }

  /** Null if the table is not known here. */
  private TableSchema schema(int tableId) {
    RegisteredTable table = catalog.tables().byId(tableId);
    return table == null ? null : table.schema();
  }

  /** The primary of a key. */
  int primaryOf(RowKey key) {
    return primaries.of(key, schema(key.tableId()));
  }

  /** Whether this site is the primary of a key. */
  boolean isOwn(RowKey key) {
    return primaryOf(key) == progress.self();
  }

  /** Adds the primaries of all keys of a range. */
  void addPrimariesOf(KeyRange range, BitSet all) {
    primaries.addOf(range.tableId(), range.from(), range.to(), schema(range.tableId()), all);
  }

  private boolean isAnyOwn(KeyRange range) {
    BitSet all = new BitSet();
    addPrimariesOf(range, all);
    return all.get(progress.self());
  }

  @Override
  public KeySet ownPart(KeySet touched) {
    return new KeySet(
        touched.written().stream().filter(this::isOwn).toList(),
        touched.read().stream().filter(this::isOwn).toList(),
        touched.ranges().stream().filter(this::isAnyOwn).toList());
  }

  @Override
  public List<KeyRange> ownRanges(List<KeyRange> ranges) {
    return ranges.stream().filter(this::isAnyOwn).toList();
  }

  /** The primaries of all else. */
  List<Integer> othersOf(KeySet touched) {
    BitSet all = new BitSet();
    touched.written().forEach(key -> all.set(primaryOf(key)));
    touched.read().forEach(key -> all.set(primaryOf(key)));
    touched.ranges().forEach(range -> addPrimariesOf(range, all));
    all.clear(progress.self());
    return all.stream().boxed().toList();
  }

  /** A snapshot of all that is here now. */
  Snapshot now() {
    return new VectorSnapshot(progress.everything());
  }

  /** The name of a row in a snapshot, with what is decided in front; 0 where there is none. */
  long version(RowKey key, Snapshot seen) {
    return rows.read(key, seen, version) ? version.stamp() : 0;
  }

  /** The same, where a row that was deleted in front has a name, too. */
  long versionOrDeletion(RowKey key, Snapshot seen) {
    Version decided = overlay.find(key);
    return decided == null ? version(key, seen) : ~decided.tid();
  }

  /** Whether a row has the version that a run has read. */
  @FunctionalInterface
  interface VersionCheck {
    boolean isVersion(RowKey key, Snapshot now, long seen);
  }

  /**
   * Whether all that a run has read of this site's is as it was (thesis on COCO, line 8 of figure
   * 4-4).
   */
  boolean isAsSeen(Validate wanted, KeySet own, VersionCheck check) {
    Snapshot now = now();
    Map<RowKey, Long> seen = seen(wanted);
    for (RowKey key : own.read()) {
      if (!check.isVersion(key, now, seen.get(key))) {
        return false;
      }
    }
    return own.ranges().stream().allMatch(range -> hasNoOther(range, now, seen));
  }

  /** What a run has read, by key. */
  private static Map<RowKey, Long> seen(Validate wanted) {
    Map<RowKey, Long> seen = new HashMap<>();
    List<RowKey> read = wanted.touched().read();
    for (int i = 0; i < read.size(); i++) {
      seen.put(read.get(i), wanted.versions().get(i));
    }
    return seen;
  }

  /** Whether a range has no row of this site's that a run has not seen. */
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

  /** What is read under snapshots: what is written must be as it was in the snapshot, too. */
  static KeySet withWrittenAsRead(KeySet touched) {
    Set<RowKey> read = new LinkedHashSet<>(touched.read());
    read.addAll(touched.written());
    return new KeySet(touched.written(), List.copyOf(read), touched.ranges());
  }
}
