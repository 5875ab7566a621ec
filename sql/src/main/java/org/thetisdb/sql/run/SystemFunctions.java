package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.postgres.PgFunctions;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;
import org.thetisdb.sql.system.SystemTables;

/**
 * For generated code: functions that look at the catalog of the run. An argument that is null makes
 * the result null. A search path is given as a text brings it along. Stateless.
 */
public final class SystemFunctions {
  private SystemFunctions() {}

  private static InfoContext info(RunContext run, String path) {
    return new InfoContext(
        run.catalog(),
        SearchPath.of(path).temporary(),
        (view, catalog) -> List.of(),
        SystemTables.relations(),
        run.rights());
  }

  private static InfoContext info(RunContext run) {
    return info(run, "");
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }

  /** FORMAT_TYPE. */
  public static String formatType(RunContext run, Object oid, Object modifier) {
    return oid == null
        ? null
        : PgFunctions.formatType(number(oid), modifier == null ? null : (int) number(modifier));
  }

  /** PG_GET_CONSTRAINTDEF. */
  public static String constraint(RunContext run, Object oid) {
    return oid == null ? null : PgFunctions.constraint(info(run), number(oid));
  }

  /** PG_GET_INDEXDEF of a whole index, or of one of its columns. */
  public static String index(RunContext run, Object oid, Object column) {
    return oid == null || column == null
        ? null
        : PgFunctions.index(info(run), number(oid), (int) number(column));
  }

  /** PG_GET_VIEWDEF of a number or a name. */
  public static String view(RunContext run, Object which, String path) {
    return which == null ? null : PgFunctions.view(info(run, path), relation(run, which, path));
  }

  /** OBJ_DESCRIPTION, and COL_DESCRIPTION of the column with a number. */
  public static String description(RunContext run, Object oid, Object column) {
    return oid == null || column == null
        ? null
        : PgFunctions.description(info(run), number(oid), (int) number(column));
  }

  /** PG_GET_USERBYID. */
  public static String user(RunContext run, Object oid) {
    return oid == null ? null : PgFunctions.user(info(run), number(oid));
  }

  /** HAS_TABLE_PRIVILEGE of the user who asks; HAS_SEQUENCE_PRIVILEGE. */
  public static Boolean mayRelation(RunContext run, Object which, Object wanted, String path) {
    return mayRelationOf(run, null, which, wanted, path);
  }

  /** The same of a user with a name. */
  public static Boolean userMayRelation(
      RunContext run, Object user, Object which, Object wanted, String path) {
    return user == null ? null : mayRelationOf(run, userOf(run, user), which, wanted, path);
  }

  private static Boolean mayRelationOf(
      RunContext run, String user, Object which, Object wanted, String path) {
    if (which == null || wanted == null) {
      return null;
    }
    InfoContext info = info(run, path);
    InfoContext whole = info.seeingAll(); // to be told that there is no right is no secret
    long oid =
        which instanceof Number ? number(which) : PgFunctions.relation(whole, (String) which, path);
    Securable object = PgFunctions.securable(whole, oid);
    return PgFunctions.hasPrivilege(info, user, object, (String) wanted);
  }

  private static String userOf(RunContext run, Object user) {
    return user instanceof Number ? PgFunctions.user(info(run), number(user)) : (String) user;
  }

  /** HAS_SCHEMA_PRIVILEGE of the user who asks. */
  public static Boolean maySchema(RunContext run, Object which, Object wanted) {
    return maySchemaOf(run, null, which, wanted);
  }

  /** The same of a user with a name. */
  public static Boolean userMaySchema(RunContext run, Object user, Object which, Object wanted) {
    return user == null ? null : maySchemaOf(run, userOf(run, user), which, wanted);
  }

  private static Boolean maySchemaOf(RunContext run, String user, Object which, Object wanted) {
    if (which == null || wanted == null) {
      return null;
    }
    InfoContext info = info(run);
    String name = PgFunctions.schemaName(info, schema(run, which));
    Securable object = Looked.schema(run.catalog(), name);
    return PgFunctions.hasPrivilege(info, user, object, (String) wanted);
  }

