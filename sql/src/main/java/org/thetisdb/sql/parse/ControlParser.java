package org.thetisdb.sql.parse;

import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.Compiled.Control.Kind;

/** Reads BEGIN, COMMIT and the like. Not thread-safe. */
final class ControlParser {
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

  /** Settings of a session are taken from tools that send them; the driver has its own way. */
  private Compiled.Control set() {
    int flags = in.take("TRANSACTION") ? modes() : 0;
    while (in.peek().kind() != Token.Kind.END) {
      in.next();
    }
    return of(Kind.NOTHING, "", flags);
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
