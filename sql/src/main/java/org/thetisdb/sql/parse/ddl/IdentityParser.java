package org.thetisdb.sql.parse.ddl;

import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.IdentitySpec;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** Reads what is said of an identity column. For one column; not thread-safe. */
final class IdentityParser {
  private final TokenReader in;
  private long start = 1;
  private long increment = 1;
  private String sequence;

  IdentityParser(TokenReader in) {
    this.in = in;
  }

  /** What ALTER COLUMN changes of one; null if it is something else. */
  AlterTable.Action change(String column) {
    if (in.take("ADD", "GENERATED")) {
      boolean always = always();
      in.expect("AS", "IDENTITY");
      IdentitySpec identity = options(always);
      return new AlterTable.AddIdentity(column, identity, sequence);
    }
    if (in.take("SET", "GENERATED")) {
      return new AlterTable.SetGenerated(column, always());
    }
    return in.take("DROP", "IDENTITY")
        ? new AlterTable.DropIdentity(column, in.take("IF", "EXISTS"))
        : null;
  }

  private boolean always() {
    boolean always = in.take("ALWAYS");
    if (!always) {
      in.expect("BY", "DEFAULT");
    }
    return always;
  }

  /** The options in brackets, if there are any. */
  IdentitySpec options(boolean always) {
    if (in.takeSymbol("(")) {
      while (!in.takeSymbol(")")) {
        option();
      }
    }
    return new IdentitySpec(always, start, increment);
  }

  /** Values are handed out in blocks in any case, so CACHE is a hint; bounds are the type's. */
  private void option() {
    if (in.take("START")) {
      in.take("WITH");
      start = number();
    } else if (in.take("INCREMENT")) {
      in.take("BY");
      increment = number();
    } else if (in.take("SEQUENCE", "NAME")) {
      sequence = in.created("a sequence");
    } else if (in.take("CACHE")) {
      number();
    } else if (in.peek().kind() == Token.Kind.NUMBER) {
      start = number();
      in.expectSymbol(",");
      increment = number();
    } else if (!in.take("NO", "MINVALUE")
        && !in.take("NO", "MAXVALUE")
        && !in.take("NO", "CYCLE")) {
      throw in.unexpected("START WITH, INCREMENT BY or SEQUENCE NAME");
    }
  }

  private long number() {
    return in.wholeNumber("a number");
  }
}
