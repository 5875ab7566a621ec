package org.thetisdb.sql.info.postgres;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.ColumnRows;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;

/** Tables about relations: pg_class and those that show it to people. Stateless. */
final class RelationTables {
  private static final Layout CLASS =
      new Layout(
          "oid:BIGINT",
          "relname",
          "relnamespace:BIGINT",
          "reltype:BIGINT=0",
          "reloftype:BIGINT=0",
          "relowner:BIGINT=10",
          "relam:BIGINT=0",
          "relfilenode:BIGINT=0",
          "reltablespace:BIGINT=0",
          "relpages:INTEGER=0",
          "reltuples:REAL=-1",
          "relallvisible:INTEGER=0",
          "reltoastrelid:BIGINT=0",
          "relhasindex:BOOLEAN=false",
          "relisshared:BOOLEAN=false",
          "relpersistence=p",
          "relkind",
          "relnatts:SMALLINT=0",
          "relchecks:SMALLINT=0",
          "relhasrules:BOOLEAN=false",
          "relhastriggers:BOOLEAN=false",
          "relhassubclass:BOOLEAN=false",
          "relrowsecurity:BOOLEAN=false",
          "relforcerowsecurity:BOOLEAN=false",
          "relispopulated:BOOLEAN=true",
          "relreplident=d",
          "relispartition:BOOLEAN=false",
          "relrewrite:BIGINT=0",
          "relfrozenxid:BIGINT=0",
          "relminmxid:BIGINT=0",
          "relacl:VARCHAR[]",
          "reloptions:VARCHAR[]",
          "relpartbound");

  private static final Layout SEQUENCE =
      new Layout(
          "seqrelid:BIGINT",
          "seqtypid:BIGINT=20",
          "seqstart:BIGINT",
          "seqincrement:BIGINT",
          "seqmax:BIGINT",
          "seqmin:BIGINT",
          "seqcache:BIGINT=1",
          "seqcycle:BOOLEAN");

  private RelationTables() {}

  static List<VirtualTable> all() {
    return List.of(classes(), tables(), views(), sequence(), sequences());
  }

  private static VirtualTable classes() {
    return VirtualTable.of(
            200,
            VirtualTable.PG_CATALOG,
            "pg_class",
            CLASS.columns(),
            (context, key) -> rows(context, PgRelation.all(context)))
        .lookedUpBy(
            List.of("oid"),
            true,
            (context, key) ->
                rows(context, Stream.ofNullable(PgRelation.byOid(context, (Long) key.get(0)))))
        .lookedUpBy(
            List.of("relname"),
            false,
            (context, key) -> rows(context, PgRelation.named(context, (String) key.get(0))));
  }

  private static Stream<Object[]> rows(
      InfoContext context, Stream<? extends PgRelation> relations) {
    return relations
        .filter(relation -> context.sees(relation.schemaName()))
        .map(relation -> row(context, relation));
  }

  private static Object[] row(InfoContext context, PgRelation relation) {
    Object[] row =
        CLASS.row(
            "oid",
            relation.oid(),
            "relname",
            relation.simpleName(),
            "relnamespace",
            Oids.ofSchema(context.catalog(), relation.schemaName()),
            "relkind",
            kind(relation),
            "relowner",
            Oids.ofRole(owner(context, relation)));
    if (relation instanceof PgRelation.Named named
        && named.relation() instanceof Relation.Stored stored) {
      TableDef table = stored.table();
      CLASS.set(row, "relam", 2L);
      CLASS.set(row, "relhasindex", PgRelation.indexes(table).findAny().isPresent());
      CLASS.set(row, "relnatts", table.columns().size());
      CLASS.set(row, "relchecks", table.checks().size());
      CLASS.set(row, "relpersistence", table.isTemporary() ? "t" : "p");
      CLASS.set(row, "relhastriggers", !table.foreignKeys().isEmpty());
    } else if (relation instanceof PgRelation.Named named
        && named.relation() instanceof Relation.OfSystem system) {
      CLASS.set(row, "relnatts", system.columns().size());
    } else if (relation instanceof PgRelation.Named named) {
      CLASS.set(row, "relhasrules", true);
      CLASS.set(row, "relnatts", ColumnRows.of(context, named.relation()).size());
    } else if (relation instanceof PgRelation.Index index) {
      CLASS.set(row, "relam", OtherTables.BTREE);
      CLASS.set(row, "relnatts", IndexTables.columnsOf(index).size());
    }
    return row;
  }

