package org.thetisdb.sql.parse.ddl;

import static org.thetisdb.sql.parse.token.ObjectNames.Kind.RELATION;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.parse.token.TokenReader;

/** Reads CREATE INDEX. Not thread-safe. */
final class IndexParser {
  private final TokenReader in;

  IndexParser(TokenReader in) {
    this.in = in;
  }

  /** The definition, from UNIQUE or INDEX on. */
  CreateIndex parse() {
    boolean unique = in.take("UNIQUE");
    in.expect("INDEX");
    in.take("CONCURRENTLY"); // none keeps anybody waiting
    boolean ifNotExists = in.take("IF", "NOT", "EXISTS");
    String given = in.isNext("ON") ? null : in.name("an index");
    String schema = given != null && in.takeSymbol(".") ? given : null;
    String simple = schema == null ? given : in.name("an index");
    in.expect("ON");
    in.take("ONLY"); // there are no tables that inherit
    String table = in.existing(RELATION, "a table");
    String name = simple == null ? null : beside(table, schema, simple);
    takeMethod();
    List<IndexPart> indexed = IndexParts.of(in, true);
    // entries lead to rows, which have all columns
    List<String> included = in.take("INCLUDE") ? in.names("a column") : List.of();
    takeRest();
    String whereSql = in.take("WHERE") ? in.rest() : null;
    return new CreateIndex(name, ifNotExists, unique, table, indexed, included, whereSql);
  }

  private void takeMethod() {
    if (in.take("USING")) {
      String method = in.name("a method");
      if (!method.equals("btree")) {
        throw refused(
            "An index by %s is not supported: all are ordered, as USING btree says."
                .formatted(method));
      }
    }
  }

  /** What stands behind the list, and before WHERE. */
  private void takeRest() {
    if (in.take("NULLS", "NOT", "DISTINCT")) {
      throw refused(
          "UNIQUE NULLS NOT DISTINCT is not supported; an index of COALESCE(column, value) does the same.");
    }
    in.take("NULLS", "DISTINCT");
    OtherDefinitions.takeStorage(in);
  }

  private static ThetisException refused(String sentence) {
    return ThetisException.withMessage(ErrorCode.NOT_SUPPORTED, sentence);
  }

  /** A name in the schema of something else; {@code schema} is null if none is named. */
  static String beside(String other, String schema, String simple) {
    if (schema != null && !schema.equals(ObjectName.schema(other))) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          "\"%s\" has to be in the schema of \"%s\", not in \"%s\"."
              .formatted(simple, other, schema));
    }
    return ObjectName.beside(other, simple);
  }
}
