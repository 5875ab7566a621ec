package org.thetisdb.sql.info.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.Relation;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.type.PgType;

/**
 * Functions of the system that say something of objects by their numbers. Each comes to null for a
 * number that no object has. Stateless.
 */
public final class PgFunctions {
  private PgFunctions() {}

  /** FORMAT_TYPE. */
  public static String formatType(long oid, Integer modifier) {
    return PgType.format(oid, modifier);
  }

  /** PG_GET_CONSTRAINTDEF. */
  public static String constraint(InfoContext context, long oid) {
    ConstraintTables.Constraint found = ConstraintTables.byOid(context.catalog(), oid);
    return found == null ? null : found.shown();
  }

  /**
   * PG_GET_INDEXDEF.
   *
   * @param column the number of one of its columns; 0 for all of the definition
   */
  public static String index(InfoContext context, long oid, int column) {
    if (!(PgRelation.byOid(context, oid) instanceof PgRelation.Index index)) {
      return null;
    }
    if (column == 0) {
      return DefinitionTexts.index(index);
    }
    List<String> held = DefinitionTexts.held(index);
    return column < 0 || column > held.size() ? "" : held.get(column - 1);
  }

  /** PG_GET_VIEWDEF. */
  public static String view(InfoContext context, long oid) {
    return PgRelation.byOid(context, oid) instanceof PgRelation.Named named
            && named.relation() instanceof Relation.View view
        ? DefinitionTexts.view(view.view())
        : null;
  }

  /** OBJ_DESCRIPTION, and COL_DESCRIPTION of the column with a number. */
  public static String description(InfoContext context, long oid, int column) {
    return Descriptions.of(context, oid)
        .filter(found -> found.part() == column)
        .map(Descriptions.Description::text)
        .findFirst()
        .orElse(null);
  }

  /** PG_GET_USERBYID. */
  public static String user(InfoContext context, long oid) {
    RoleDef role = context.catalog().rights().role(Oids.role(oid));
    return role == null ? "unknown (OID=" + oid + ')' : role.name();
  }

