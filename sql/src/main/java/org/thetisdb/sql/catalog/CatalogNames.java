package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.map.PersistentMap;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/**
 * A catalog's objects by their names. Those of another catalog follow from what differs, so a
 * definition costs what it changes. Not changed once made, so safe for all threads that get it
 * safely.
 *
 * <p>Between two rows of one change two objects may have one name. Which of them has it then
 * depends on all, so what follows is made anew from the whole catalog.
 */
final class CatalogNames {
  private PersistentMap<String, TableDef> tables = PersistentMap.empty();
  private PersistentMap<Integer, TableDef> tablesById = PersistentMap.empty();

  /** Those with indexes whose definition holds texts: of a part of the rows, of expressions. */
  private PersistentMap<Integer, TableDef> withIndexTexts = PersistentMap.empty();

  private PersistentMap<String, TableDef> tablesByIndex = PersistentMap.empty();
  private PersistentMap<String, List<TableDef>> children = PersistentMap.empty();
  private PersistentMap<String, ViewDef> views = PersistentMap.empty();
  private PersistentMap<String, SequenceDef> sequences = PersistentMap.empty();
  private PersistentMap<String, ProcedureDef> procedures = PersistentMap.empty();
  private PersistentMap<String, SchemaDef> schemas = PersistentMap.empty();

  /** Those of them that are of no connection. */
  private PersistentMap<String, SchemaDef> lastingSchemas = PersistentMap.empty();

  private PersistentMap<CommentDef.Key, CommentDef> comments = PersistentMap.empty();
  private PersistentMap<Integer, DroppedDef> dropped = PersistentMap.empty();

  /** Those of them that a temporary table may take. */
  private PersistentMap<Integer, DroppedDef> free = PersistentMap.empty();

  /**
   * How many definitions claim stored tables that are not tables of SQL by themselves: entries of
   * indexes, dropped ones.
   */
  private PersistentMap<Integer, Integer> claims = PersistentMap.empty();

  /** Whether two objects have met that have one name. */
  private boolean clashed;

  private CatalogNames() {}

  private CatalogNames(CatalogNames other) {
    tables = other.tables;
    tablesById = other.tablesById;
    tablesByIndex = other.tablesByIndex;
    children = other.children;
    views = other.views;
    sequences = other.sequences;
    procedures = other.procedures;
    schemas = other.schemas;
    lastingSchemas = other.lastingSchemas;
    withIndexTexts = other.withIndexTexts;
    comments = other.comments;
    dropped = other.dropped;
    free = other.free;
    claims = other.claims;
  }

  /** The names of a whole catalog. */
  static CatalogNames of(SqlCatalog catalog) {
    CatalogNames names = new CatalogNames();
    catalog.objects().forEach((id, object) -> names.take(catalog.registry(), id, object));
    for (RegisteredTable stored : catalog.registry().tables()) {
      names.addIfFree(stored);
    }
    return names;
  }

  /**
   * Those of a catalog in which one object is another one; null if they must be made anew.
   *
   * @param before null if the object is new
   * @param now null if it is gone
   */
  CatalogNames with(SqlCatalog catalog, ObjectId id, Object before, Object now) {
    if (clashed) {
      return null;
    }
    CatalogNames names = new CatalogNames(this);
    Set<Integer> touched = new TreeSet<>();
    if (before != null) {
      names.leave(id, before, touched);
    }
    if (now != null) {
      names.enter(id, now, touched);
    }
    names.refresh(catalog, touched);
    return names.clashed ? null : names;
  }

  /** Those of a catalog over other stored tables; null if they must be made anew. */
  CatalogNames withTables(SqlCatalog catalog, TableRegistry before) {
    if (clashed) {
      return null;
    }
    CatalogNames names = new CatalogNames(this);
    Set<Integer> touched = new TreeSet<>(catalog.registry().changedFrom(before));
    List.copyOf(touched)
        .forEach(
            id -> {
              namesake(catalog, before.byId(id), touched);
              namesake(catalog, catalog.registry().byId(id), touched);
            });
    names.refresh(catalog, touched);
    return names.clashed ? null : names;
  }

