package org.thetisdb.sql.pattern;

/** A pattern that was read. Immutable. */
@FunctionalInterface
interface TextPattern {
  /** Whether a text is as it says. */
  boolean matches(String text);
}
