package org.thetisdb.sql.system;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.info.InformationSchema;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.info.postgres.PgCatalog;

/** All system tables. Stateless. */
public final class SystemTables {
  /** The numbers of tables about the cluster begin here. */
  private static final int CLUSTER = 100;

  private static final Map<Integer, VirtualTable> BY_NUMBER =
      Stream.of(InformationSchema.tables(), PgCatalog.tables(), List.of(PgSettings.table()))
          .flatMap(List::stream)
          .collect(
              Collectors.toMap(
                  table -> table.relation().number(),
                  table -> table,
                  (a, b) -> {
                    throw new IllegalStateException(a.name() + " has the number of " + b.name());
                  },
                  LinkedHashMap::new));

  private static final List<Relation.OfSystem> RELATIONS =
      Stream.concat(
              BY_NUMBER.values().stream().map(VirtualTable::relation),
              Stream.of(ClusterTable.values()).map(SystemTables::relation))
          .toList();

  private SystemTables() {}

  @SuppressWarnings("EnumOrdinal") // numbers hold for a process; nothing keeps them
  private static Relation.OfSystem relation(ClusterTable table) {
    return new Relation.OfSystem(
        VirtualTable.SCHEMA, table.tableName(), table.columns(), CLUSTER + table.ordinal());
  }

  /** Those whose rows follow from the catalog. */
  public static List<VirtualTable> ofCatalog() {
    return List.copyOf(BY_NUMBER.values());
  }

  /** The one that a definition stands for. */
  public static VirtualTable of(TableDef definition) {
    return BY_NUMBER.get(definition.systemNumber());
  }

  /** The names and columns of all, those about the cluster among them. */
  public static List<Relation.OfSystem> relations() {
    return RELATIONS;
  }
}