  private static void namesake(SqlCatalog catalog, RegisteredTable stored, Set<Integer> touched) {
    RegisteredTable named =
        stored == null ? null : catalog.registry().byName(stored.schema().name());
    if (named != null) {
      touched.add(named.id());
    }
  }

  private void take(TableRegistry registry, ObjectId id, Object object) {
    enter(id, object, new TreeSet<>());
    if (object instanceof TableDef table) {
      addIfStored(registry, table);
    }
  }

  private void enter(ObjectId id, Object object, Set<Integer> touched) {
    switch (id.kind()) {
      case HEAD, ROLE, GRANT, SECRET -> {}
      case TABLE -> claimed((TableDef) object).forEach(each -> claim(each, 1, touched));
      case VIEW -> views = entered(views, ((ViewDef) object).name(), (ViewDef) object);
      case SEQUENCE ->
          sequences = entered(sequences, ((SequenceDef) object).name(), (SequenceDef) object);
      case PROCEDURE ->
          procedures = entered(procedures, ((ProcedureDef) object).name(), (ProcedureDef) object);
      case SCHEMA -> enter((SchemaDef) object);
      case COMMENT ->
          comments = entered(comments, ((CommentDef) object).key(), (CommentDef) object);
      case DROPPED -> {
        claim(id.id(), 1, touched);
        DroppedDef gone = (DroppedDef) object;
        dropped = dropped.with(id.id(), gone);
        free = gone.state() == DroppedDef.State.FREE ? free.with(id.id(), gone) : free;
      }
    }
  }

  private void enter(SchemaDef schema) {
    schemas = entered(schemas, schema.name(), schema);
    if (!TemporarySchema.isOne(schema.name())) {
      lastingSchemas = lastingSchemas.with(schema.name(), schema);
    }
  }

  private <K extends Comparable<? super K>, V> PersistentMap<K, V> entered(
      PersistentMap<K, V> map, K name, V object) {
    clashed |= map.containsKey(name);
    return map.with(name, object);
  }

  private void leave(ObjectId id, Object object, Set<Integer> touched) {
    switch (id.kind()) {
      case HEAD, ROLE, GRANT, SECRET -> {}
      case TABLE -> claimed((TableDef) object).forEach(each -> claim(each, -1, touched));
      case VIEW -> views = views.without(((ViewDef) object).name());
      case SEQUENCE -> sequences = sequences.without(((SequenceDef) object).name());
      case PROCEDURE -> procedures = procedures.without(((ProcedureDef) object).name());
      case SCHEMA -> {
        String name = ((SchemaDef) object).name();
        schemas = schemas.without(name);
        lastingSchemas =
            lastingSchemas.containsKey(name) ? lastingSchemas.without(name) : lastingSchemas;
      }
      case COMMENT -> comments = comments.without(((CommentDef) object).key());
      case DROPPED -> {
        claim(id.id(), -1, touched);
        dropped = dropped.without(id.id());
        free = free.without(id.id());
      }
    }
  }

  private static Set<Integer> claimed(TableDef table) {
    Set<Integer> ids = new TreeSet<>();
    ids.add(table.tableId());
    table.indexes().forEach(index -> ids.add(index.tableId()));
    if (table.making() != null) {
      ids.add(table.making().next().tableId());
      table.making().next().indexes().forEach(index -> ids.add(index.tableId()));
    }
    return ids;
  }

  private void claim(int tableId, int more, Set<Integer> touched) {
    int count = claims.getOrDefault(tableId, 0) + more;
    claims = count == 0 ? claims.without(tableId) : claims.with(tableId, count);
    touched.add(tableId);
  }

  /** Looks anew at stored tables, and at those that have the names which they leave or take. */
  private void refresh(SqlCatalog catalog, Set<Integer> touched) {
    Set<Integer> all = new TreeSet<>(touched);
    for (int id : touched) {
      TableDef before = tablesById.get(id);
      if (before != null) {
        meet(catalog, before.name(), all);
      }
      if (catalog.objects().get(new ObjectId(ObjectKind.TABLE, id)) instanceof TableDef defined) {
        meet(catalog, defined.name(), all);
      }
    }
    all.forEach(this::remove);
    for (int id : all) {
      if (catalog.objects().get(new ObjectId(ObjectKind.TABLE, id)) instanceof TableDef defined) {
        addIfStored(catalog.registry(), defined);
      }
    }
    for (int id : all) {
      RegisteredTable stored = catalog.registry().byId(id);
      if (stored != null) {
        addIfFree(stored);
      }
    }
  }

