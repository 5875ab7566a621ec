package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.Backfill;
import org.thetisdb.sql.catalog.CatalogCodec;
import org.thetisdb.sql.catalog.ClusterSecret;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.sql.catalog.Head;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.SystemRow;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.sequence.SequencePositions;

/**
 * Collects the rows of one change, and shows the catalog as it will be. For one definition. Not
 * thread-safe.
 */
final class Changes {
  /** The lowest number of a table that is not the system's. */
  static final int FIRST_USER_TABLE = 16;

  private final SqlCatalog base;
  private final Map<RowKey, byte[]> rows = new LinkedHashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();

  /** Stored tables that nothing refers to any more, but for those of temporary tables. */
  private final Set<Integer> purged = new TreeSet<>();

  /** Stored tables of before that tables of this change take. */
  private final Set<Integer> reused = new TreeSet<>();

  /** What has taken the place of something that was there. */
  private final Set<Securable> renumbered = new TreeSet<>();

  private SqlCatalog catalog;
  private int nextId;

  Changes(SqlCatalog base) {
    this.base = base;
    this.catalog = base;
    this.nextId = base.head().nextId();
  }

  /** The catalog as it was. */
  SqlCatalog base() {
    return base;
  }

  /** The catalog as it will be. */
  SqlCatalog catalog() {
    return catalog;
  }

  /** Whether no row was put yet. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  void add(Step step) {
    steps.add(step);
  }

  void notice(String notice) {
    notices.add(notice);
  }

  /** A number for an object that is no table. */
  int newId() {
    return nextId++;
  }

  /** The number of the next stored table. */
  int nextTableId() {
    return Math.max(FIRST_USER_TABLE, catalog.registry().nextId());
  }

  /** A stored table, new or in a later version. */
  Table putSchema(int tableId, TableSchema schema) {
    rows.put(schemaKey(tableId), schema.encode());
    TableRegistry registry = catalog.registry().withTable(tableId, schema);
    catalog = catalog.withTables(registry);
    return registry.byId(tableId).table();
  }

  private static RowKey schemaKey(int tableId) {
    return new RowKey(SystemRow.TABLES, new ByteWriter(16).putInt(tableId).toByteArray());
  }

  /** Whatever changes a table ends what it was becoming: the two would not fit any more. */
  void put(TableDef table) {
    TableDef before = catalog.tableById(table.tableId());
    Backfill making = before == null ? null : before.making();
    if (making != null && !making.equals(table.making())) {
      for (IndexDef index : making.ownIndexes(before)) {
        if (table.indexes().stream().noneMatch(kept -> kept.tableId() == index.tableId())) {
          retire(index.tableId(), before);
        }
      }
      if (making.copies()) {
        retire(making.next().tableId(), before);
      }
    }
    put(new ObjectId(ObjectKind.TABLE, table.tableId()), CatalogCodec.encode(table));
  }

  void put(ViewDef view) {
    put(new ObjectId(ObjectKind.VIEW, view.id()), CatalogCodec.encode(view));
  }

  void put(SequenceDef sequence) {
    put(new ObjectId(ObjectKind.SEQUENCE, sequence.id()), CatalogCodec.encode(sequence));
  }

  void put(ProcedureDef procedure) {
    put(new ObjectId(ObjectKind.PROCEDURE, procedure.id()), CatalogCodec.encode(procedure));
  }

  void put(SchemaDef schema) {
    put(new ObjectId(ObjectKind.SCHEMA, schema.id()), CatalogCodec.encode(schema));
  }

  void put(CommentDef comment) {
    put(new ObjectId(ObjectKind.COMMENT, comment.id()), CatalogCodec.encode(comment));
  }

  private void put(ObjectId id, byte[] definition) {
    rows.put(id.toKey(), definition);
    catalog = catalog.withObject(id, definition);
  }

  void remove(ObjectKind kind, int id) {
    ObjectId object = new ObjectId(kind, id);
    rows.put(object.toKey(), null);
    catalog = catalog.without(object);
  }

  /** A sequence goes, and where it stands. */
  void remove(SequenceDef sequence) {
    remove(ObjectKind.SEQUENCE, sequence.id());
    rows.put(SequencePositions.key(sequence), null);
  }

  /** A sequence goes on with this value. */
  void putPosition(SequenceDef sequence, long next) {
    rows.put(SequencePositions.key(sequence), SequencePositions.at(sequence, next, false));
  }

