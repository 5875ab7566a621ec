package org.thetisdb.server.execution;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.catalog.CatalogCodec;
import org.thetisdb.sql.catalog.Head;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * The catalog in force as each snapshot has to see it. An index serves a snapshot only if the
 * snapshot covers the commit that made it complete, which stands behind all that filled it; an
 * older snapshot shows rows without their entries (hazard 15). Definitions are rows like others, so
 * the snapshot itself shows: it shows the version of the catalog, and what each definition was. In
 * the same way a table whose columns were filled by a step is in no statement over an older
 * snapshot.
 *
 * <p>Owned by the site's engine.
 */
public final class SeenCatalogs {
  /** How many sets of unread indexes are remembered; an older one is made anew. */
  private static final int MOST_OLDER = 64;

  private final RowStore store;
  private final Catalog siteCatalog;
  private final SqlEngine sql;
  private final RowVersion version = new RowVersion();
  private final Map<Set<Integer>, Seen> older = new HashMap<>();
  private Seen inForce;
  private VectorSnapshot lastSnapshot;
  private Seen lastSeen;

  /** A catalog, and what writers keep to under it. */
  public record Seen(SqlCatalog catalog, IntegrityRules rules) {}

  /** Catalogs as snapshots of one site see them. */
  public SeenCatalogs(RowStore store, Catalog siteCatalog, SqlEngine sql) {
    this.store = store;
    this.siteCatalog = siteCatalog;
    this.sql = sql;
  }

  /** The catalog in force. */
  @SuppressWarnings("ReferenceEquality")
  public Seen inForce() {
    SqlCatalog catalog = siteCatalog.sql();
    if (inForce == null || inForce.catalog() != catalog) {
      inForce = seen(catalog);
      lastSnapshot = null;
      lastSeen = null;
      older.clear();
    }
    return inForce;
  }

  private Seen seen(SqlCatalog catalog) {
    return new Seen(catalog, new IntegrityRules(catalog, sql.checks()));
  }

  /** The catalog for a reader of a snapshot; null reads as of now, which shows all entries. */
  @SuppressWarnings("ReferenceEquality")
  public Seen seenBy(VectorSnapshot snapshot) {
    Seen now = inForce();
    if (snapshot == null || now.catalog().version() == 0) {
      return now;
    }
    if (snapshot != lastSnapshot) {
      Set<Integer> unread = unread(now.catalog(), snapshot);
      lastSnapshot = snapshot;
      lastSeen = unread.isEmpty() ? now : older(now.catalog(), unread);
    }
    return lastSeen;
  }

  private Seen older(SqlCatalog catalog, Set<Integer> unread) {
    Seen known = older.get(unread);
    if (known == null) {
      if (older.size() >= MOST_OLDER) {
        older.clear();
      }
      known = seen(catalog.withUnread(unread));
      older.put(unread, known);
    }
    return known;
  }

  /**
   * The tables of the entries of indexes that are complete now, and were not in a snapshot; and the
   * tables that have columns now which were not filled there.
   */
  private Set<Integer> unread(SqlCatalog catalog, VectorSnapshot snapshot) {
    Set<Integer> unread = new TreeSet<>();
    if (!showsVersion(catalog.version(), snapshot)) {
      for (TableDef table : catalog.tables()) {
        if (!table.indexes().isEmpty() || !table.filled().isEmpty()) {
          addUnread(table, snapshot, unread);
        }
      }
    }
    return unread;
  }

  private boolean showsVersion(long current, VectorSnapshot snapshot) {
    byte[] row = read(ObjectId.HEAD, snapshot);
    Head head = row == null ? Head.FIRST : CatalogCodec.decodeHead(row);
    return head.version() == current;
  }

  private void addUnread(TableDef table, VectorSnapshot snapshot, Set<Integer> unread) {
    byte[] row = read(new ObjectId(ObjectKind.TABLE, table.tableId()), snapshot);
    TableDef before = row == null ? null : CatalogCodec.decodeTable(row);
    if (before == null ? !table.filled().isEmpty() : !before.filled().equals(table.filled())) {
      unread.add(table.tableId());
    }
    for (IndexDef index : table.indexes()) {
      if (index.state() == IndexDef.State.READY && !wasReady(before, index)) {
        unread.add(index.tableId());
      }
    }
  }

  private static boolean wasReady(TableDef before, IndexDef index) {
    return before != null
        && before.indexes().stream()
            .anyMatch(
                known ->
                    known.tableId() == index.tableId() && known.state() == IndexDef.State.READY);
  }

  private byte[] read(ObjectId object, VectorSnapshot snapshot) {
    RowKey key = object.toKey();
    return store.read(key, snapshot, version) ? version.toByteArray() : null;
  }
}
