package org.thetisdb.sql.info.postgres;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.ColumnRows;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.type.PgType;

/** Tables about columns: pg_attribute and pg_attrdef. Stateless. */
final class ColumnTables {
  private static final Layout ATTRIBUTE =
      new Layout(
          "attrelid:BIGINT",
          "attname",
          "atttypid:BIGINT",
          "attstattarget:INTEGER=-1",
          "attlen:SMALLINT",
          "attnum:SMALLINT",
          "attndims:INTEGER=0",
          "attcacheoff:INTEGER=-1",
          "atttypmod:INTEGER",
          "attbyval:BOOLEAN=false",
          "attalign=i",
          "attstorage=p",
          "attcompression=",
          "attnotnull:BOOLEAN",
          "atthasdef:BOOLEAN",
          "atthasmissing:BOOLEAN=false",
          "attidentity=",
          "attgenerated=",
          "attisdropped:BOOLEAN=false",
          "attislocal:BOOLEAN=true",
          "attinhcount:INTEGER=0",
          "attcollation:BIGINT=0",
          "attacl:VARCHAR[]",
          "attoptions:VARCHAR[]",
          "attfdwoptions:VARCHAR[]");

  private static final Layout DEFAULT =
      new Layout("oid:BIGINT", "adrelid:BIGINT", "adnum:SMALLINT", "adbin");

  private ColumnTables() {}

  static List<VirtualTable> all() {
    return List.of(attributes(), defaults());
  }

  private static VirtualTable attributes() {
    return VirtualTable.of(
            210,
            VirtualTable.PG_CATALOG,
            "pg_attribute",
            ATTRIBUTE.columns(),
            (context, key) ->
                Stream.concat(
                    VirtualTable.of(context.relations(), context, ColumnTables::attributes),
                    PgRelation.allIndexes(context).flatMap(ColumnTables::attributes)))
        .lookedUpBy(
            List.of("attrelid"),
            false,
            (context, key) -> {
              PgRelation relation = PgRelation.byOid(context, (Long) key.get(0));
              if (relation instanceof PgRelation.Index index) {
                return attributes(index);
              }
              return relation instanceof PgRelation.Named named
                  ? VirtualTable.of(Stream.of(named.relation()), context, ColumnTables::attributes)
                  : Stream.of();
            });
  }

  private static void attributes(InfoContext context, Relation relation, Consumer<Object[]> rows) {
    long oid = Oids.of(relation);
    int number = 0;
    for (ColumnDef column : ColumnRows.of(context, relation)) {
      rows.accept(attribute(oid, ++number, column));
    }
  }

  private static Object[] attribute(long oid, int number, ColumnDef column) {
    PgType type = PgType.of(column.type());
    boolean array = column.type().element() != null;
    return ATTRIBUTE.row(
        "attrelid", oid,
        "attname", column.name(),
        "atttypid", PgType.oidOf(column.type()),
        "attlen", array ? -1 : type.length(),
        "attnum", number,
        "attndims", array ? 1 : 0,
        "atttypmod", PgType.modifierOf(column.type()),
        "attnotnull", !column.nullable(),
        "atthasdef", hasDefault(column),
        "attidentity", identity(column),
        "attgenerated", column.isCalculated() ? "s" : "");
  }

  private static boolean hasDefault(ColumnDef column) {
    return column.defaultSql() != null || column.isCalculated();
  }

  private static String identity(ColumnDef column) {
    if (column.sequence() == null) {
      return "";
    }
    return column.alwaysGenerated() ? "a" : "d";
  }

  private static Stream<Object[]> attributes(PgRelation.Index index) {
    List<ColumnDef> columns = IndexTables.columnsOf(index);
    return java.util.stream.IntStream.range(0, columns.size())
        .mapToObj(place -> attribute(index.oid(), place + 1, columns.get(place)));
  }

  private static VirtualTable defaults() {
    return VirtualTable.of(
            211,
            VirtualTable.PG_CATALOG,
            "pg_attrdef",
            DEFAULT.columns(),
            (context, key) -> context.tables().flatMap(ColumnTables::defaults))
        .lookedUpBy(
            List.of("adrelid"),
            false,
            (context, key) ->
                Stream.ofNullable(context.catalog().tableById(Oids.storedTable((Long) key.get(0))))
                    .flatMap(ColumnTables::defaults));
  }

  private static Stream<Object[]> defaults(TableDef table) {
    return java.util.stream.IntStream.range(0, table.columns().size())
        .filter(place -> hasDefault(table.columns().get(place)))
        .mapToObj(
            place -> {
              ColumnDef column = table.columns().get(place);
              return DEFAULT.row(
                  "oid",
                  Oids.ofDefault(table, place),
                  "adrelid",
                  Oids.ofTable(table),
                  "adnum",
                  place + 1,
                  "adbin",
                  column.isCalculated() ? column.generatedSql() : column.defaultSql());
            });
  }
}