  /**
   * A stored table becomes one that nothing refers to. It keeps its number for ever, since rows of
   * it are in logs and snapshots, and leaves its name to others. That of a temporary table keeps
   * its name, too, and is used again once it is empty.
   *
   * @param owner the table that it was, or of whose index it held the entries
   */
  void retire(int tableId, TableDef owner) {
    if (owner.isTemporary()) {
      reused.remove(tableId);
      put(new DroppedDef(tableId, DroppedDef.State.EMPTYING));
      steps.add(new Step.EmptyTable(tableId));
      return;
    }
    TableSchema schema = catalog.registry().byId(tableId).schema();
    put(new DroppedDef(tableId, DroppedDef.State.GONE));
    putSchema(tableId, schema.withName(Names.stored("dropped_" + tableId, catalog, tableId)));
    if (tableId == owner.tableId() && LargeTables.mayHoldValues(catalog.registry(), tableId)) {
      steps.add(new Step.GiveUpValues(tableId));
    }
    purged.add(tableId);
  }

  void put(RoleDef role) {
    put(new ObjectId(ObjectKind.ROLE, role.id()), role.encode());
  }

  void put(GrantDef grant) {
    put(new ObjectId(ObjectKind.GRANT, grant.id()), grant.encode());
  }

  void put(ClusterSecret secret) {
    put(ClusterSecret.ID, secret.encode());
  }

  /** Something has another number from now on, and stays what it is. */
  void renumbered(Securable from, Securable to) {
    renumbered.add(to);
    GrantChanges.follow(this, from, to);
  }

  /** What was not there before, but for what is of one connection: sequences come last. */
  List<Securable> made() {
    Set<Securable> made = new TreeSet<>();
    for (RowKey key : rows.keySet()) {
      if (key.tableId() == ObjectId.TABLE_ID) {
        Securable object = made(ObjectId.of(key));
        if (object != null && !renumbered.contains(object)) {
          made.add(object);
        }
      }
    }
    return List.copyOf(made);
  }

  private Securable made(ObjectId id) {
    if (base.has(id) || !catalog.has(id)) {
      return null;
    }
    return switch (id.kind()) {
      case TABLE -> {
        TableDef table = catalog.tableById(id.id());
        boolean isNew = base.tableById(id.id()) == null && table != null && !table.isTemporary();
        yield isNew ? Securable.of(Securable.Kind.TABLE, id.id()) : null;
      }
      case VIEW -> Securable.of(Securable.Kind.VIEW, id.id());
      case SEQUENCE -> Securable.of(Securable.Kind.SEQUENCE, id.id());
      case PROCEDURE -> Securable.of(Securable.Kind.PROCEDURE, id.id());
      case SCHEMA -> Securable.of(Securable.Kind.SCHEMA, id.id());
      case HEAD, COMMENT, DROPPED, ROLE, GRANT, SECRET -> null;
    };
  }

  void put(DroppedDef dropped) {
    put(new ObjectId(ObjectKind.DROPPED, dropped.tableId()), dropped.encode());
  }

  /** Stored tables that a temporary table may take. */
  List<Integer> free() {
    return catalog.free().stream()
        .map(DroppedDef::tableId)
        .filter(id -> !reused.contains(id))
        .toList();
  }

  /** A stored table that was free is used from now on. */
  void reuse(int tableId) {
    reused.add(tableId);
  }

  /** Last, when its table is there: between the two it must not be one that nobody defines. */
  private void takeReused() {
    reused.forEach(tableId -> remove(ObjectKind.DROPPED, tableId));
  }

  /** The change; with nothing in it if no row was put. */
  CatalogChange build() {
    CommentChanges.sweep(this);
    GrantChanges.sweep(this);
    takeReused();
    if (!purged.isEmpty()) {
      steps.add(
          new Step.PurgeTables(List.copyOf(purged))); // behind all that still reads their rows
    }
    List<SystemRow> all = new ArrayList<>();
    rows.forEach((key, row) -> all.add(new SystemRow(key, row)));
    if (!all.isEmpty()) {
      Head head = new Head(base.version() + 1, nextId);
      all.add(new SystemRow(ObjectId.HEAD.toKey(), CatalogCodec.encode(head)));
    }
    return new CatalogChange(all, steps, notices);
  }
}