  static String kind(PgRelation relation) {
    if (relation instanceof PgRelation.Index) {
      return "i";
    }
    if (relation instanceof PgRelation.Sequence) {
      return "S";
    }
    return ((PgRelation.Named) relation).relation() instanceof Relation.Stored ? "r" : "v";
  }

  /** An index is its table's. */
  private static int owner(InfoContext context, PgRelation relation) {
    if (relation instanceof PgRelation.Named named) {
      return context.ownerOf(named.relation());
    }
    return relation instanceof PgRelation.Index index
        ? context.ownerOf(new Relation.Stored(index.table()))
        : context.ownerOf(((PgRelation.Sequence) relation).sequence());
  }

  private static String owner(InfoContext context, Relation relation) {
    return context.catalog().rights().nameOf(context.ownerOf(relation));
  }

  private static VirtualTable tables() {
    Layout layout =
        new Layout(
            "schemaname",
            "tablename",
            "tableowner",
            "tablespace",
            "hasindexes:BOOLEAN",
            "hasrules:BOOLEAN=false",
            "hastriggers:BOOLEAN=false",
            "rowsecurity:BOOLEAN=false");
    return VirtualTable.ofRelations(
        201,
        VirtualTable.PG_CATALOG,
        "pg_tables",
        layout.columns(),
        "schemaname",
        "tablename",
        (context, relation, rows) -> {
          if (relation instanceof Relation.Stored stored) {
            rows.accept(
                layout.row(
                    "schemaname",
                    relation.schemaName(),
                    "tablename",
                    relation.simpleName(),
                    "tableowner",
                    owner(context, relation),
                    "hasindexes",
                    PgRelation.indexes(stored.table()).findAny().isPresent()));
          }
        });
  }

  private static VirtualTable views() {
    Layout layout = new Layout("schemaname", "viewname", "viewowner", "definition");
    return VirtualTable.ofRelations(
        202,
        VirtualTable.PG_CATALOG,
        "pg_views",
        layout.columns(),
        "schemaname",
        "viewname",
        (context, relation, rows) -> {
          if (relation instanceof Relation.View view) {
            rows.accept(
                layout.row(
                    "schemaname",
                    relation.schemaName(),
                    "viewname",
                    relation.simpleName(),
                    "viewowner",
                    owner(context, relation),
                    "definition",
                    DefinitionTexts.view(view.view())));
          }
        });
  }

  private static VirtualTable sequence() {
    return VirtualTable.of(
            203,
            VirtualTable.PG_CATALOG,
            "pg_sequence",
            SEQUENCE.columns(),
            (context, key) -> sequences(context).map(each -> SEQUENCE.row(values(each.sequence()))))
        .lookedUpBy(
            List.of("seqrelid"),
            true,
            (context, key) ->
                Stream.ofNullable(PgRelation.byOid(context, (Long) key.get(0)))
                    .filter(PgRelation.Sequence.class::isInstance)
                    .map(each -> SEQUENCE.row(values(((PgRelation.Sequence) each).sequence()))));
  }

  private static Stream<PgRelation.Sequence> sequences(InfoContext context) {
    return context.catalog().sequences().stream()
        .filter(each -> !TableDef.isRowIdSequence(each) && context.maySee(each))
        .map(PgRelation.Sequence::new)
        .filter(each -> context.sees(each.schemaName()));
  }

  private static Object[] values(SequenceDef sequence) {
    return new Object[] {
      "seqrelid", Oids.of(sequence),
      "seqstart", sequence.start(),
      "seqincrement", sequence.increment(),
      "seqmax", sequence.max(),
      "seqmin", sequence.min(),
      "seqcycle", sequence.cycle()
    };
  }

  private static VirtualTable sequences() {
    Layout layout =
        new Layout(
            "schemaname",
            "sequencename",
            "sequenceowner=admin",
            "data_type=bigint",
            "start_value:BIGINT",
            "min_value:BIGINT",
            "max_value:BIGINT",
            "increment_by:BIGINT",
            "cycle:BOOLEAN",
            "cache_size:BIGINT=1",
            "last_value:BIGINT");
    return VirtualTable.of(
        204,
        VirtualTable.PG_CATALOG,
        "pg_sequences",
        layout.columns(),
        (context, key) ->
            sequences(context)
                .filter(Objects::nonNull)
                .map(
                    each ->
                        layout.row(
                            "schemaname",
                            each.schemaName(),
                            "sequencename",
                            each.simpleName(),
                            "start_value",
                            each.sequence().start(),
                            "min_value",
                            each.sequence().min(),
                            "max_value",
                            each.sequence().max(),
                            "increment_by",
                            each.sequence().increment(),
                            "cycle",
                            each.sequence().cycle())));
  }
}
