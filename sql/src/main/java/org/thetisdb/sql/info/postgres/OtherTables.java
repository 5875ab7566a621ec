package org.thetisdb.sql.info.postgres;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.InformationSchema;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.type.PgType;

/** Tables about schemas, types, procedures, the database and its only user. Stateless. */
final class OtherTables {
  /** The way of access of all indexes. */
  static final long BTREE = 403;

  /** The function by whose number tools tell types of arrays. */
  static final long ARRAY_IN = 750;

  private static final long HEAP = 2;
  private static final long SQL = 14;
  private static final long DATABASE = 5;

  private OtherTables() {}

  static List<VirtualTable> all() {
    List<VirtualTable> all = new ArrayList<>(RoleTables.all());
    all.addAll(List.of(namespaces(), types(), procedures(), databases(), methods(), languages()));
    return all;
  }

  /** A table of rows that are always the same. */
  private static VirtualTable fixed(int number, String name, Layout layout, Object[]... rows) {
    return VirtualTable.of(
        number,
        VirtualTable.PG_CATALOG,
        name,
        layout.columns(),
        (context, key) -> Stream.of(rows).map(layout::row));
  }

  private static VirtualTable namespaces() {
    Layout layout = new Layout("oid:BIGINT", "nspname", "nspowner:BIGINT=10", "nspacl:VARCHAR[]");
    return VirtualTable.of(
            240,
            VirtualTable.PG_CATALOG,
            "pg_namespace",
            layout.columns(),
            (context, key) ->
                Stream.of(
                        Stream.of(VirtualTable.PG_CATALOG, ObjectName.PUBLIC, VirtualTable.SCHEMA),
                        context.catalog().schemas().stream().map(SchemaDef::name))
                    .flatMap(each -> each)
                    .filter(context::sees)
                    .map(name -> namespace(context, layout, name)))
        .lookedUpBy(
            List.of("nspname"),
            true,
            (context, key) ->
                Stream.of((String) key.get(0))
                    .filter(context::sees)
                    .filter(name -> Oids.ofSchema(context.catalog(), name) != 0)
                    .map(name -> namespace(context, layout, name)));
  }

  private static Object[] namespace(InfoContext context, Layout layout, String name) {
    return layout.row(
        "oid",
        Oids.ofSchema(context.catalog(), name),
        "nspname",
        name,
        "nspowner",
        Oids.ofRole(context.ownerOfSchema(name)));
  }

  private static VirtualTable types() {
    Layout layout =
        new Layout(
            "oid:BIGINT",
            "typname",
            "typnamespace:BIGINT=11",
            "typowner:BIGINT=10",
            "typlen:SMALLINT",
            "typbyval:BOOLEAN=false",
            "typtype",
            "typcategory",
            "typispreferred:BOOLEAN=false",
            "typisdefined:BOOLEAN=true",
            "typdelim=,",
            "typrelid:BIGINT=0",
            "typsubscript:BIGINT=0",
            "typelem:BIGINT=0",
            "typarray:BIGINT=0",
            "typinput:BIGINT=0",
            "typoutput:BIGINT=0",
            "typreceive:BIGINT=0",
            "typsend:BIGINT=0",
            "typmodin:BIGINT=0",
            "typmodout:BIGINT=0",
            "typanalyze:BIGINT=0",
            "typalign=i",
            "typstorage=p",
            "typnotnull:BOOLEAN=false",
            "typbasetype:BIGINT=0",
            "typtypmod:INTEGER=-1",
            "typndims:INTEGER=0",
            "typcollation:BIGINT=0",
            "typdefaultbin",
            "typdefault",
            "typacl:VARCHAR[]");
    List<Object[]> rows = new ArrayList<>();
    for (PgType type : PgType.values()) {
      rows.add(
          layout.row(
              "oid", type.oid(),
              "typname", type == PgType.CHAR ? "char" : type.typeName(),
              "typlen", type.length(),
              "typtype", type.isPseudo() ? "p" : "b",
              "typcategory", String.valueOf(type.category()),
              "typarray", type.arrayOid()));
      if (type.arrayOid() != 0) {
        rows.add(
            layout.row(
                "oid",
                type.arrayOid(),
                "typname",
                '_' + type.typeName(),
                "typlen",
                -1,
                "typtype",
                "b",
                "typcategory",
                "A",
                "typinput",
                ARRAY_IN,
                "typelem",
                type.oid()));
      }
    }
    List<Object[]> all = List.copyOf(rows);
    return VirtualTable.of(
            241,
            VirtualTable.PG_CATALOG,
            "pg_type",
            layout.columns(),
            (context, key) -> all.stream())
        .lookedUpBy(
            List.of("oid"),
            true,
            (context, key) -> all.stream().filter(row -> row[0].equals(key.get(0))))
        .lookedUpBy(
            List.of("typname"),
            false,
            (context, key) -> all.stream().filter(row -> row[1].equals(key.get(0))));
  }

