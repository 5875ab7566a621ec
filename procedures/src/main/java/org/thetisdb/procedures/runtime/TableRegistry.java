package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;

/**
 * The tables of a cluster by id, name and definition. Immutable: {@link #withTable} makes another
 * one, so a reader that holds a registry holds one state of the catalog. Safe for all threads.
 */
public final class TableRegistry {
  /** No tables, partitions of 100 keys. */
  public static final TableRegistry EMPTY = empty(100);

  private static final int MET_SLOTS = 256;

  private final long partitionKeys;
  private final RegisteredTable[] byId;
  private final Map<String, RegisteredTable> byName;
  private final Map<Table, RegisteredTable> byDefinition;

  /**
   * Definitions met lately, so that a procedure's own object is known without comparing columns.
   */
  private final Met[] met = new Met[MET_SLOTS];

  private TableRegistry(long partitionKeys, RegisteredTable[] byId) {
    this.partitionKeys = partitionKeys;
    this.byId = byId;
    this.byName = new HashMap<>();
    this.byDefinition = new HashMap<>();
    for (RegisteredTable table : byId) {
      if (table != null) {
        byName.put(table.schema().name(), table);
        byDefinition.put(table.table(), table);
      }
    }
  }

  /**
   * No tables; those to come have cells of {@code partitionKeys} keys, see the grid, or no grid at
   * all if that is 0.
   */
  public static TableRegistry empty(long partitionKeys) {
    return new TableRegistry(partitionKeys, new RegisteredTable[0]);
  }

  /**
   * This registry and one more table, or a later version of one that it has; this registry if it
   * has that very version or a later one.
   *
   * @throws ThetisException SCHEMA_MISMATCH if the name is taken by a table with other columns
   * @throws IllegalStateException if the id is taken by another table, or the table by another id
   */
  public TableRegistry withTable(int id, TableSchema schema) {
    RegisteredTable holder = byId(id);
    Table table = Table.of(schema);
    if (holder == null) {
      requireFresh(id, table);
      return with(id, table);
    }
    if (schema.equals(holder.schema()) || holder.schema().continues(schema)) {
      return this;
    }
    if (!schema.continues(holder.schema())) {
      throw wrongId(id, table);
    }
    return with(id, table);
  }

  private void requireFresh(int id, Table table) {
    if (find(table) != null) {
      throw wrongId(id, table);
    }
  }

  private static IllegalStateException wrongId(int id, Table table) {
    return new IllegalStateException("table \"%s\" cannot have id %d".formatted(table.name(), id));
  }

  private TableRegistry with(int id, Table table) {
    RegisteredTable[] tables = Arrays.copyOf(byId, Math.max(byId.length, id + 1));
    PartitionGrid grid =
        partitionKeys == 0 ? null : new PartitionGrid(id, table.schema(), partitionKeys);
    tables[id] = new RegisteredTable(id, table, grid);
    return new TableRegistry(partitionKeys, tables);
  }

  /**
   * Those of {@code tables} that are not registered yet, each once, in order of their names.
   *
   * @throws ThetisException SCHEMA_MISMATCH if one has a name that is taken by other columns
   */
  public List<Table> missing(Collection<Table> tables) {
    Map<String, Table> missing = new TreeMap<>();
    for (Table table : tables) {
      if (find(table) == null) {
        Table other = missing.putIfAbsent(table.name(), table);
        requireSame(table, other);
      }
    }
    return List.copyOf(missing.values());
  }

  /** The lowest id above all that are taken. */
  public int nextId() {
    if (byId.length > PartitionId.MAX_TABLE) {
      throw new IllegalStateException("there are " + byId.length + " tables and no id is left");
    }
    return byId.length;
  }

  /** A table may have more columns than a procedure knows: those that were added to it later. */
  private RegisteredTable find(Table table) {
    RegisteredTable present = byDefinition.get(table);
    if (present != null || !byName.containsKey(table.name())) {
      return present;
    }
    RegisteredTable named = byName.get(table.name());
    if (!named.schema().serves(table.schema())) {
      requireSame(table, named.table());
    }
    return named;
  }

  private static void requireSame(Table wanted, Table present) {
    if (present != null && !present.equals(wanted)) {
      throw new ThetisException(
          ErrorCode.SCHEMA_MISMATCH, wanted.name(), present + ", and is wanted as " + wanted);
    }
  }

  /**
   * The table that a procedure means.
   *
   * @throws ThetisException UNKNOWN_TABLE if there is none of this name, SCHEMA_MISMATCH if it has
   *     other columns
   */
  @SuppressWarnings("ReferenceEquality")
  public RegisteredTable of(Table table) {
    Met last = met[slotOf(table)];
    return last != null && last.definition == table ? last.registered : meet(table);
  }

  /** Equal definitions of several owners, of whom each has its own, have slots of their own. */
  private static int slotOf(Table table) {
    return System.identityHashCode(table) & (MET_SLOTS - 1);
  }

  /** Threads may overwrite each other's entries; each entry is right by itself. */
  private RegisteredTable meet(Table table) {
    RegisteredTable present = find(table);
    if (present == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_TABLE, table.name());
    }
    met[slotOf(table)] = new Met(table, present);
    return present;
  }

  /** The id of the table that a procedure means; throws as {@link #of} does. */
  public int idOf(Table table) {
    return of(table).id();
  }

  /** The table with this id; null if there is none. */
  public RegisteredTable byId(int id) {
    return id >= 0 && id < byId.length ? byId[id] : null;
  }

  /** The table with this name; null if there is none. */
  public RegisteredTable byName(String name) {
    return byName.get(name);
  }

  /** The cell that a key is in; its table must be registered, and have a grid. */
  public long partitionOf(RowKey key) {
    return byId[key.tableId()].grid().partitionOf(key);
  }

  /** All tables, by rising id. */
  public List<RegisteredTable> tables() {
    List<RegisteredTable> tables = new ArrayList<>(Arrays.asList(byId));
    tables.removeAll(Collections.singleton(null));
    return Collections.unmodifiableList(tables);
  }

  private record Met(Table definition, RegisteredTable registered) {}
}
