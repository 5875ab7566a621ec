package org.thetisdb.sql.info.postgres;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.sql.info.VirtualTable;

/** Tables about what there is not here: tools ask them all the same. Stateless. */
final class EmptyTables {
  private EmptyTables() {}

  private static VirtualTable empty(int number, String name, String... columns) {
    return VirtualTable.of(
        number, VirtualTable.PG_CATALOG, name, List.of(columns), (context, key) -> Stream.of());
  }

  static List<VirtualTable> all() {
    return List.of(
        empty(
            260,
            "pg_inherits",
            "inhrelid:BIGINT",
            "inhparent:BIGINT",
            "inhseqno:INTEGER",
            "inhdetachpending:BOOLEAN"),
        empty(
            261,
            "pg_depend",
            "classid:BIGINT",
            "objid:BIGINT",
            "objsubid:INTEGER",
            "refclassid:BIGINT",
            "refobjid:BIGINT",
            "refobjsubid:INTEGER",
            "deptype"),
        empty(262, "pg_enum", "oid:BIGINT", "enumtypid:BIGINT", "enumsortorder:REAL", "enumlabel"),
        empty(
            263,
            "pg_extension",
            "oid:BIGINT",
            "extname",
            "extowner:BIGINT",
            "extnamespace:BIGINT",
            "extrelocatable:BOOLEAN",
            "extversion"),
        empty(
            264,
            "pg_trigger",
            "oid:BIGINT",
            "tgrelid:BIGINT",
            "tgparentid:BIGINT",
            "tgname",
            "tgfoid:BIGINT",
            "tgtype:SMALLINT",
            "tgenabled",
            "tgisinternal:BOOLEAN",
            "tgconstrrelid:BIGINT",
            "tgconstrindid:BIGINT",
            "tgconstraint:BIGINT",
            "tgdeferrable:BOOLEAN",
            "tginitdeferred:BOOLEAN"),
        empty(
            265,
            "pg_rewrite",
            "oid:BIGINT",
            "rulename",
            "ev_class:BIGINT",
            "ev_type",
            "ev_enabled",
            "is_instead:BOOLEAN"),
        empty(
            266,
            "pg_policy",
            "oid:BIGINT",
            "polname",
            "polrelid:BIGINT",
            "polcmd",
            "polpermissive:BOOLEAN",
            "polroles:BIGINT[]",
            "polqual",
            "polwithcheck"),
        empty(
            267,
            "pg_collation",
            "oid:BIGINT",
            "collname",
            "collnamespace:BIGINT",
            "collowner:BIGINT",
            "collprovider",
            "collisdeterministic:BOOLEAN"),
        empty(
            268,
            "pg_matviews",
            "schemaname",
            "matviewname",
            "matviewowner",
            "tablespace",
            "hasindexes:BOOLEAN",
            "ispopulated:BOOLEAN",
            "definition"),
        empty(
            269,
            "pg_partitioned_table",
            "partrelid:BIGINT",
            "partstrat",
            "partnatts:SMALLINT",
            "partdefid:BIGINT"),
        empty(
            270,
            "pg_statistic_ext",
            "oid:BIGINT",
            "stxrelid:BIGINT",
            "stxname",
            "stxnamespace:BIGINT",
            "stxowner:BIGINT",
            "stxstattarget:INTEGER",
            "stxkind:VARCHAR[]"),
        empty(
            271,
            "pg_publication",
            "oid:BIGINT",
            "pubname",
            "pubowner:BIGINT",
            "puballtables:BOOLEAN"),
        empty(272, "pg_publication_rel", "oid:BIGINT", "prpubid:BIGINT", "prrelid:BIGINT"),
        empty(273, "pg_publication_namespace", "oid:BIGINT", "pnpubid:BIGINT", "pnnspid:BIGINT"),
        empty(274, "pg_foreign_table", "ftrelid:BIGINT", "ftserver:BIGINT"),
        empty(275, "pg_foreign_server", "oid:BIGINT", "srvname", "srvowner:BIGINT"),
        empty(276, "pg_range", "rngtypid:BIGINT", "rngsubtype:BIGINT", "rngmultitypid:BIGINT"),
        empty(277, "pg_shdescription", "objoid:BIGINT", "classoid:BIGINT", "description"),
        empty(278, "pg_tablespace", "oid:BIGINT", "spcname", "spcowner:BIGINT"),
        empty(
            279,
            "pg_event_trigger",
            "oid:BIGINT",
            "evtname",
            "evtevent",
            "evtowner:BIGINT",
            "evtenabled"),
        empty(
            281,
            "pg_stat_activity",
            "datid:BIGINT",
            "datname",
            "pid:INTEGER",
            "leader_pid:INTEGER",
            "usesysid:BIGINT",
            "usename",
            "application_name",
            "client_addr",
            "client_hostname",
            "client_port:INTEGER",
            "backend_start:TIMESTAMPTZ",
            "xact_start:TIMESTAMPTZ",
            "query_start:TIMESTAMPTZ",
            "state_change:TIMESTAMPTZ",
            "wait_event_type",
            "wait_event",
            "state",
            "backend_xid:BIGINT",
            "backend_xmin:BIGINT",
            "query_id:BIGINT",
            "query",
            "backend_type"));
  }
}
