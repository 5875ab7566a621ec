package org.thetisdb.sql.info;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * A table that can only be read, and whose rows follow from the catalog alone. They are made as a
 * statement reads them; by some of their columns they are looked up, so that what is asked of one
 * table costs the rows of that table. Immutable, safe for all threads.
 */
public final class VirtualTable {
  /** The schema that the tables of the SQL standard are in. */
  public static final String SCHEMA = "information_schema";

  /** The schema of what tools for PostgreSQL ask for. */
  public static final String PG_CATALOG = "pg_catalog";

  private static final String SCHEMA_NAME = "schema_name";
  private static final String OF_SCHEMA = "_schema";

  /** A way to rows. */
  @FunctionalInterface
  public interface Source {
    /**
     * Rows in the classes that {@link SqlTypeName} names, made as they are asked for.
     *
     * @param key the values of the columns that they are looked up by; rows of other values among
     *     the found ones are passed over
     */
    Stream<Object[]> rows(InfoContext context, List<Object> key);
  }

  /** Makes the rows that speak of one relation. */
  @FunctionalInterface
  public interface OfRelation {
    void rows(InfoContext context, Relation relation, Consumer<Object[]> rows);
  }

  /**
   * Columns by which rows are looked up.
   *
   * @param places of these columns
   * @param unique whether there is at most one row for all of them
   */
  public record Lookup(List<Integer> places, boolean unique, Source source) {}

  /**
   * How the rows of a table follow from relations, one relation after the other.
   *
   * @param schemaAt where a row has the relation's schema
   * @param nameAt where a row has the relation's name
   */
  private record Subjects(int schemaAt, int nameAt, OfRelation rows) {}

  private final Relation.OfSystem relation;
  private final Source all;
  private final List<Lookup> lookups;
  private final TableDef definition;

  /** What its rows are made of if each speaks of one relation; else null. */
  private final Subjects subjects;

  /** Where the schema stands that a row is about; -1 for nowhere. */
  private final int schemaAt;

  private VirtualTable(
      Relation.OfSystem relation, Source all, List<Lookup> lookups, Subjects subjects) {
    this.relation = relation;
    this.all = all;
    this.lookups = lookups;
    this.subjects = subjects;
    this.schemaAt =
        IntStream.range(0, columns().size())
            .filter(place -> isSchema(columns().get(place).name()))
            .findFirst()
            .orElse(-1);
    this.definition = VirtualDefinitions.of(relation, lookups);
  }

  /**
   * A table whose rows are not looked up by anything.
   *
   * @param number distinguishes it from other system tables
   * @param columns names, each with its type behind a colon if it is not a text
   */
  public static VirtualTable of(
      int number, String schema, String name, List<String> columns, Source all) {
    List<Column> parsed = columns.stream().map(Column::of).toList();
    return new VirtualTable(
        new Relation.OfSystem(schema, name, parsed, number), all, List.of(), null);
  }

  /**
   * A table about relations.
   *
   * @param schemaColumn the column with the relation's schema
   * @param nameColumn the column with the relation's name
   */
  public static VirtualTable ofRelations(
      int number,
      String schema,
      String name,
      List<String> columns,
      String schemaColumn,
      String nameColumn,
      OfRelation rows) {
    return of(
            number, schema, name, columns, (context, key) -> of(context.relations(), context, rows))
        .about(schemaColumn, nameColumn, rows)
        .lookedUpBy(
            List.of(schemaColumn, nameColumn),
            false,
            (context, key) -> {
              Relation found = context.relation((String) key.get(0), (String) key.get(1));
              return of(Stream.ofNullable(found), context, rows);
            })
        .lookedUpBy(
            List.of(nameColumn),
            false,
            (context, key) -> of(context.relations((String) key.get(0)), context, rows));
  }

  /** What {@code rows} makes of each relation, one relation at a time. */
  public static Stream<Object[]> of(
      Stream<Relation> relations, InfoContext context, OfRelation rows) {
    return relations.flatMap(
        relation -> {
          List<Object[]> made = new ArrayList<>();
          rows.rows(context, relation, made::add);
          return made.stream();
        });
  }

