package org.thetisdb.sql.parse.ddl;

import org.thetisdb.sql.ddl.SequenceOptions;
import org.thetisdb.sql.ddl.SequenceOptions.Limit;
import org.thetisdb.sql.ddl.SequenceOptions.Owner;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** Reads the options of CREATE SEQUENCE and ALTER SEQUENCE, in any order. Not thread-safe. */
final class SequenceParser {
  private final TokenReader in;
  private Long start;
  private Long increment;
  private Limit min;
  private Limit max;
  private Boolean cycle;
  private Limit restart;
  private Owner owner;

  SequenceParser(TokenReader in) {
    this.in = in;
  }

  SequenceOptions parse() {
    while (takeNumber() || takeOther()) {
      // each call takes one
    }
    return new SequenceOptions(start, increment, min, max, cycle, restart, owner);
  }

  /** CACHE is taken as a hint: values are handed out in blocks in any case. */
  private boolean takeNumber() {
    if (in.take("START")) {
      in.take("WITH");
      start = number();
    } else if (in.take("RESTART")) {
      restart = restart();
    } else if (in.take("INCREMENT")) {
      in.take("BY");
      increment = number();
    } else if (in.take("MINVALUE")) {
      min = new Limit(number());
    } else if (in.take("MAXVALUE")) {
      max = new Limit(number());
    } else if (in.take("CACHE")) {
      number();
    } else {
      return false;
    }
    return true;
  }

  /** What stands behind RESTART. */
  Limit restart() {
    boolean with = in.take("WITH");
    boolean given = in.peek().kind() == Token.Kind.NUMBER || in.peek().isSymbol("-");
    return new Limit(with || given ? number() : null);
  }

  private boolean takeOther() {
    if (in.take("NO", "MINVALUE")) {
      min = new Limit(null);
    } else if (in.take("NO", "MAXVALUE")) {
      max = new Limit(null);
    } else if (in.take("CYCLE")) {
      cycle = true;
    } else if (in.take("NO", "CYCLE") || in.take("NOCYCLE")) {
      cycle = false;
    } else if (in.take("AS")) {
      TypeParser.parse(in);
    } else if (in.take("OWNED", "BY")) {
      owner = owner();
    } else {
      return in.take("NO", "CACHE") || in.take("NOCACHE");
    }
    return true;
  }

  private Owner owner() {
    if (in.take("NONE")) {
      return new Owner(null);
    }
    return new Owner(in.columnOf("a table")[0]);
  }

  private Long number() {
    return in.wholeNumber("a number");
  }
}
