package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.config.NearestName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.map.PersistentMap;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.CatalogReads.Kind;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.RoleDef;

/**
 * All that SQL can name in one state of the catalog: what DDL has defined, and the tables that
 * procedure jars brought along. Immutable, safe for all threads; a change makes another one, so one
 * object is one state.
 *
 * <p>A definition is a row of the system table {@link ObjectId#TABLE_ID}. A table's definition and
 * its stored schema are two rows, which may be taken over in either order: until both are there,
 * the table is not.
 */
public final class SqlCatalog {
  private final TableRegistry registry;
  private final PersistentMap<ObjectId, Object> objects;

  /**
   * Made on first use, or with this catalog; two threads may make it twice, with the same content.
   */
  private volatile CatalogNames names;

  /** As {@link #names}; a catalog that differs in nothing of that has it from the one before. */
  private volatile Rights rights;

  /** Numbers of tables that no statement may read in the state of the rows that is looked at. */
  private final Set<Integer> unreadable;

  private SqlCatalog(TableRegistry registry, PersistentMap<ObjectId, Object> objects) {
    this(registry, objects, Set.of());
  }

  private SqlCatalog(
      TableRegistry registry, PersistentMap<ObjectId, Object> objects, Set<Integer> unreadable) {
    this.registry = registry;
    this.objects = objects;
    this.unreadable = unreadable;
  }

  /** A catalog without definitions over some tables. */
  public static SqlCatalog of(TableRegistry registry) {
    return new SqlCatalog(registry, PersistentMap.empty());
  }

  /** The same definitions over other stored tables; this catalog if they are the same. */
  @SuppressWarnings("ReferenceEquality")
  public SqlCatalog withTables(TableRegistry tables) {
    if (tables == registry) {
      return this;
    }
    SqlCatalog next = new SqlCatalog(tables, objects);
    next.names = isWhole() ? names.withTables(next, registry) : null;
    next.rights = rights;
    return next;
  }

  /**
   * This catalog with one definition added or replaced.
   *
   * @throws org.thetisdb.core.bytes.CodecException if the bytes are not one of its kind
   */
  public SqlCatalog withObject(ObjectId id, byte[] definition) {
    return with(id, decode(id, definition));
  }

  /** This catalog without a definition. */
  public SqlCatalog without(ObjectId id) {
    return with(id, null);
  }

  private SqlCatalog with(ObjectId id, Object now) {
    Object before = objects.get(id);
    SqlCatalog next =
        new SqlCatalog(registry, now == null ? objects.without(id) : objects.with(id, now));
    next.names = isWhole() ? names.with(next, id, before, now) : null;
    boolean changesRights = id.kind() == ObjectKind.ROLE || id.kind() == ObjectKind.GRANT;
    next.rights = changesRights ? null : rights;
    return next;
  }

  /** Whether all tables can be read in the state of the rows that is looked at. */
  boolean isReadable() {
    return unreadable.isEmpty();
  }

  /** Whether names are known, of what other catalogs have, too. */
  private boolean isWhole() {
    return names != null && unreadable.isEmpty();
  }

  /** This catalog with a row of the system table of definitions; a null one was deleted. */
  public SqlCatalog withRow(RowKey key, byte[] row) {
    ObjectId id = ObjectId.of(key);
    return row == null ? without(id) : withObject(id, row);
  }

  /**
   * This catalog as a reader of an older state of the rows has to see it: indexes of whose entries
   * that state may lack some are written, and not read; tables in whose rows columns are not filled
   * there are in no statement.
   *
   * @param unread the tables of the entries of these indexes, and these tables
   */
  public SqlCatalog withUnread(Set<Integer> unread) {
    PersistentMap<ObjectId, Object> next = objects;
    for (Map.Entry<ObjectId, Object> each : objects.entrySet()) {
      if (each.getValue() instanceof TableDef table && table.hasIndexIn(unread)) {
        next = next.with(each.getKey(), table.withIndexesUnread(unread));
      }
    }
    SqlCatalog older = new SqlCatalog(registry, next, Set.copyOf(unread));
    older.rights = rights;
    return older;
  }

