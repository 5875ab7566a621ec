package org.thetisdb.router.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.procedures.runtime.ProcedureRegistry;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * The procedures and tables that the router knows. It learns them from the sites, which have them
 * from the log; both only grow newer. Registries are immutable and exchanged between two calls.
 * Owned by the engine's thread.
 */
public final class RouterCatalog {
  private static final Logger LOG = LoggerFactory.getLogger(RouterCatalog.class);

  private static final RowKey HEAD = ObjectId.HEAD.toKey();

  private final JarLoader loader;
  private final int allJarsLimitBytes;
  private final Map<String, Integer> versions = new HashMap<>();
  private final Map<String, Integer> lengths = new HashMap<>();
  private ProcedureRegistry procedures = ProcedureRegistry.EMPTY;
  private TableRegistry tables;
  private SqlCatalog sql;
  private Existence existence = Existence.NONE;

  /** An empty catalog, which takes jars of so many bytes together. */
  public RouterCatalog(JarLoader loader, int partitionKeys, int allJarsLimitBytes) {
    this.loader = loader;
    this.allJarsLimitBytes = allJarsLimitBytes;
    this.tables = TableRegistry.empty(partitionKeys);
    this.sql = SqlCatalog.of(tables);
  }

  /** The procedures of all jars in force. */
  public ProcedureRegistry procedures() {
    return procedures;
  }

  /** The tables of all jars in force, and those of SQL. */
  public TableRegistry tables() {
    return tables;
  }

  /** Whether a table of SQL was dropped: its number stays taken for ever. */
  public boolean isDropped(int tableId) {
    return sql().has(new ObjectId(ObjectKind.DROPPED, tableId));
  }

  /** The definition of a table; null if there is none. */
  public TableSchema schema(int tableId) {
    RegisteredTable table = tables.byId(tableId);
    return table == null ? null : table.table().schema();
  }

  /**
   * Takes in what a site has. A jar or table that this router cannot use is left out and reported
   * in the log: all sites accepted it, so the router must not stop for it.
   */
  public void learn(Jars jars) {
    learnTables(jars.tables());
    ProcedureRegistry learned = procedures;
    for (JarEntry entry : jars.jars()) {
      if (versions.getOrDefault(entry.name(), Integer.MIN_VALUE) < entry.version()) {
        learned = withJar(learned, entry);
        versions.put(entry.name(), entry.version());
        lengths.put(entry.name(), entry.jar().length);
      }
    }
    procedures = learned;
  }

  /**
   * Tries an upload out, without keeping it. Runs code of the jar.
   *
   * @throws ThetisException BAD_JAR, JARS_TOO_LARGE, PROCEDURE_CLASH or SCHEMA_MISMATCH
   */
  public void check(String name, byte[] jar) {
    requireRoom(name, jar.length);
    ProcedureJar loaded = loader.load(name, Integer.MAX_VALUE, jar);
    procedures.withJar(loaded);
    tables.missing(loaded.tables());
  }

  private void requireRoom(String name, int length) {
    long bytes = length;
    for (Map.Entry<String, Integer> other : lengths.entrySet()) {
      bytes += other.getKey().equals(name) ? 0 : other.getValue();
    }
    if (bytes > allJarsLimitBytes) {
      throw new ThetisException(ErrorCode.JARS_TOO_LARGE, bytes, allJarsLimitBytes);
    }
  }

  private ProcedureRegistry withJar(ProcedureRegistry registry, JarEntry entry) {
    try {
      return registry.withJar(loader.load(entry.name(), entry.version(), entry.jar()));
    } catch (RuntimeException | LinkageError e) {
      LOG.error("jar {} version {} cannot be used", entry.name(), entry.version(), e);
      return registry;
    }
  }

  /**
   * Takes in definitions of SQL, or changes of them, unless they are older than those that are
   * known. Changes are those since definitions that were taken in before: whatever came from other
   * sites meanwhile they hold, too.
   *
   * @return whether they are known from now on; what cannot be used is reported in the log
   */
  public boolean learn(Definitions news) {
    learnTables(news.tables());
    SqlCatalog learned = news.whole() ? SqlCatalog.of(tables) : sql();
    Map<Integer, Right> rights = new TreeMap<>();
    try {
      long version = news.whole() ? Long.MAX_VALUE : versionOf(news.definitions());
      for (DefinitionEntry entry : news.definitions()) {
        if (entry.key().tableId() == Existence.TABLE_ID) {
          rights.put(Existence.tableOf(entry.key()), Right.decode(entry.row()));
        } else if (version > sql.version()) {
          learned = learned.withRow(entry.key(), entry.row());
        }
      }
    } catch (CodecException e) {
      LOG.error("the definitions of SQL cannot be used", e);
      return false;
    }
    if (learned.version() > sql.version()) {
      sql = learned;
    }
    rights.forEach(this::learn);
    return true;
  }

  /** The version that changes lead to; 0 if they change no definition. */
  private static long versionOf(List<DefinitionEntry> changes) {
    for (DefinitionEntry entry : changes) {
      if (entry.key().equals(HEAD) && entry.row() != null) {
        return SqlCatalog.of(TableRegistry.EMPTY).withRow(HEAD, entry.row()).version();
      }
    }
    return 0;
  }

  /** Takes in the right of one table's rows, unless it is older than what is known. */
  public void learn(int tableId, Right right) {
    if (right.version() > existence.of(tableId).version()) {
      existence = existence.with(tableId, right);
    }
  }

  /** Whether rows of tables that others refer to may vanish. */
  public Existence existence() {
    return existence;
  }

  /** Bytes of the first columns of a key; 0 if its table is not known or has fewer. */
  public int prefixLength(RowKey key, int columns) {
    RegisteredTable table = tables.byId(key.tableId());
    return table == null ? 0 : table.table().keys().prefixLength(key.bytes(), columns);
  }

  /** What SQL knows. */
  public SqlCatalog sql() {
    sql = sql.withTables(tables);
    return sql;
  }

  /** First those that are known: where they leave their names, others may have taken these. */
  private void learnTables(List<TableEntry> entries) {
    TableRegistry before = tables;
    for (TableEntry entry : entries) {
      if (before.byId(entry.tableId()) != null) {
        learn(entry);
      }
    }
    for (TableEntry entry : entries) {
      if (before.byId(entry.tableId()) == null) {
        learn(entry);
      }
    }
  }

  private void learn(TableEntry entry) {
    try {
      tables = tables.withTable(entry.tableId(), TableSchema.decode(entry.schema()));
    } catch (RuntimeException e) {
      LOG.error("table {} cannot be used", entry.tableId(), e);
    }
  }
}
