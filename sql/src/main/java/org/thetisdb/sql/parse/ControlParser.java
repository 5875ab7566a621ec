package org.thetisdb.sql.parse;

import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.Compiled.Control.Kind;

/** Reads BEGIN, COMMIT and the like. Not thread-safe. */
final class ControlParser {
  private static final Set<String> PATHS = Set.of("search_path", "schema");

  private final TokenReader in;
  private boolean namesLevel;

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
    if (in.take("RESET")) {
      return reset();
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

  /** What cannot be set is refused: one that sets it would rely on it. */
  private Compiled.Control set() {
    if (in.take("SESSION", "CHARACTERISTICS", "AS", "TRANSACTION")) {
      return of(Kind.SET, "", modes());
    }
    if (in.take("TRANSACTION")) {
      return of(Kind.SET_TRANSACTION, "", modes());
    }
    if (!in.take("SESSION")) {
      in.take("LOCAL");
    }
    String name = in.take("TIME", "ZONE") ? "timezone" : in.name("a setting");
    if (PATHS.contains(name)) {
      return setPath();
    }
    if (!in.take("TO")) {
      in.takeSymbol("=");
    }
    String value = value();
    if (!ServerSettings.isHarmless(name, value)) {
      throw notSet(name);
    }
    return of(Kind.NOTHING, "", 0);
  }

  /** What was said was nothing, so there is nothing to take back. */
  private Compiled.Control reset() {
    String name = in.take("TIME", "ZONE") ? "timezone" : in.name("a setting");
    boolean known =
        name.equals("all") || PATHS.contains(name) || ServerSettings.isHarmless(name, "default");
    if (!known) {
      throw notSet(name);
    }
    return of(Kind.NOTHING, "", 0);
  }

  /** All that is left, as words without quotes. */
  private String value() {
    StringBuilder value = new StringBuilder();
    while (in.peek().kind() != Token.Kind.END && !in.peek().isSymbol(";")) {
      Token token = in.next();
      value.append(token.kind() == Token.Kind.STRING ? token.string() : token.text());
    }
    return value.toString();
  }

  private static ThetisException notSet(String name) {
    String reason = ServerSettings.reason(name);
    return reason == null
        ? new ThetisException(ErrorCode.NOT_SUPPORTED, "SET \"" + name + "\"")
        : ThetisException.withMessage(ErrorCode.NOT_SUPPORTED, reason);
  }

  private Compiled.Control setPath() {
    while (in.peek().kind() != Token.Kind.END) {
      if (isOtherSchema(in.peek())) {
        throw pathOfClient();
      }
      in.next();
    }
    if (!in.names().path().named().equals(SearchPath.PUBLIC.schemas())) {
      throw pathOfClient();
    }
    return of(Kind.NOTHING, "", 0);
  }

  /** The driver takes such statements itself, if nothing stands before or behind them. */
  private static ThetisException pathOfClient() {
    return ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "The search path is the client's. Send SET search_path as a statement by itself, over a"
            + " driver that knows it.");
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
    namesLevel = true;
    if (in.take("SERIALIZABLE")) {
      return SqlRequest.Statement.SERIALIZABLE;
    }
    if (in.take("REPEATABLE", "READ")) {
      return 0;
    }
    if (!in.take("READ", "COMMITTED")) {
      in.expect("READ", "UNCOMMITTED");
    }
    return SqlRequest.Statement.READ_COMMITTED;
  }

  private Compiled.Control of(Kind kind, String name, int flags) {
    return new Compiled.Control(kind, name, flags, namesLevel);
  }
}
