package org.thetisdb.sql.parse.ddl;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.OnCommit;
import org.thetisdb.sql.parse.token.TokenReader;

/** What definitions of temporary tables have beside those of others. Stateless. */
public final class TemporaryParser {
  private TemporaryParser() {}

  /** Takes the words behind CREATE that say that something is temporary. */
  public static boolean take(TokenReader in) {
    boolean scope =
        isTemporary(in, 1) && (in.isNext("LOCAL") || in.isNext("GLOBAL")); // which say nothing
    if (scope) {
      in.next();
    }
    if (!isTemporary(in, 0)) {
      return false;
    }
    in.next();
    return true;
  }

  private static boolean isTemporary(TokenReader in, int behind) {
    return in.peek(behind).isWord("TEMPORARY") || in.peek(behind).isWord("TEMP");
  }

  /** Takes TABLE, and refuses all else. */
  static void requireTable(TokenReader in) {
    boolean other =
        in.isNext("VIEW") || in.isNext("SEQUENCE") || in.isNext("OR") || in.isNext("RECURSIVE");
    if (other) {
      throw refused("Of what is temporary only tables are supported; WITH does what views would.");
    }
    in.expect("TABLE");
  }

  /** The schema that a driver makes for its connection. */
  static String schema(TokenReader in) {
    String name = in.name("a schema");
    if (!TemporarySchema.isOne(name)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "A temporary schema that a driver did not name");
    }
    return name;
  }

  /** The name in the catalog of a temporary table that is to be made. */
  public static String created(TokenReader in) {
    String own = in.names().path().temporary();
    String first = in.name("a table");
    boolean qualified = in.takeSymbol(".");
    String simple = qualified ? in.name("a table") : first;
    if (own == null) {
      throw refused(
          "This client keeps no temporary tables: they belong to a connection of the JDBC driver, and CREATE TEMPORARY TABLE is a statement by itself.");
    }
    if (qualified && !first.equals(own)) {
      throw new ThetisException(
          ErrorCode.INVALID_TABLE_DEFINITION,
          "A temporary table is in the schema pg_temp, and not in \"%s\".".formatted(first));
    }
    return in.names().created(own, simple);
  }

  /**
   * Takes ON COMMIT, if it comes next.
   *
   * @param name of the table, which has to be temporary
   */
  static OnCommit onCommit(TokenReader in, String name) {
    if (!in.take("ON", "COMMIT")) {
      return OnCommit.PRESERVE_ROWS;
    }
    if (!TemporarySchema.holds(name)) {
      throw new ThetisException(
          ErrorCode.INVALID_TABLE_DEFINITION, "ON COMMIT is for temporary tables only.");
    }
    if (in.take("DROP")) {
      return OnCommit.DROP;
    }
    boolean deletes = in.take("DELETE");
    if (!deletes && !in.take("PRESERVE")) {
      throw in.unexpected("PRESERVE ROWS, DELETE ROWS or DROP");
    }
    in.expect("ROWS");
    return deletes ? OnCommit.DELETE_ROWS : OnCommit.PRESERVE_ROWS;
  }

  /** Refuses the name of something else than a table in a schema of temporary tables. */
  static String permanent(String name, String what) {
    if (TemporarySchema.holds(name)) {
      throw refused(
          "%s cannot be temporary; only tables can, and \"%s\" would be."
              .formatted(what, ObjectName.simple(name)));
    }
    return name;
  }

  private static ThetisException refused(String sentence) {
    return ThetisException.withMessage(ErrorCode.NOT_SUPPORTED, sentence);
  }
}