  /** PG_HAS_ROLE of the user who asks. */
  public static Boolean hasRole(RunContext run, Object role) {
    RoleDef found = role == null ? null : run.catalog().rights().role(userOf(run, role));
    if (role != null && found == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "role", role);
    }
    return role == null ? null : (Boolean) run.rights().isMemberOf(found.id());
  }

  /** The same of a user with a name. */
  public static Boolean userHasRole(RunContext run, Object user, Object role) {
    if (user == null || role == null) {
      return null;
    }
    UserRights rights = run.catalog().rights().userOrNobody(userOf(run, user));
    RoleDef found = run.catalog().rights().role(userOf(run, role));
    if (found == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "role", role);
    }
    return rights.isMemberOf(found.id());
  }

  /** PG_TABLE_IS_VISIBLE. */
  public static Boolean isVisible(RunContext run, Object oid, String path) {
    return oid == null ? null : PgFunctions.isVisible(info(run, path), number(oid), path);
  }

  /** A cast to regclass: the number of a name, or a number as it is. */
  public static Long relation(RunContext run, Object which, String path) {
    if (which == null || which instanceof Number) {
      return which == null ? null : (Long) number(which);
    }
    return PgFunctions.relation(info(run, path), (String) which, path);
  }

  /** The text of a regclass. */
  public static String relationName(RunContext run, Object which, String path) {
    Long oid = relation(run, which, path);
    return oid == null ? null : PgFunctions.relationName(info(run, path), oid, path);
  }

  /** TO_REGCLASS: null if there is none. */
  public static Long knownRelation(RunContext run, Object which, String path) {
    return which == null ? null : PgFunctions.knownRelation(info(run, path), (String) which, path);
  }

  /** A cast to regtype. */
  public static Long type(RunContext run, Object which) {
    if (which == null || which instanceof Number) {
      return which == null ? null : (Long) number(which);
    }
    return PgFunctions.type((String) which);
  }

  /** The text of a regtype. */
  public static String typeName(RunContext run, Object which) {
    Long oid = type(run, which);
    return oid == null ? null : PgFunctions.formatType(oid, null);
  }

  /** A cast to regnamespace. */
  public static Long schema(RunContext run, Object which) {
    if (which == null || which instanceof Number) {
      return which == null ? null : (Long) number(which);
    }
    return PgFunctions.schema(info(run), (String) which);
  }

  /** The text of a regnamespace. */
  public static String schemaName(RunContext run, Object which) {
    Long oid = schema(run, which);
    return oid == null ? null : PgFunctions.schemaName(info(run), oid);
  }

  /** A cast to regproc. */
  public static Long procedure(RunContext run, Object which) {
    if (which == null || which instanceof Number) {
      return which == null ? null : (Long) number(which);
    }
    return PgFunctions.procedure(info(run), (String) which);
  }

  /** PG_GET_SERIAL_SEQUENCE: the sequence that a column takes its values from. */
  public static String sequence(RunContext run, Object table, Object column, String path) {
    if (table == null || column == null) {
      return null;
    }
    TableDef found = PgFunctions.table(info(run, path), relation(run, table, path));
    ColumnDef of =
        found == null
            ? null
            : found.columns().stream()
                .filter(each -> each.name().equals(column))
                .findFirst()
                .orElse(null);
    return of == null || of.sequence() == null
        ? null
        : ObjectName.schema(of.sequence()) + '.' + ObjectName.simple(of.sequence());
  }

  /** The first argument: PG_GET_EXPR, since expressions are kept as texts. */
  public static String same(RunContext run, Object text) {
    return (String) text;
  }

  /** What is not known of anything. */
  public static String nothing(RunContext run) {
    return null;
  }

  /** The size of something, of which no account is kept. */
  public static Long noSize(RunContext run) {
    return null;
  }

  /** A right, which everybody has. */
  public static Boolean yes(RunContext run) {
    return true;
  }

  /** What a cluster never is. */
  public static Boolean no(RunContext run) {
    return false;
  }

  /** PG_ENCODING_TO_CHAR. */
  public static String encoding(RunContext run, Object number) {
    return number == null ? null : number(number) == 6 ? "UTF8" : "";
  }
}
