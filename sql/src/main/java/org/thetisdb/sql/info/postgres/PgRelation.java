package org.thetisdb.sql.info.postgres;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.Objects;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;

/** What has a row in pg_class: tables, views, indexes and sequences. Immutable. */
sealed interface PgRelation {
  long oid();

  String schemaName();

  String simpleName();

  /** A table or view. */
  record Named(Relation relation) implements PgRelation {
    @Override
    public long oid() {
      return Oids.of(relation);
    }

    @Override
    public String schemaName() {
      return relation.schemaName();
    }

    @Override
    public String simpleName() {
      return relation.simpleName();
    }
  }

  /**
   * An index.
   *
   * @param index null for the primary key, which needs none of its own
   */
  record Index(TableDef table, IndexDef index) implements PgRelation {
    @Override
    public long oid() {
      return index == null ? Oids.ofPrimaryKey(table) : Oids.of(index);
    }

    @Override
    public String schemaName() {
      return schema(table.name());
    }

    @Override
    public String simpleName() {
      return index == null ? table.primaryKeyName() : simple(index.name());
    }
  }

  /** A sequence. */
  record Sequence(SequenceDef sequence) implements PgRelation {
    @Override
    public long oid() {
      return Oids.of(sequence);
    }

    @Override
    public String schemaName() {
      return schema(sequence.name());
    }

    @Override
    public String simpleName() {
      return simple(sequence.name());
    }
  }

  /** The indexes of a table, its primary key first. */
  static Stream<Index> indexes(TableDef table) {
    Stream<Index> key = table.hasHiddenKey() ? Stream.of() : Stream.of(new Index(table, null));
    return Stream.concat(key, table.indexes().stream().map(index -> new Index(table, index)));
  }

  /** The indexes of all tables that the connection sees. */
  static Stream<Index> allIndexes(InfoContext context) {
    return context.tables().flatMap(PgRelation::indexes);
  }

  /** All that there are. */
  static Stream<PgRelation> all(InfoContext context) {
    return Stream.of(
            context.relations().map(Named::new),
            allIndexes(context),
            context.catalog().sequences().stream()
                .filter(sequence -> !TableDef.isRowIdSequence(sequence))
                .map(Sequence::new))
        .flatMap(each -> each);
  }

  /** The one with a number; null if there is none. */
  static PgRelation byOid(InfoContext context, long oid) {
    SqlCatalog catalog = context.catalog();
    if (Oids.storedTable(oid) >= 0) {
      TableDef table = catalog.tableById(Oids.storedTable(oid));
      return table != null ? new Named(new Relation.Stored(table)) : index(context, oid);
    }
    if (Oids.tableOfPrimaryKey(oid) >= 0) {
      TableDef table = catalog.tableById(Oids.tableOfPrimaryKey(oid));
      return table == null || table.hasHiddenKey() ? null : new Index(table, null);
    }
    if (Oids.view(oid) >= 0) {
      return catalog.views().stream()
          .filter(view -> view.id() == Oids.view(oid))
          .map(view -> (PgRelation) new Named(new Relation.View(view)))
          .findFirst()
          .orElse(null);
    }
    if (Oids.sequence(oid) >= 0) {
      return catalog.sequences().stream()
          .filter(sequence -> sequence.id() == Oids.sequence(oid))
          .map(sequence -> (PgRelation) new Sequence(sequence))
          .findFirst()
          .orElse(null);
    }
    return context.system().stream()
        .filter(table -> Oids.isOf(table, oid))
        .map(table -> (PgRelation) new Named(table))
        .findFirst()
        .orElse(null);
  }

  private static PgRelation index(InfoContext context, long oid) {
    int entries = Oids.storedTable(oid);
    return context
        .tables()
        .flatMap(
            table ->
                table.indexes().stream()
                    .filter(index -> index.tableId() == entries)
                    .map(index -> new Index(table, index)))
        .findFirst()
        .orElse(null);
  }

  /** Those of a name, in whatever schemas. */
  static Stream<PgRelation> named(InfoContext context, String name) {
    return context.schemas().map(schema -> find(context, schema, name)).filter(Objects::nonNull);
  }

  /** The one of a name in a schema; null if there is none. */
  static PgRelation find(InfoContext context, String schema, String name) {
    Relation relation = context.relation(schema, name);
    if (relation != null) {
      return new Named(relation);
    }
    if (!context.sees(schema)) {
      return null;
    }
    String full = ObjectName.of(schema, name);
    SequenceDef sequence = context.catalog().sequence(full);
    if (sequence != null && !TableDef.isRowIdSequence(sequence)) {
      return new Sequence(sequence);
    }
    TableDef indexed = context.catalog().tableOfIndex(full);
    if (indexed != null) {
      return indexes(indexed)
          .filter(index -> index.index() != null && index.index().name().equals(full))
          .findFirst()
          .orElse(null);
    }
    return allIndexes(context)
        .filter(
            index ->
                index.index() == null
                    && index.simpleName().equals(name)
                    && index.schemaName().equals(schema))
        .findFirst()
        .orElse(null);
  }
}
