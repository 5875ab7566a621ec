package org.thetisdb.sql.info.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.CommentDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.info.ColumnRows;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;

/** What COMMENT ON has said, by the numbers of objects: pg_description. Stateless. */
final class Descriptions {
  private static final Layout LAYOUT =
      new Layout("objoid:BIGINT", "classoid:BIGINT", "objsubid:INTEGER=0", "description");

  private Descriptions() {}

  /**
   * A comment.
   *
   * @param part the number of a column; 0 for the object itself
   */
  record Description(long oid, long kind, int part, String text) {
    Object[] row() {
      return LAYOUT.row("objoid", oid, "classoid", kind, "objsubid", part, "description", text);
    }
  }

  static VirtualTable table() {
    return VirtualTable.of(
            250,
            VirtualTable.PG_CATALOG,
            "pg_description",
            LAYOUT.columns(),
            (context, key) -> all(context).map(Description::row))
        .lookedUpBy(
            List.of("objoid"),
            false,
            (context, key) -> of(context, (Long) key.get(0)).map(Description::row));
  }

  /** All comments. */
  private static Stream<Description> all(InfoContext context) {
    Stream<Description> tables = context.tables().flatMap(table -> ofTable(table).stream());
    Stream<Description> others =
        context.catalog().comments().stream().flatMap(comment -> ofComment(context, comment));
    return Stream.concat(tables, others);
  }

  /** The comments on an object and its columns. */
  static Stream<Description> of(InfoContext context, long oid) {
    TableDef table = context.catalog().tableById(Oids.storedTable(oid));
    return table != null
        ? ofTable(table).stream()
        : context.catalog().comments().stream()
            .flatMap(comment -> ofComment(context, comment))
            .filter(found -> found.oid() == oid);
  }

  private static List<Description> ofTable(TableDef table) {
    List<Description> found = new ArrayList<>();
    long oid = Oids.ofTable(table);
    if (table.comment() != null) {
      found.add(new Description(oid, Oids.OF_CLASS, 0, table.comment()));
    }
    int part = 0;
    for (ColumnDef column : table.columns()) {
      part++;
      if (column.comment() != null) {
        found.add(new Description(oid, Oids.OF_CLASS, part, column.comment()));
      }
    }
    return found;
  }

  private static Stream<Description> ofComment(InfoContext context, CommentDef comment) {
    SqlCatalog catalog = context.catalog();
    long oid = Oids.ofSubject(comment.subject(), comment.subjectId());
    String text = comment.comment();
    return switch (comment.subject()) {
      case VIEW -> ofView(context, comment, oid);
      case SEQUENCE, INDEX -> Stream.of(new Description(oid, Oids.OF_CLASS, 0, text));
      case PROCEDURE -> Stream.of(new Description(oid, Oids.OF_PROC, 0, text));
      case SCHEMA -> Stream.of(new Description(oid, Oids.OF_NAMESPACE, 0, text));
      case CONSTRAINT ->
          Stream.ofNullable(catalog.tableById(comment.subjectId()))
              .flatMap(table -> ConstraintTables.of(catalog, table).stream())
              .filter(constraint -> constraint.name().equals(comment.part()))
              .map(constraint -> new Description(constraint.oid(), Oids.OF_CONSTRAINT, 0, text));
    };
  }

  private static Stream<Description> ofView(InfoContext context, CommentDef comment, long oid) {
    if (comment.part().isEmpty()) {
      return Stream.of(new Description(oid, Oids.OF_CLASS, 0, comment.comment()));
    }
    ViewDef view =
        context.catalog().views().stream()
            .filter(each -> each.id() == comment.subjectId())
            .findFirst()
            .orElse(null);
    if (view == null) {
      return Stream.of();
    }
    List<String> names =
        ColumnRows.of(context, new Relation.View(view)).stream().map(ColumnDef::name).toList();
    int part = names.indexOf(comment.part()) + 1;
    return part == 0
        ? Stream.of()
        : Stream.of(new Description(oid, Oids.OF_CLASS, part, comment.comment()));
  }
}
