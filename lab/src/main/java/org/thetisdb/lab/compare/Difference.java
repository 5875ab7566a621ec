package org.thetisdb.lab.compare;

import org.thetisdb.lab.compare.database.DatabaseAnswer;

/**
 * An answer that should be another one.
 *
 * @param sql what was asked
 * @param expected what it should be, as far as is known
 */
record Difference(Kind kind, String sql, DatabaseAnswer expected, DatabaseAnswer actual) {
  /** What is wrong. */
  enum Kind {
    /** An error that no client should ever see. */
    FAULT,
    /** Other rows than PostgreSQL's. */
    ROWS,
    /** PostgreSQL's rows, but for digits of numbers. */
    DIGITS,
    /** The whole is not its parts. */
    PARTITION,
    /** One plan has other rows than another. */
    PLANS,
    /** A statement is refused that PostgreSQL takes. */
    REFUSED,
    /** A value cannot be calculated in one of the two, or for another reason. */
    ERROR
  }

  /** Whether rows or values are wrong, or worse. */
  boolean isWrong() {
    return switch (kind) {
      case FAULT, ROWS, DIGITS, PARTITION, PLANS -> true;
      case REFUSED, ERROR -> false;
    };
  }

  /** What it has in common with others of its cause, as far as errors tell; else empty. */
  String cause() {
    DatabaseAnswer error = actual.isGood() ? expected : actual;
    return error.isGood()
        ? ""
        : error.sqlState() + " " + error.message().replaceAll("\"[^\"]*\"|'[^']*'|[0-9]+", "?");
  }

  /** Whether a smaller input shows the same. */
  boolean isLike(Difference other) {
    return other != null && kind == other.kind && cause().equals(other.cause());
  }
}
