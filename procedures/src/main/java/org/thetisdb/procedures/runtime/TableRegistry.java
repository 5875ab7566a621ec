package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.map.PersistentMap;
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

  /** Ids of tables go in chunks, of which a change copies one. */
  private static final int CHUNK_BITS = 7;

  private static final int CHUNK = 1 << CHUNK_BITS;

  private final long partitionKeys;
  private final RegisteredTable[][] chunks;
  private final int nextId;
  private final PersistentMap<String, RegisteredTable> byName;

  /**
   * Definitions met lately, so that a procedure's own object is known without comparing columns.
   */
  private final Met[] met = new Met[MET_SLOTS];

  private TableRegistry(
      long partitionKeys,
      RegisteredTable[][] chunks,
      int nextId,
      PersistentMap<String, RegisteredTable> byName) {
    this.partitionKeys = partitionKeys;
    this.chunks = chunks;
    this.nextId = nextId;
    this.byName = byName;
  }

  /**
   * No tables; those to come have cells of {@code partitionKeys} keys, see the grid, or no grid at
   * all if that is 0.
   */
  public static TableRegistry empty(long partitionKeys) {
    return new TableRegistry(partitionKeys, new RegisteredTable[0][], 0, PersistentMap.empty());
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
    if (id < 0 || id > PartitionId.MAX_TABLE) {
      throw wrongId(id, table);
    }
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
    int place = id >>> CHUNK_BITS;
    RegisteredTable[][] tables = Arrays.copyOf(chunks, Math.max(chunks.length, place + 1));
    for (int i = chunks.length; i < place; i++) {
      tables[i] = new RegisteredTable[CHUNK];
    }
    tables[place] = place < chunks.length ? chunks[place].clone() : new RegisteredTable[CHUNK];
    PartitionGrid grid =
        partitionKeys == 0 ? null : new PartitionGrid(id, table.schema(), partitionKeys);
    RegisteredTable added = new RegisteredTable(id, table, grid);
    RegisteredTable before = tables[place][id & CHUNK - 1];
    tables[place][id & CHUNK - 1] = added;
    return new TableRegistry(
        partitionKeys, tables, Math.max(nextId, id + 1), namesWith(before, added));
  }

  /** Of two tables of one name, which there may be between two changes, the later one has it. */
  private PersistentMap<String, RegisteredTable> namesWith(
      RegisteredTable before, RegisteredTable added) {
    PersistentMap<String, RegisteredTable> names = byName;
    if (before != null && !before.schema().name().equals(added.schema().name())) {
      RegisteredTable named = names.get(before.schema().name());
      boolean hasIt = named != null && named.id() == before.id();
      names = hasIt ? names.without(before.schema().name()) : names;
    }
    RegisteredTable other = names.get(added.schema().name());
    return other != null && other.id() > added.id()
        ? names
        : names.with(added.schema().name(), added);
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
    if (nextId > PartitionId.MAX_TABLE) {
      throw new IllegalStateException("there are " + nextId + " tables and no id is left");
    }
    return nextId;
  }

  /** A table may have more columns than a procedure knows: those that were added to it later. */
  private RegisteredTable find(Table table) {
    RegisteredTable named = byName.get(table.name());
    if (named != null && !named.schema().serves(table.schema())) {
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

  /** Equal definitions of several owners, of which each has its own, have slots of their own. */
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
    return id >= 0 && id < nextId ? chunks[id >>> CHUNK_BITS][id & CHUNK - 1] : null;
  }

  /** The table with this name; null if there is none. */
  public RegisteredTable byName(String name) {
    return byName.get(name);
  }

  /** The cell that a key is in; its table must be registered, and have a grid. */
  public long partitionOf(RowKey key) {
    return byId(key.tableId()).grid().partitionOf(key);
  }

  /** All tables, by rising id. */
  public List<RegisteredTable> tables() {
    List<RegisteredTable> tables = new ArrayList<>();
    for (RegisteredTable[] chunk : chunks) {
      for (RegisteredTable table : chunk) {
        if (table != null) {
          tables.add(table);
        }
      }
    }
    return Collections.unmodifiableList(tables);
  }

  /** The ids of tables that are others here than there, or only in one of the two, rising. */
  @SuppressWarnings("ReferenceEquality") // what was not changed is shared
  public List<Integer> changedFrom(TableRegistry other) {
    List<Integer> changed = new ArrayList<>();
    for (int place = 0; place < Math.max(chunks.length, other.chunks.length); place++) {
      boolean isShared =
          place < chunks.length
              && place < other.chunks.length
              && chunks[place] == other.chunks[place];
      int first = place << CHUNK_BITS;
      for (int id = first; !isShared && id < first + CHUNK; id++) {
        if (byId(id) != other.byId(id)) {
          changed.add(id);
        }
      }
    }
    return changed;
  }

  private record Met(Table definition, RegisteredTable registered) {}
}