  private void meet(SqlCatalog catalog, String name, Set<Integer> all) {
    TableDef present = tables.get(name);
    if (present != null) {
      all.add(present.tableId());
    }
    RegisteredTable stored = catalog.registry().byName(name);
    if (stored != null) {
      all.add(stored.id());
    }
  }

  private void addIfStored(TableRegistry registry, TableDef table) {
    RegisteredTable stored = registry.byId(table.tableId());
    if (stored != null && fits(table, stored)) {
      add(table.withStored(stored.table()));
    }
  }

  private void addIfFree(RegisteredTable stored) {
    if (!claims.containsKey(stored.id())
        && !tables.containsKey(stored.schema().name())
        && !LargeTables.isOne(stored)) {
      add(DerivedTables.of(stored));
    }
  }

  private static boolean fits(TableDef table, RegisteredTable stored) {
    int count = stored.schema().columns().size();
    return table.columns().stream().allMatch(column -> column.storedAt() < count)
        && (table.making() == null
            || table.making().values().stream().allMatch(column -> column.storedAt() < count));
  }

  private void add(TableDef table) {
    tables = entered(tables, table.name(), table);
    tablesById = tablesById.with(table.tableId(), table);
    if (table.indexes().stream().anyMatch(CatalogNames::hasText)) {
      withIndexTexts = withIndexTexts.with(table.tableId(), table);
    }
    for (IndexDef index : table.indexes()) {
      tablesByIndex = entered(tablesByIndex, index.name(), table);
    }
    for (String parent : parents(table)) {
      List<TableDef> all = new ArrayList<>(children.getOrDefault(parent, List.of()));
      all.add(table);
      all.sort(Comparator.comparingInt(TableDef::tableId));
      children = children.with(parent, List.copyOf(all));
    }
  }

  private static boolean hasText(IndexDef index) {
    return index.isPartial() || !index.expressions().isEmpty();
  }

  private void remove(int tableId) {
    TableDef table = tablesById.get(tableId);
    if (table == null) {
      return;
    }
    tables = tables.without(table.name());
    tablesById = tablesById.without(tableId);
    withIndexTexts = withIndexTexts.without(tableId);
    for (IndexDef index : table.indexes()) {
      tablesByIndex = tablesByIndex.without(index.name());
    }
    for (String parent : parents(table)) {
      List<TableDef> left =
          children.get(parent).stream().filter(child -> child.tableId() != tableId).toList();
      children = left.isEmpty() ? children.without(parent) : children.with(parent, left);
    }
  }

  private static Set<String> parents(TableDef table) {
    Set<String> parents = new TreeSet<>();
    table.foreignKeys().forEach(key -> parents.add(key.parent()));
    return parents;
  }

  Map<String, TableDef> tables() {
    return tables;
  }

  Map<Integer, TableDef> tablesById() {
    return tablesById;
  }

  Map<Integer, TableDef> withIndexTexts() {
    return withIndexTexts;
  }

  Map<String, TableDef> tablesByIndex() {
    return tablesByIndex;
  }

  Map<String, List<TableDef>> children() {
    return children;
  }

  Map<String, ViewDef> views() {
    return views;
  }

  Map<String, SequenceDef> sequences() {
    return sequences;
  }

  Map<String, ProcedureDef> procedures() {
    return procedures;
  }

  Map<String, SchemaDef> schemas() {
    return schemas;
  }

  Map<String, SchemaDef> lastingSchemas() {
    return lastingSchemas;
  }

  Map<Integer, DroppedDef> dropped() {
    return dropped;
  }

  Map<Integer, DroppedDef> free() {
    return free;
  }

  Map<CommentDef.Key, CommentDef> comments() {
    return comments;
  }

  /** Names of tables and views. */
  Set<String> relations() {
    Set<String> relations = new TreeSet<>(tables.keySet());
    relations.addAll(views.keySet());
    return relations;
  }
}
