package org.thetisdb.sql.parse;

import java.util.Locale;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.Compiled.Control.Kind;

/** Reads BEGIN, COMMIT and the like. Not thread-safe. */
final class ControlParser {
  /** Settings that tools send by habit, and that change nothing here. */
  private static final Set<String> HARMLESS =
      Set.of(
          "APPLICATION_NAME",
          "BYTEA_OUTPUT",
          "CLIENT_ENCODING",
          "CLIENT_MIN_MESSAGES",
          "DATESTYLE",
          "EXTRA_FLOAT_DIGITS",
          "INTERVALSTYLE",
          "NAMES",
          "STANDARD_CONFORMING_STRINGS");

  private static final Set<String> PATHS = Set.of("SEARCH_PATH", "SCHEMA");

  private final TokenReader in;

  ControlParser(TokenReader in) {
    this.in = in;
  }

  /** The statement; null if it is of another kind. */
  Compiled parse() {
    Compiled.Control control = control();
    if (control != null) {
      in.expectEnd();
    }
    return control;
  }

  private Compiled.Control control() {
    if (in.take("BEGIN")) {
      takeFiller();
      return of(Kind.BEGIN, "", modes());
    }
    if (in.take("START", "TRANSACTION")) {
      return of(Kind.BEGIN, "", modes());
    }
    if (in.take("COMMIT") || in.take("END")) {
      takeFiller();
      return of(Kind.COMMIT, "", 0);
    }
    if (in.take("ROLLBACK") || in.take("ABORT")) {
      return rollback();
    }
    if (in.take("SAVEPOINT")) {
      return of(Kind.SAVEPOINT, in.name("a savepoint"), 0);
    }
    if (in.take("RELEASE")) {
      in.take("SAVEPOINT");
      return of(Kind.RELEASE_SAVEPOINT, in.name("a savepoint"), 0);
    }
    return in.take("SET") ? set() : null;
  }

  private void takeFiller() {
    if (!in.take("TRANSACTION")) {
      in.take("WORK");
    }
  }

  private Compiled.Control rollback() {
    takeFiller();
    if (!in.take("TO")) {
      return of(Kind.ROLLBACK, "", 0);
    }
    in.take("SAVEPOINT");
    return of(Kind.ROLLBACK_TO, in.name("a savepoint"), 0);
  }

  /** What cannot be set is refused: who sets it would rely on it. */
  private Compiled.Control set() {
    if (in.take("SESSION", "CHARACTERISTICS", "AS", "TRANSACTION")) {
      return of(Kind.SET, "", modes());
    }
    if (in.take("TRANSACTION")) {
      if (modes() != 0) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED, "SET TRANSACTION other than to READ WRITE; BEGIN takes it");
      }
      return of(Kind.NOTHING, "", 0);
    }
    if (!in.take("SESSION")) {
      in.take("LOCAL");
    }
    String name = in.name("a setting").toUpperCase(Locale.ROOT);
    boolean path = PATHS.contains(name);
    if (!path && !HARMLESS.contains(name)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "SET \"" + name.toLowerCase(Locale.ROOT) + "\"");
    }
    while (in.peek().kind() != Token.Kind.END) {
      if (path && isOtherSchema(in.peek())) {
        throw pathOfClient();
      }
      in.next();
    }
    if (path && !in.names().path().equals(SearchPath.PUBLIC)) {
      throw pathOfClient();
    }
    return of(Kind.NOTHING, "", 0);
  }

  /** The driver takes such statements itself, if nothing stands before or behind them. */
  private static ThetisException pathOfClient() {
    return ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "The search path is the client's. Send SET search_path as a statement by itself, over a driver that knows it.");
  }

  private static boolean isOtherSchema(Token token) {
    return switch (token.kind()) {
      case WORD, QUOTED ->
          !token.isWord("TO") && !token.name().equals("public") && !token.name().equals("$user");
      case STRING -> !token.string().equals("public") && !token.string().equals("$user");
      case NUMBER, SYMBOL, END -> false;
    };
  }

  private int modes() {
    int flags = 0;
    while (true) {
      if (in.take("READ", "ONLY")) {
        flags |= SqlRequest.Statement.READ_ONLY;
      } else if (in.take("ISOLATION", "LEVEL")) {
        flags |= level();
      } else if (!in.take("READ", "WRITE") && !in.takeSymbol(",")) {
        return flags;
      }
    }
  }

  private int level() {
    if (in.take("SERIALIZABLE")) {
      return SqlRequest.Statement.SERIALIZABLE;
    }
    if (!in.take("REPEATABLE", "READ") && !in.take("READ", "COMMITTED")) {
      in.expect("READ", "UNCOMMITTED");
    }
    return 0;
  }

  private static Compiled.Control of(Kind kind, String name, int flags) {
    return new Compiled.Control(kind, name, flags);
  }
}
