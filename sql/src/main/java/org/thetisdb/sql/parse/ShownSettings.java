package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.TokenReader;

/** SHOW. Stateless. */
final class ShownSettings {
  private static final String SEARCH_PATH = "search_path";

  private ShownSettings() {}

  /** What it asks for, as a query of constants. */
  static Statement read(TokenReader in) {
    if (in.take("ALL")) {
      in.expectEnd();
      List<String> rows = new ArrayList<>();
      ServerSettings.names()
          .forEach(name -> rows.add("ROW(" + text(name) + ", " + setting(name, in) + ")"));
      return Statement.Rows.of(
          "SELECT * FROM (VALUES " + String.join(", ", rows) + ") AS s (\"name\", \"setting\")");
    }
    String name = in.take("TIME", "ZONE") ? "timezone" : in.name("a setting");
    in.expectEnd();
    if (ServerSettings.value(name) == null && !name.equals(SEARCH_PATH)) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "setting", name);
    }
    return Statement.Rows.of("SELECT " + setting(name, in) + " AS \"" + name + '"');
  }

  private static String setting(String name, TokenReader in) {
    return text(
        name.equals(SEARCH_PATH) ? in.names().path().toString() : ServerSettings.value(name));
  }

  private static String text(String value) {
    return "CAST('" + value.replace("'", "''") + "' AS VARCHAR)";
  }
}