  /**
   * HAS_TABLE_PRIVILEGE and its kin: whether a user has one of some privileges on an object.
   *
   * @param user its name; null for the one who asks
   * @param object its name or number
   * @param wanted names of privileges with commas between them
   * @throws ThetisException UNKNOWN_OBJECT or UNKNOWN_TABLE if there is no such user or object
   */
  public static boolean hasPrivilege(
      InfoContext context, String user, Securable object, String wanted) {
    UserRights rights = user == null ? context.rights() : context.catalog().rights().user(user);
    if (rights == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "role", user);
    }
    for (String each : wanted.split(",", -1)) {
      String name = each.strip().replaceFirst("(?i) WITH GRANT OPTION$", "");
      Privilege privilege = Privilege.named(name);
      if (privilege == null) {
        throw ThetisException.withMessage(
            ErrorCode.BAD_ARGUMENT, "There is no privilege \"" + each.strip() + "\".");
      }
      if (object == null || rights.may(object, privilege.bit())) {
        return true;
      }
    }
    return false;
  }

  /** What rights on a relation are of; null for one of the system, which everybody reads. */
  public static Securable securable(InfoContext context, long oid) {
    int table = Oids.storedTable(oid);
    if (table >= 0 && context.catalog().tableById(table) != null) {
      return Securable.of(Securable.Kind.TABLE, table);
    }
    if (Oids.view(oid) >= 0) {
      return Securable.of(Securable.Kind.VIEW, Oids.view(oid));
    }
    return Oids.sequence(oid) >= 0
        ? Securable.of(Securable.Kind.SEQUENCE, Oids.sequence(oid))
        : null;
  }

  /** PG_TABLE_IS_VISIBLE: whether its name alone means it, along a search path. */
  public static Boolean isVisible(InfoContext context, long oid, String path) {
    PgRelation relation = PgRelation.byOid(context, oid);
    return relation == null ? null : isVisible(context, relation, path);
  }

  private static boolean isVisible(InfoContext context, PgRelation relation, String path) {
    PgRelation found = along(context, relation.simpleName(), path);
    return found != null && found.oid() == relation.oid();
  }

  private static PgRelation along(InfoContext context, String name, String path) {
    return schemas(path).stream()
        .map(schema -> PgRelation.find(context, schema, name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static List<String> schemas(String path) {
    List<String> schemas = new ArrayList<>();
    schemas.add(VirtualTable.PG_CATALOG);
    schemas.addAll(SearchPath.of(path).schemas());
    return schemas;
  }

  /**
   * The number of the relation of a name.
   *
   * @param text a name, perhaps with a schema, in quotes where it needs them; or a number
   * @throws ThetisException UNKNOWN_TABLE if there is none
   */
  public static long relation(InfoContext context, String text, String path) {
    if (isNumber(text)) {
      return Long.parseLong(text.trim());
    }
    Long found = knownRelation(context, text, path);
    if (found == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_TABLE, text);
    }
    return found;
  }

  /** The same; null if there is none. */
  public static Long knownRelation(InfoContext context, String text, String path) {
    List<String> parts = parts(text);
    String name = parts.get(parts.size() - 1);
    PgRelation found =
        parts.size() > 1
            ? PgRelation.find(context, parts.get(parts.size() - 2), name)
            : along(context, name, path);
    return found == null ? null : (Long) found.oid();
  }

  /** The stored table with a number; null if there is none. */
  public static TableDef table(InfoContext context, long oid) {
    return PgRelation.byOid(context, oid) instanceof PgRelation.Named named
            && named.relation() instanceof Relation.Stored stored
        ? stored.table()
        : null;
  }

  /** The name of the relation with a number, with its schema if it needs that. */
  public static String relationName(InfoContext context, long oid, String path) {
    PgRelation relation = PgRelation.byOid(context, oid);
    if (relation == null) {
      return oid == 0 ? "-" : Long.toString(oid);
    }
    String name = DefinitionTexts.quoted(relation.simpleName());
    return isVisible(context, relation, path)
        ? name
        : DefinitionTexts.quoted(relation.schemaName()) + '.' + name;
  }

  /**
   * The number of the type of a name.
   *
   * @throws ThetisException UNKNOWN_OBJECT if there is none
   */
  public static long type(String text) {
    if (isNumber(text)) {
      return Long.parseLong(text.trim());
    }
    Long found = PgType.find(text);
    if (found == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "type", text);
    }
    return found;
  }

  /**
   * The number of the schema of a name.
   *
   * @throws ThetisException UNKNOWN_OBJECT if there is none
   */
  public static long schema(InfoContext context, String text) {
    if (isNumber(text)) {
      return Long.parseLong(text.trim());
    }
    String name = parts(text).get(0);
    long oid = Oids.ofSchema(context.catalog(), name);
    if (oid == 0) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "schema", text);
    }
    return oid;
  }

  /** The name of the schema with a number. */
  public static String schemaName(InfoContext context, long oid) {
    for (String name : List.of(ObjectName.PUBLIC, VirtualTable.PG_CATALOG, VirtualTable.SCHEMA)) {
      if (Oids.ofSchema(context.catalog(), name) == oid) {
        return name;
      }
    }
    return context.catalog().schemas().stream()
        .filter(schema -> Oids.of(schema) == oid)
        .map(SchemaDef::name)
        .map(DefinitionTexts::quoted)
        .findFirst()
        .orElse(Long.toString(oid));
  }

  /** The number of the procedure of a name; 0 if there is none. */
  public static long procedure(InfoContext context, String text) {
    if (isNumber(text)) {
      return Long.parseLong(text.trim());
    }
    List<String> parts = parts(text);
    if (parts.get(parts.size() - 1).equals("array_in")) {
      return OtherTables.ARRAY_IN;
    }
    String schema = parts.size() > 1 ? parts.get(parts.size() - 2) : ObjectName.PUBLIC;
    ProcedureDef found =
        context.catalog().procedure(ObjectName.of(schema, parts.get(parts.size() - 1)));
    return found == null ? 0 : Oids.of(found);
  }

  private static boolean isNumber(String text) {
    String bare = text.trim();
    return !bare.isEmpty() && bare.length() < 19 && bare.chars().allMatch(Character::isDigit);
  }

  /** The parts of a name, folded unless they stand in quotes. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        boolean doubled = quoted && i + 1 < text.length() && text.charAt(i + 1) == '"';
        if (doubled) {
          part.append('"');
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == '.' && !quoted) {
        parts.add(part.toString());
        part.setLength(0);
      } else if (quoted || !Character.isWhitespace(c)) {
        part.append(quoted ? c : Character.toLowerCase(c));
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
