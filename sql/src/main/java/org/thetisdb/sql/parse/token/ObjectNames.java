package org.thetisdb.sql.parse.token;

import java.util.List;
import java.util.function.Function;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;

/**
 * Which objects the names of a text mean: in one state of the catalog, along the search path that
 * the text brings. Immutable.
 */
public final class ObjectNames {
  private final SearchPath path;
  private final SqlCatalog catalog;
  private final Function<ViewDef, List<String>> viewColumns;

  /** What a name stands for. */
  public enum Kind {
    /** A table or a view. */
    RELATION,
    /** An index. */
    INDEX,
    /** A sequence. */
    SEQUENCE,
    /** A procedure. */
    PROCEDURE
  }

  private ObjectNames(
      SearchPath path, SqlCatalog catalog, Function<ViewDef, List<String>> viewColumns) {
    this.path = path;
    this.catalog = catalog;
    this.viewColumns = viewColumns;
  }

  /** Names of a text. */
  public static ObjectNames of(String text, SqlCatalog catalog) {
    return new ObjectNames(SearchPath.of(text), catalog, view -> List.of());
  }

  /** The same, where something says what columns views have. */
  public ObjectNames withViews(Function<ViewDef, List<String>> columns) {
    return new ObjectNames(path, catalog, columns);
  }

  /** The path. */
  public SearchPath path() {
    return path;
  }

  /**
   * The name in the catalog of an object that should be there.
   *
   * @param schema null if none is named: then the first one that has such an object
   */
  public String find(Kind kind, String schema, String simple) {
    if (schema != null) {
      return ObjectName.of(schema, simple);
    }
    String known = known(kind, simple);
    String current = known == null ? current() : null;
    return known != null
        ? known
        : ObjectName.of(current == null ? ObjectName.PUBLIC : current, simple);
  }

  /**
   * A table.
   *
   * @param schema null if none is named
   * @return null if there is none of this name; it may be a view
   */
  public TableDef table(String schema, String simple) {
    return catalog.table(find(Kind.RELATION, schema, simple));
  }

  /**
   * The names of a view's columns.
   *
   * @param schema null if none is named
   * @return empty if there is no such view, or nobody knows
   */
  public List<String> columnsOfView(String schema, String simple) {
    ViewDef view = catalog.view(find(Kind.RELATION, schema, simple));
    return view == null ? List.of() : viewColumns.apply(view);
  }

  /**
   * The table with this name in the catalog.
   *
   * @throws ThetisException UNKNOWN_TABLE
   */
  public TableDef requireTable(String name) {
    return catalog.requireTable(name);
  }

  /** The sequence with this name in the catalog; null if there is none. */
  public SequenceDef sequence(String name) {
    return catalog.sequence(name);
  }

  /** The first object of this name along the path; null if there is none. */
  private String known(Kind kind, String simple) {
    for (String candidate : path.schemas()) {
      String name = ObjectName.of(candidate, simple);
      if (has(kind, name)) {
        return name;
      }
    }
    return null;
  }

  /**
   * The name of a procedure: in the catalog, or else as it is written, since it may be a class of a
   * jar.
   */
  public String procedure(String schema, String simple) {
    if (schema == null) {
      String known = known(Kind.PROCEDURE, simple);
      return known == null ? simple : known;
    }
    String name = ObjectName.of(schema, simple);
    return has(Kind.PROCEDURE, name) ? name : schema + '.' + simple;
  }

  private boolean has(Kind kind, String name) {
    return switch (kind) {
      case RELATION -> catalog.table(name) != null || catalog.view(name) != null;
      case INDEX -> catalog.tableOfIndex(name) != null;
      case SEQUENCE -> catalog.sequence(name) != null;
      case PROCEDURE -> catalog.procedure(name) != null;
    };
  }

  /**
   * The name in the catalog of an object that is to be made.
   *
   * @param schema null if none is named: then the first of the path that is there
   * @throws ThetisException UNKNOWN_SCHEMA if there is none
   */
  public String created(String schema, String simple) {
    if (schema != null && !catalog.hasSchema(schema)) {
      throw new ThetisException(ErrorCode.UNKNOWN_SCHEMA, schema);
    }
    String into = schema == null ? current() : schema;
    if (into == null) {
      throw ThetisException.withMessage(
          ErrorCode.UNKNOWN_SCHEMA,
          "None of the schemas of the search path is there (%s); name one, or create it."
              .formatted(path));
    }
    return ObjectName.of(into, simple);
  }

  /** The first schema of the path that is there; null if none is. */
  public String current() {
    List<String> schemas = path.named();
    return schemas.stream().filter(catalog::hasSchema).findFirst().orElse(null);
  }

  /** A name as it stands within a text, such as in {@code nextval('public."Name"')}. */
  public String inText(Kind kind, String text) {
    SequenceName name = SequenceName.of(text);
    return find(kind, name.schema(), name.simple());
  }
}