  private static Object decode(ObjectId id, byte[] definition) {
    return switch (id.kind()) {
      case HEAD -> CatalogCodec.decodeHead(definition);
      case TABLE -> CatalogCodec.decodeTable(definition);
      case VIEW -> CatalogCodec.decodeView(definition);
      case SEQUENCE -> CatalogCodec.decodeSequence(definition);
      case PROCEDURE -> CatalogCodec.decodeProcedure(definition);
      case SCHEMA -> CatalogCodec.decodeSchema(definition);
      case COMMENT -> CatalogCodec.decodeComment(definition);
      case DROPPED -> DroppedDef.decode(id.id(), definition);
      case ROLE -> RoleDef.decode(definition);
      case GRANT -> GrantDef.decode(definition);
      case SECRET -> ClusterSecret.decode(definition);
    };
  }

  private Object look(Kind kind, Object key) {
    return CatalogReads.look(this, kind, key);
  }

  PersistentMap<ObjectId, Object> objects() {
    return objects;
  }

  CatalogNames names() {
    CatalogNames present = names;
    if (present == null) {
      present = CatalogNames.of(this);
      names = present;
    }
    return present;
  }

  /** Who may do what. No plan depends on it. */
  public Rights rights() {
    Rights present = rights;
    if (present == null) {
      List<RoleDef> roles = new ArrayList<>();
      List<GrantDef> grants = new ArrayList<>();
      for (Object object : objects.values()) {
        if (object instanceof RoleDef role) {
          roles.add(role);
        } else if (object instanceof GrantDef grant) {
          grants.add(grant);
        }
      }
      present = new Rights(roles, grants);
      rights = present;
    }
    return present;
  }

  /** What session keys are made with; null as long as no user has a password. */
  public ClusterSecret secret() {
    return (ClusterSecret) objects.get(ClusterSecret.ID);
  }

  /** Rises with every change by DDL; not with tables that jars bring. */
  public long version() {
    return head().version();
  }

  /** What the catalog says about itself. */
  public Head head() {
    CatalogReads.noteEverything();
    return (Head) objects.getOrDefault(ObjectId.HEAD, Head.FIRST);
  }

  /** The stored tables. */
  public TableRegistry registry() {
    CatalogReads.noteEverything();
    return registry;
  }