  private VirtualTable about(String schemaColumn, String nameColumn, OfRelation rows) {
    Subjects each = new Subjects(place(schemaColumn), place(nameColumn), rows);
    return new VirtualTable(relation, all, lookups, each);
  }

  private int place(String column) {
    return columns().stream().map(Column::name).toList().indexOf(column);
  }

  /** The same table, whose rows are also looked up by some columns, none of which may be null. */
  public VirtualTable lookedUpBy(List<String> names, boolean unique, Source source) {
    List<Lookup> more = new ArrayList<>(lookups);
    more.add(new Lookup(names.stream().map(this::place).toList(), unique, source));
    return new VirtualTable(relation, all, List.copyOf(more), subjects);
  }

  private static boolean isSchema(String column) {
    return column.equals(SCHEMA_NAME) || column.endsWith(OF_SCHEMA);
  }

  /** The name within its schema, in lower case. */
  public String name() {
    return relation.simpleName();
  }

  /** Its name, its columns and its number. */
  public Relation.OfSystem relation() {
    return relation;
  }

  /** The columns, in order; any may be null. */
  public List<Column> columns() {
    return relation.columns();
  }

  /** The table as statements are planned with: its lookups are indexes without entries. */
  public TableDef definition() {
    return definition;
  }

  /** How its rows may be looked up. */
  public List<Lookup> lookups() {
    return lookups;
  }

  /** The lookup that an index of {@link #definition} stands for. */
  public Lookup lookup(IndexDef index) {
    return lookups.get(definition.indexes().indexOf(index));
  }

  /** Whether a schema is that of system tables, which is always there. */
  public static boolean isSystemSchema(String name) {
    return name.equals(SCHEMA) || name.equals(PG_CATALOG);
  }

  /** All rows but those of temporary tables of others. */
  public Stream<Object[]> rows(InfoContext context) {
    return seen(all.rows(context, List.of()), context);
  }

  /**
   * The columns that name the relation which a row speaks of: its schema, then its name; none if
   * rows do not speak of one relation each.
   */
  public List<Integer> subjectPlaces() {
    return subjects == null ? List.of() : List.of(subjects.schemaAt(), subjects.nameAt());
  }

  /**
   * The rows that speak of some relations; others are passed over before anything is made of them.
   *
   * @throws IllegalStateException if rows of this table do not speak of one relation each
   */
  public Stream<Object[]> rows(InfoContext context, Predicate<Relation> about) {
    if (subjects == null) {
      throw new IllegalStateException("rows of " + name() + " do not speak of one relation each");
    }
    return seen(of(context.relations().filter(about), context, subjects.rows()), context);
  }

  /** The rows of these values among them; perhaps others, too. */
  public Stream<Object[]> rows(InfoContext context, Lookup lookup, List<Object> key) {
    return seen(lookup.source().rows(context, key), context);
  }

  private Stream<Object[]> seen(Stream<Object[]> rows, InfoContext context) {
    return rows.filter(row -> isSeen(checked(row), context));
  }

  private boolean isSeen(Object[] row, InfoContext context) {
    Object schema = schemaAt < 0 ? null : row[schemaAt];
    return !(schema instanceof String name) || context.sees(name);
  }

  private Object[] checked(Object[] row) {
    if (row.length != columns().size()) {
      throw new IllegalStateException(
          "a row of " + row.length + " columns in " + name() + ", which has " + columns().size());
    }
    return row;
  }

  /** A column. */
  public record Column(String name, SqlType type) {
    /** A column by its name, with its type behind a colon if it is not a text. */
    static Column of(String text) {
      int colon = text.indexOf(':');
      return colon < 0
          ? new Column(text, SqlType.of(SqlTypeName.VARCHAR))
          : new Column(text.substring(0, colon), SqlType.ofName(text.substring(colon + 1), 0, 0));
    }

    /** The column as the catalog has columns of tables. */
    public ColumnDef definition(int storedAt) {
      return new ColumnDef(name, type, storedAt, true, null, null, false);
    }
  }
}