  private static VirtualTable procedures() {
    Layout layout =
        new Layout(
            "oid:BIGINT",
            "proname",
            "pronamespace:BIGINT",
            "proowner:BIGINT=10",
            "prolang:BIGINT=14",
            "procost:REAL=1",
            "prorows:REAL=0",
            "provariadic:BIGINT=0",
            "prosupport=-",
            "prokind=p",
            "prosecdef:BOOLEAN=false",
            "proleakproof:BOOLEAN=false",
            "proisstrict:BOOLEAN=false",
            "proretset:BOOLEAN=false",
            "provolatile=v",
            "proparallel=u",
            "pronargs:SMALLINT",
            "pronargdefaults:SMALLINT=0",
            "prorettype:BIGINT=2278",
            "proargtypes:BIGINT[]",
            "proallargtypes:BIGINT[]",
            "proargmodes:VARCHAR[]",
            "proargnames:VARCHAR[]",
            "proargdefaults",
            "protrftypes:BIGINT[]",
            "prosrc",
            "probin",
            "prosqlbody",
            "proconfig:VARCHAR[]",
            "proacl:VARCHAR[]");
    return VirtualTable.of(
        242,
        VirtualTable.PG_CATALOG,
        "pg_proc",
        layout.columns(),
        (context, key) ->
            context.catalog().procedures().stream()
                .map(procedure -> procedure(context, layout, procedure)));
  }

  private static Object[] procedure(InfoContext context, Layout layout, ProcedureDef procedure) {
    List<Object> types = new ArrayList<>();
    List<Object> names = new ArrayList<>();
    for (ProcedureDef.Parameter parameter : procedure.parameters()) {
      types.add(PgType.oidOf(parameter.type()));
      names.add(parameter.name());
    }
    String body = procedure.bodySql();
    return layout.row(
        "oid", Oids.of(procedure),
        "proname", simple(procedure.name()),
        "pronamespace", Oids.ofSchema(context.catalog(), schema(procedure.name())),
        "pronargs", types.size(),
        "proargtypes", types,
        "proargnames", names.isEmpty() ? null : names,
        "prosrc", body == null ? procedure.className() : SearchPath.without(body));
  }

  private static VirtualTable databases() {
    Layout layout =
        new Layout(
            "oid:BIGINT=5",
            "datname=" + InformationSchema.CATALOG,
            "datdba:BIGINT=10",
            "encoding:INTEGER=6",
            "datlocprovider=c",
            "datistemplate:BOOLEAN=false",
            "datallowconn:BOOLEAN=true",
            "datconnlimit:INTEGER=-1",
            "datfrozenxid:BIGINT=0",
            "datminmxid:BIGINT=0",
            "dattablespace:BIGINT=1663",
            "datcollate=C",
            "datctype=C",
            "daticulocale",
            "datcollversion",
            "datacl:VARCHAR[]");
    return fixed(243, "pg_database", layout, new Object[] {"oid", DATABASE});
  }

  private static VirtualTable methods() {
    Layout layout = new Layout("oid:BIGINT", "amname", "amhandler=-", "amtype");
    return fixed(
        246,
        "pg_am",
        layout,
        new Object[] {"oid", HEAP, "amname", "heap", "amtype", "t"},
        new Object[] {"oid", BTREE, "amname", "btree", "amtype", "i"});
  }

  private static VirtualTable languages() {
    Layout layout =
        new Layout(
            "oid:BIGINT",
            "lanname",
            "lanowner:BIGINT=10",
            "lanispl:BOOLEAN=false",
            "lanpltrusted:BOOLEAN=true");
    return fixed(247, "pg_language", layout, new Object[] {"oid", SQL, "lanname", "sql"});
  }
}
