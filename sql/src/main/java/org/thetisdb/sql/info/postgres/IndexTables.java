package org.thetisdb.sql.info.postgres;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;

/** Tables about indexes: pg_index and pg_indexes. Stateless. */
final class IndexTables {
  private static final Layout INDEX =
      new Layout(
          "indexrelid:BIGINT",
          "indrelid:BIGINT",
          "indnatts:SMALLINT",
          "indnkeyatts:SMALLINT",
          "indisunique:BOOLEAN",
          "indnullsnotdistinct:BOOLEAN=false",
          "indisprimary:BOOLEAN",
          "indisexclusion:BOOLEAN=false",
          "indimmediate:BOOLEAN=true",
          "indisclustered:BOOLEAN=false",
          "indisvalid:BOOLEAN",
          "indcheckxmin:BOOLEAN=false",
          "indisready:BOOLEAN=true",
          "indislive:BOOLEAN=true",
          "indisreplident:BOOLEAN=false",
          "indkey:SMALLINT[]",
          "indcollation:BIGINT[]",
          "indclass:BIGINT[]",
          "indoption:SMALLINT[]",
          "indexprs",
          "indpred");

  private IndexTables() {}

  static List<VirtualTable> all() {
    return List.of(indexes(), shown());
  }

  private static VirtualTable indexes() {
    return VirtualTable.of(
            220,
            VirtualTable.PG_CATALOG,
            "pg_index",
            INDEX.columns(),
            (context, key) -> PgRelation.allIndexes(context).map(IndexTables::row))
        .lookedUpBy(
            List.of("indrelid"),
            false,
            (context, key) ->
                Stream.ofNullable(context.catalog().tableById(Oids.storedTable((Long) key.get(0))))
                    .flatMap(PgRelation::indexes)
                    .map(IndexTables::row))
        .lookedUpBy(
            List.of("indexrelid"),
            true,
            (context, key) ->
                Stream.ofNullable(PgRelation.byOid(context, (Long) key.get(0)))
                    .filter(PgRelation.Index.class::isInstance)
                    .map(index -> row((PgRelation.Index) index)));
  }

  /** The columns of its table that it holds, by their numbers there; 0 for an expression. */
  static List<Integer> keyOf(PgRelation.Index index) {
    IndexDef of = index.index();
    List<Integer> places = of == null ? index.table().primaryKey() : of.columns();
    return places.stream().map(place -> place < 0 ? 0 : place + 1).toList();
  }

  /** What it holds, as columns. */
  static List<ColumnDef> columnsOf(PgRelation.Index index) {
    IndexDef of = index.index();
    List<ColumnDef> columns = new ArrayList<>();
    for (int place : of == null ? index.table().primaryKey() : of.columns()) {
      if (place >= 0) {
        ColumnDef column = index.table().columns().get(place);
        columns.add(
            new ColumnDef(column.name(), column.type(), columns.size(), true, null, null, false));
      } else {
        IndexExpression expression = of.expression(place);
        columns.add(
            new ColumnDef("expr", expression.type(), columns.size(), true, null, null, false));
      }
    }
    return columns;
  }

  private static Object[] row(PgRelation.Index index) {
    IndexDef of = index.index();
    List<Integer> key = keyOf(index);
    List<Object> zeros = new ArrayList<>(Collections.nCopies(key.size(), 0L));
    return INDEX.row(
        "indexrelid",
        index.oid(),
        "indrelid",
        Oids.ofTable(index.table()),
        "indnatts",
        key.size(),
        "indnkeyatts",
        key.size(),
        "indisunique",
        of == null || of.unique(),
        "indisprimary",
        of == null,
        "indisvalid",
        of == null || of.state() == IndexDef.State.READY,
        "indkey",
        new ArrayList<Object>(key),
        "indcollation",
        zeros,
        "indclass",
        zeros,
        "indoption",
        new ArrayList<Object>(Collections.nCopies(key.size(), 0)),
        "indexprs",
        expressions(of),
        "indpred",
        of != null && of.isPartial() ? of.where().conditionSql() : null);
  }

  private static String expressions(IndexDef index) {
    return index == null || index.expressions().isEmpty()
        ? null
        : index.expressions().stream()
            .map(IndexExpression::expressionSql)
            .collect(Collectors.joining(", "));
  }

  private static VirtualTable shown() {
    Layout layout = new Layout("schemaname", "tablename", "indexname", "tablespace", "indexdef");
    return VirtualTable.ofRelations(
        221,
        VirtualTable.PG_CATALOG,
        "pg_indexes",
        layout.columns(),
        "schemaname",
        "tablename",
        (context, relation, rows) -> {
          if (relation instanceof Relation.Stored stored) {
            shown(stored.table(), layout).forEach(rows);
          }
        });
  }

  private static Stream<Object[]> shown(TableDef table, Layout layout) {
    return PgRelation.indexes(table)
        .map(
            index ->
                layout.row(
                    "schemaname", index.schemaName(),
                    "tablename", new Relation.Stored(table).simpleName(),
                    "indexname", index.simpleName(),
                    "indexdef", DefinitionTexts.index(index)));
  }
}
