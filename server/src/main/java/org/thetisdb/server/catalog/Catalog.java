package org.thetisdb.server.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.JarEntry;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.procedures.runtime.ProcedureRegistry;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.ownership.TemporaryOwnership;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Tables and procedures in force at a site. They are rows of two system tables, written by the
 * transaction that installs a jar and replicated like all rows; this class keeps what those rows
 * say. All system rows lie in one partition, so that one site at a time installs.
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class Catalog {
  /** The partition of all system rows. */
  public static final long PARTITION = PartitionId.of(1, 0);

  /** System table: a user table's id (four bytes) to its schema. */
  public static final int TABLES = 1;

  /** System table: a jar's name to its version and bytes. */
  public static final int JARS = 2;

  /** System table: definitions of SQL, see {@link ObjectId}. */
  public static final int DEFINITIONS = ObjectId.TABLE_ID;

  /** System table: how far sequences have come, see {@link SequencePositions}. */
  public static final int SEQUENCES = SequencePositions.TABLE_ID;

  /** System table: a site's number (a byte) to its standing (a byte). */
  public static final int SITES = 5;

  /** System table: whether rows of a table may vanish, see {@link Existence}. */
  public static final int EXISTENCE = Existence.TABLE_ID;

  /** System table: what transactions over several sites have prepared, see {@link PreparedRows}. */
  public static final int PREPARED = PreparedRows.TABLE_ID;

  /** System table with one row: the last change of the scheme, a {@link SchemeRecord}. */
  public static final int SCHEME = 8;

  /** System table: what sites have lent each other for a phase, see {@link TemporaryOwnership}. */
  public static final int OWNERSHIPS = TemporaryOwnership.TABLE_ID;

  /** System table with one row: which replicas were added, {@link ReplicaSets}. */
  public static final int REPLICAS = 10;

  /** System table with one row: the placement that was applied last, {@link AppliedPlacement}. */
  public static final int PLACEMENT = 11;

  /**
   * System table: which site holds what has moved, see {@link Holder}; no transaction writes it.
   */
  public static final int HOLDERS = Holder.TABLE_ID;

  /** System table: a slot (four bytes) to the {@link Migration} in it. */
  public static final int MIGRATIONS = 13;

  /** System table with one row: what a scheme has learned, a {@link LearnedRecord}. */
  public static final int LEARNED = 14;

  /** All system tables, in the order in which their rows can be taken over. */
  public static final List<Integer> SYSTEM_TABLES =
      List.of(
          TABLES,
          JARS,
          DEFINITIONS,
          SEQUENCES,
          SITES,
          EXISTENCE,
          PREPARED,
          SCHEME,
          OWNERSHIPS,
          REPLICAS,
          PLACEMENT,
          HOLDERS,
          MIGRATIONS,
          LEARNED);

  private static final RowKey SCHEME_KEY = new RowKey(SCHEME, new byte[] {0});
  private static final RowKey REPLICAS_KEY = new RowKey(REPLICAS, new byte[] {0});
  private static final RowKey PLACEMENT_KEY = new RowKey(PLACEMENT, new byte[] {0});

  private static final RowKey LEARNED_KEY = new RowKey(LEARNED, new byte[] {0});

  private final PartitionMap partitions;
  private final JarReader jarReader;
  private final Roster roster;
  private final Map<String, JarEntry> jars = new TreeMap<>();
  private final Map<RowKey, byte[]> definitions = new TreeMap<>();
  private TableRegistry tables;
  private SqlCatalog sql;
  private long changes;
  private Existence existence = Existence.NONE;
  private ProcedureRegistry procedures;
  private SchemeRecord scheme = SchemeRecord.NONE;
  private ReplicaSets replicas = ReplicaSets.NONE;
  private AppliedPlacement placement = AppliedPlacement.NONE;
  private LearnedRecord learned = LearnedRecord.NONE;
  private final MigrationTable migrations = new MigrationTable();
  private final PreparedRows prepared = new PreparedRows();
  private final TemporaryOwnership ownerships = new TemporaryOwnership();
  private final CatalogJournal journal = new CatalogJournal();

  /**
   * An empty catalog.
   *
   * @param partitionKeys the width of a grid's cells; 0 where there are ranges
   * @param partitions how keys are cut
   * @param roster takes in what rows say of sites
   */
  public Catalog(long partitionKeys, PartitionMap partitions, JarReader jarReader, Roster roster) {
    this.partitions = partitions;
    this.jarReader = jarReader;
    this.roster = roster;
    this.tables = TableRegistry.empty(partitionKeys);
    this.procedures = ProcedureRegistry.EMPTY;
    this.sql = SqlCatalog.of(tables);
  }

  /** Whether a table belongs to the system. */
  public static boolean isSystemTable(int tableId) {
    return tableId < MastershipTable.FIRST_USER_TABLE;
  }

  /** The tables in force. */
  public TableRegistry tables() {
    return tables;
  }

  /** What SQL knows. */
  public SqlCatalog sql() {
    return sql;
  }

  /** What SQL would know with some more rows. */
  public SqlCatalog sqlWith(List<SystemRow> rows) {
    TableRegistry withTables = tables;
    SqlCatalog with = sql;
    for (SystemRow row : rows) {
      if (row.key().tableId() == TABLES) {
        withTables = withTable(withTables, row.key(), row.row());
      } else if (row.key().tableId() == DEFINITIONS) {
        with = with.withRow(row.key(), row.row());
      }
    }
    return with.withTables(withTables);
  }

  static TableRegistry withTable(TableRegistry tables, RowKey key, byte[] row) {
    return tables.withTable(new ByteReader(key.bytes()).getInt(), TableSchema.decode(row));
  }

  /** Whether rows of tables that others refer to may vanish. */
  public Existence existence() {
    return existence;
  }

  /** What transactions over several sites have prepared, and nobody has decided yet. */
  public PreparedRows prepared() {
    return prepared;
  }

  /** What sites have lent each other. */
  public TemporaryOwnership ownerships() {
    return ownerships;
  }

  /** The id of a procedure's table. */
  public int tableId(Table table) {
    return tables.idOf(table);
  }

  /** Whether the table of a row is known here: it was not dropped, and its definition has come. */
  public boolean knowsTableOf(RowKey key) {
    return isSystemTable(key.tableId()) || tables.byId(key.tableId()) != null;
  }

  /** The partition of a row. */
  public long partitionOf(RowKey key) {
    return isSystemTable(key.tableId())
        ? PARTITION
        : partitioning(key.tableId()).partitionOf(key.bytes());
  }

  /** The present master of a row, which may have lent it. */
  public int masterOf(RowKey key) {
    return isSystemTable(key.tableId())
        ? partitions.master(PARTITION)
        : partitions.masterAt(key.tableId(), tables.byId(key.tableId()).grid(), key.bytes());
  }

  /** How a table of users is cut into partitions now. */
  public Partitioning partitioning(int tableId) {
    return partitions.partitioning(tableId, tables.byId(tableId).grid());
  }

  /**
   * Whether all partitions of a range fulfil a condition; false, too, when there are more than
   * {@code most}.
   */
  public boolean allPartitions(
      int tableId, byte[] from, byte[] to, int most, LongPredicate condition) {
    boolean[] all = {true};
    boolean few =
        partitioning(tableId)
            .forEachPartition(from, to, most, partition -> all[0] &= condition.test(partition));
    return few && all[0];
  }

  /** The procedure of a name and jar version, or null. */
  public ProcedureDefinition procedure(String name, int jarVersion) {
    return procedures.find(name, jarVersion);
  }

  /** The procedure of a name as it is now, or null. */
  public ProcedureDefinition procedure(String name) {
    return procedures.find(name);
  }

  /** The version of the jar that a procedure comes from now; 0 when there is no such procedure. */
  public int newestVersion(String procedure) {
    ProcedureDefinition definition = procedures.find(procedure);
    return definition == null ? 0 : definition.jarVersion();
  }

  /**
   * The rows that installing a jar writes.
   *
   * @throws org.thetisdb.core.error.ThetisException if the jar is bad, clashes, or its tables do
   *     not fit
   */
  public Installation plan(String jarName, byte[] jar) {
    int version = 1 + jars.values().stream().mapToInt(JarEntry::version).max().orElse(0);
    ProcedureJar loaded = jarReader.read(jarName, version, jar);
    ProcedureRegistry next = procedures.withJar(loaded);
    List<SystemRow> rows = new ArrayList<>();
    int nextId = Math.max(MastershipTable.FIRST_USER_TABLE, tables.nextId());
    for (Table table : tables.missing(loaded.tables())) {
      rows.add(new SystemRow(tableKey(nextId), table.schema().encode()));
      nextId++;
    }
    byte[] row = new ByteWriter(jar.length + 8).putVarInt(version).putBytes(jar).toByteArray();
    rows.add(
        new SystemRow(new RowKey(JARS, new ByteWriter().putString(jarName).toByteArray()), row));
    return new Installation(
        rows, loaded.procedures().stream().map(ProcedureDefinition::name).toList(), next);
  }

  private static RowKey tableKey(int id) {
    return new RowKey(TABLES, new ByteWriter(4).putInt(id).toByteArray());
  }

  /** The row that says how far a site belongs to the cluster. */
  public static SystemRow siteRow(int site, SiteStanding standing) {
    byte[] key = new ByteWriter(1).putUnsignedByte(site).toByteArray();
    return new SystemRow(new RowKey(SITES, key), new byte[] {(byte) standing.number()});
  }

  /** The site that a row of {@link #SITES} is about. */
  public static int siteOf(RowKey key) {
    return new ByteReader(key.bytes()).getUnsignedByte();
  }

  /** The row that says which scheme is in force. */
  public static SystemRow schemeRow(SchemeRecord record) {
    return new SystemRow(SCHEME_KEY, record.toByteArray());
  }

  /** The last change of the scheme. */
  public SchemeRecord scheme() {
    return scheme;
  }

  /** The row that says which replicas were added. */
  public static SystemRow replicasRow(ReplicaSets sets) {
    return new SystemRow(REPLICAS_KEY, sets.toByteArray());
  }

  /** The replicas that were added, as of a snapshot that can still be read. */
  public static ReplicaSets replicasAt(RowStore store, Snapshot at) {
    RowVersion row = new RowVersion();
    return store.read(REPLICAS_KEY, at, row)
        ? ReplicaSets.decode(new ByteReader(row.toByteArray()))
        : ReplicaSets.NONE;
  }

  /** The replicas that were added. */
  public ReplicaSets replicas() {
    return replicas;
  }

  /** The row that says where partitions are to be mastered. */
  public static SystemRow placementRow(AppliedPlacement placement) {
    return new SystemRow(PLACEMENT_KEY, placement.toByteArray());
  }

  /** Where partitions are to be mastered. */
  public AppliedPlacement placement() {
    return placement;
  }

  /** The row of a migration. */
  public static SystemRow migrationRow(Migration migration) {
    byte[] slot =
        new ByteWriter(Integer.BYTES).putInt(MigrationTable.slot(migration.id())).toByteArray();
    return new SystemRow(new RowKey(MIGRATIONS, slot), migration.toByteArray());
  }

  /** The migrations that the log has. */
  public MigrationTable migrations() {
    return migrations;
  }

  /** The row that says what a scheme has learned. */
  public static SystemRow learnedRow(LearnedRecord record) {
    return new SystemRow(LEARNED_KEY, record.toByteArray());
  }

  /** What a scheme has learned, as far as the log has it. */
  public LearnedRecord learned() {
    return learned;
  }

  /** The sites of the cluster. */
  public Roster roster() {
    return roster;
  }

  /**
   * Takes over a system row that was committed here or elsewhere; null for one that was deleted.
   */
  public void apply(RowKey key, byte[] row) {
    if (isTold(key.tableId())) {
      journal.note(++changes, key);
    }
    if (key.tableId() == TABLES) {
      tables = withTable(tables, key, row);
      sql = sql.withTables(tables);
    } else if (key.tableId() == DEFINITIONS) {
      sql = sql.withRow(key, row);
      if (row == null) {
        definitions.remove(key);
      } else {
        definitions.put(key, row);
      }
    } else if (key.tableId() == JARS) {
      ByteReader in = new ByteReader(row);
      int version = in.getVarInt();
      String name = new ByteReader(key.bytes()).getString();
      applyJar(new JarEntry(name, version, in.getBytes(in.remaining())));
    } else if (key.tableId() == EXISTENCE) {
      existence = existence.withRow(key, row);
    } else if (key.tableId() == PREPARED) {
      prepared.apply(key, row);
    } else if (key.tableId() == OWNERSHIPS) {
      ownerships.apply(key, row);
    } else if (key.tableId() == SITES) {
      roster.learn(siteOf(key), SiteStanding.ofNumber(row[0]));
    } else if (key.tableId() == SCHEME) {
      scheme = scheme.later(SchemeRecord.decode(new ByteReader(row)));
    } else if (key.tableId() == REPLICAS) {
      replicas = replicas.later(ReplicaSets.decode(new ByteReader(row)));
    } else if (key.tableId() == PLACEMENT) {
      placement = placement.later(AppliedPlacement.decode(new ByteReader(row)));
    } else if (key.tableId() == MIGRATIONS) {
      migrations.learn(Migration.decode(new ByteReader(row)));
    } else if (key.tableId() == LEARNED) {
      learned = learned.later(LearnedRecord.ofRow(row));
    }
  }

  private static boolean isTold(int tableId) {
    return tableId == TABLES || tableId == DEFINITIONS || tableId == JARS || tableId == EXISTENCE;
  }

  /**
   * Grows with each change of what is reported to routers: tables, definitions, rights and jars.
   */
  public long changes() {
    return changes;
  }

  private void applyJar(JarEntry jar) {
    procedures = procedures.withJar(jarReader.read(jar.name(), jar.version(), jar.jar()));
    jars.put(jar.name(), jar);
  }

  /** All jars in force. */
  public List<JarEntry> jars() {
    return List.copyOf(jars.values());
  }

  /**
   * The rows of tables, definitions and rights that have changed behind a value of {@link
   * #changes}; null if that is too long ago to be known.
   */
  public Collection<RowKey> changedSince(long since) {
    return journal.since(since);
  }

  /** A definition of SQL or a right of rows to exist; null if it is not there any more. */
  public byte[] definition(RowKey key) {
    return key.tableId() == EXISTENCE
        ? existence.of(Existence.tableOf(key)).encode()
        : definitions.get(key);
  }

  /** The table that a row of {@link #TABLES} is about. */
  public TableEntry tableEntry(RowKey key) {
    RegisteredTable table = tables.byId(new ByteReader(key.bytes()).getInt());
    return new TableEntry(table.id(), table.schema().encode());
  }

  /** All definitions of SQL and rights of rows to exist, encoded. */
  public List<DefinitionEntry> definitions() {
    List<DefinitionEntry> entries = new ArrayList<>(definitions.size());
    definitions.forEach((key, row) -> entries.add(new DefinitionEntry(key, row)));
    existence
        .all()
        .forEach(
            (table, right) ->
                entries.add(new DefinitionEntry(Existence.key(table), right.encode())));
    return entries;
  }

  /** All tables. */
  public List<TableEntry> tableEntries() {
    List<TableEntry> entries = new ArrayList<>();
    for (RegisteredTable table : tables.tables()) {
      entries.add(new TableEntry(table.id(), table.schema().encode()));
    }
    return entries;
  }

  /** What installing a jar will do. */
  public record Installation(
      List<SystemRow> rows, List<String> procedureNames, ProcedureRegistry procedures) {}

  /** A row of a system table. */
  public record SystemRow(RowKey key, byte[] row) {}
}
