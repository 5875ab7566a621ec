package org.thetisdb.sql.parse;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.CreateSequence;

/** Reads the options of CREATE SEQUENCE, in any order. Not thread-safe. */
final class SequenceParser {
  private final TokenReader in;
  private Long start;
  private long increment = 1;
  private Long min;
  private Long max;

  SequenceParser(TokenReader in) {
    this.in = in;
  }

  CreateSequence parse(String name, boolean ifNotExists) {
    while (takeOption()) {
      // each call takes one
    }
    Long first = increment < 0 ? max : min;
    long begin = start != null ? start : first != null ? first : 1;
    return new CreateSequence(name, ifNotExists, begin, increment, min, max);
  }

  /** CACHE is taken as a wish: values are handed out in blocks in any case. */
  private boolean takeOption() {
    if (in.take("START")) {
      in.take("WITH");
      start = in.wholeNumber("a number");
    } else if (in.take("INCREMENT")) {
      in.take("BY");
      increment = in.wholeNumber("a number");
    } else if (in.take("MINVALUE")) {
      min = in.wholeNumber("a number");
    } else if (in.take("MAXVALUE")) {
      max = in.wholeNumber("a number");
    } else if (in.take("CACHE")) {
      in.wholeNumber("a number");
    } else if (in.take("CYCLE")) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A sequence that begins again (CYCLE)");
    } else if (in.take("AS")) {
      TypeParser.parse(in);
    } else {
      return in.take("NO", "MINVALUE")
          || in.take("NO", "MAXVALUE")
          || in.take("NO", "CACHE")
          || in.take("NOCACHE")
          || in.take("NO", "CYCLE")
          || in.take("NOCYCLE")
          || in.take("OWNED", "BY", "NONE");
    }
    return true;
  }
}
