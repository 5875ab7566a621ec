package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/**
 * A catalog's objects by their names. Not changed once made, so safe for all threads that get it
 * safely.
 */
final class CatalogNames {
  private final Map<String, TableDef> tables = new TreeMap<>();
  private final Map<Integer, TableDef> tablesById = new HashMap<>();
  private final Map<String, TableDef> tablesByIndex = new HashMap<>();
  private final Map<String, List<TableDef>> children = new HashMap<>();
  private final Map<String, ViewDef> views = new TreeMap<>();
  private final Map<String, SequenceDef> sequences = new TreeMap<>();
  private final Map<String, ProcedureDef> procedures = new TreeMap<>();
  private final Map<String, SchemaDef> schemas = new TreeMap<>();
  private final Map<CommentDef.Key, CommentDef> comments = new LinkedHashMap<>();

  private final Map<Integer, DroppedDef> dropped = new TreeMap<>();

  /** Stored tables that are not tables of SQL by themselves: entries of indexes, dropped ones. */
  private final Set<Integer> claimed = new HashSet<>();

  CatalogNames(SqlCatalog catalog) {
    catalog.objects().forEach((id, object) -> take(catalog.registry(), id, object));
    for (RegisteredTable stored : catalog.registry().tables()) {
      if (!claimed.contains(stored.id())
          && !tables.containsKey(stored.schema().name())
          && !LargeTables.isOne(stored)) {
        add(DerivedTables.of(stored));
      }
    }
  }

  private void take(TableRegistry registry, ObjectId id, Object object) {
    switch (id.kind()) {
      case HEAD -> {}
      case TABLE -> takeTable(registry, (TableDef) object);
      case VIEW -> views.put(((ViewDef) object).name(), (ViewDef) object);
      case SEQUENCE -> sequences.put(((SequenceDef) object).name(), (SequenceDef) object);
      case PROCEDURE -> procedures.put(((ProcedureDef) object).name(), (ProcedureDef) object);
      case SCHEMA -> schemas.put(((SchemaDef) object).name(), (SchemaDef) object);
      case COMMENT -> comments.put(((CommentDef) object).key(), (CommentDef) object);
      case DROPPED -> {
        claimed.add(id.id());
        dropped.put(id.id(), (DroppedDef) object);
      }
    }
  }

  private void takeTable(TableRegistry registry, TableDef table) {
    claimed.add(table.tableId());
    table.indexes().forEach(index -> claimed.add(index.tableId()));
    if (table.making() != null) {
      table.making().next().indexes().forEach(index -> claimed.add(index.tableId()));
    }
    RegisteredTable stored = registry.byId(table.tableId());
    if (stored != null && fits(table, stored)) {
      add(table.withStored(stored.table()));
    }
  }

  private static boolean fits(TableDef table, RegisteredTable stored) {
    int count = stored.schema().columns().size();
    return table.columns().stream().allMatch(column -> column.storedAt() < count)
        && (table.making() == null
            || table.making().values().stream().allMatch(column -> column.storedAt() < count));
  }

  private void add(TableDef table) {
    tables.put(table.name(), table);
    tablesById.put(table.tableId(), table);
    table.indexes().forEach(index -> tablesByIndex.put(index.name(), table));
    Set<String> parents = new TreeSet<>();
    table.foreignKeys().forEach(key -> parents.add(key.parent()));
    parents.forEach(
        parent -> children.computeIfAbsent(parent, none -> new ArrayList<>()).add(table));
  }

  Map<String, TableDef> tables() {
    return tables;
  }

  Map<Integer, TableDef> tablesById() {
    return tablesById;
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

  Map<Integer, DroppedDef> dropped() {
    return dropped;
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