  /**
   * The table with this name; null if there is none.
   *
   * @throws ThetisException SERIALIZATION_FAILURE if an older state of the rows is looked at, in
   *     which the table was another one
   */
  public TableDef table(String name) {
    TableDef table = (TableDef) look(Kind.TABLE, name);
    if (table != null && unreadable.contains(table.tableId())) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "table \"" + name + "\" was truncated, or given other columns, after its snapshot");
    }
    return table;
  }

  /**
   * The table with this name.
   *
   * @throws ThetisException UNKNOWN_TABLE, with the name that was perhaps meant
   */
  public TableDef requireTable(String name) {
    TableDef table = table(name);
    if (table == null) {
      throw unknownTable(name);
    }
    return table;
  }

  /** The error that says that there is neither table nor view of this name. */
  public ThetisException unknownTable(String name) {
    String nearest = NearestName.of(name, names().relations());
    String hint = nearest == null ? "" : " Did you mean \"" + nearest + "\"?";
    return ThetisException.withMessage(
        ErrorCode.UNKNOWN_TABLE, ErrorCode.UNKNOWN_TABLE.format(name) + hint);
  }

  /** The table with this number; null if there is none. */
  public TableDef tableById(int tableId) {
    CatalogReads.noteEverything();
    return names().tablesById().get(tableId);
  }

  /** Whether there is a definition with this key. */
  public boolean has(ObjectId id) {
    return (Boolean) look(Kind.DEFINED, id);
  }

  /** Whether DDL has said something of a table; else it is as a jar brought it. */
  public boolean isDefined(TableDef table) {
    return has(new ObjectId(ObjectKind.TABLE, table.tableId()));
  }

  /** All tables that a statement may read, in order of their names. */
  public Collection<TableDef> tables() {
    CatalogReads.noteEverything();
    Collection<TableDef> all = names().tables().values();
    return unreadable.isEmpty()
        ? all
        : all.stream().filter(table -> !unreadable.contains(table.tableId())).toList();
  }

  /**
   * All tables, in order of their names: those that no statement may read in an older state of the
   * rows among them.
   */
  public Collection<TableDef> definedTables() {
    CatalogReads.noteEverything();
    return names().tables().values();
  }

  /** The one of these with this name; null if there is none. */
  public TableDef definedTable(String name) {
    return (TableDef) look(Kind.TABLE, name);
  }

  /** The table that has an index of this name; null if none has. */
  public TableDef tableOfIndex(String index) {
    return (TableDef) look(Kind.TABLE_OF_INDEX, index);
  }

  /** The tables with foreign keys that refer to a table, perhaps itself among them. */
  @SuppressWarnings("unchecked") // what that kind gives
  public List<TableDef> children(TableDef parent) {
    Object children = look(Kind.CHILDREN, parent.name());
    return children == null ? List.of() : (List<TableDef>) children;
  }

  /** The names of the tables that foreign keys refer to. */
  public Set<String> parents() {
    CatalogReads.noteEverything();
    return names().children().keySet();
  }

  /** The stored table of an index's entries; null if it is not there yet. */
  public Table entriesOf(IndexDef index) {
    return (Table) look(Kind.ENTRIES, index.tableId());
  }

  /** A stored table, without a note. */
  Table stored(int tableId) {
    RegisteredTable stored = registry.byId(tableId);
    return stored == null ? null : stored.table();
  }

  /** Whether objects can be in a schema of this name: it was made, or is always there. */
  public boolean hasSchema(String name) {
    return name.equals(ObjectName.PUBLIC) || schema(name) != null;
  }

  /** The schema with this name; null if none was made. */
  public SchemaDef schema(String name) {
    return (SchemaDef) look(Kind.SCHEMA, name);
  }

  /** All schemas that were made, in order of their names. */
  public Collection<SchemaDef> schemas() {
    CatalogReads.noteEverything();
    return names().schemas().values();
  }

  /** The names of the schemas that were made, but for those of temporary tables. */
  @SuppressWarnings("unchecked") // what that kind gives
  public Set<String> lastingSchemas() {
    return ((Map<String, SchemaDef>) look(Kind.LASTING_SCHEMAS, "")).keySet();
  }

  /** What is said of something; null for nothing. */
  public CommentDef commentOn(CommentDef.Key key) {
    CatalogReads.noteEverything();
    return names().comments().get(key);
  }

  /** The text of what is said of something; null for nothing. */
  public String comment(CommentDef.Subject subject, int subjectId, String part) {
    CommentDef found = commentOn(new CommentDef.Key(subject, subjectId, part));
    return found == null ? null : found.comment();
  }

  /** All that is said of anything but tables and columns. */
  public Collection<CommentDef> comments() {
    CatalogReads.noteEverything();
    return names().comments().values();
  }

  /** Stored tables that nothing uses, in order of their numbers. */
  public Collection<DroppedDef> dropped() {
    CatalogReads.noteEverything();
    return names().dropped().values();
  }

  /** Whether a stored table is one that nothing uses, and is just so far. */
  public boolean has(DroppedDef dropped) {
    CatalogReads.noteEverything();
    return dropped.equals(objects.get(new ObjectId(ObjectKind.DROPPED, dropped.tableId())));
  }

  /** Stored tables that a temporary table may take, in order of their numbers. */
  public Collection<DroppedDef> free() {
    CatalogReads.noteEverything();
    return names().free().values();
  }

  /** Whether a stored table was dropped, and its rows go at each site by itself. */
  public boolean isPurged(int tableId) {
    CatalogReads.noteEverything();
    return objects.get(new ObjectId(ObjectKind.DROPPED, tableId)) instanceof DroppedDef dropped
        && dropped.state() == DroppedDef.State.PURGED;
  }

  /** The view with this name; null if there is none. */
  public ViewDef view(String name) {
    return (ViewDef) look(Kind.VIEW, name);
  }

  /** All views, in order of their names. */
  public Collection<ViewDef> views() {
    CatalogReads.noteEverything();
    return names().views().values();
  }

  /** The sequence with this name; null if there is none. */
  public SequenceDef sequence(String name) {
    return (SequenceDef) look(Kind.SEQUENCE, name);
  }

  /** All sequences, in order of their names. */
  public Collection<SequenceDef> sequences() {
    CatalogReads.noteEverything();
    return names().sequences().values();
  }

  /** The procedure of one statement with this name; null if there is none. */
  public ProcedureDef procedure(String name) {
    return (ProcedureDef) look(Kind.PROCEDURE, name);
  }

  /** Tables some of whose indexes hold a part of the rows, or values of expressions. */
  public Collection<TableDef> tablesWithIndexTexts() {
    CatalogReads.noteEverything();
    return names().withIndexTexts().values();
  }

  /** All procedures of one statement, in order of their names. */
  public Collection<ProcedureDef> procedures() {
    CatalogReads.noteEverything();
    return names().procedures().values();
  }
}
