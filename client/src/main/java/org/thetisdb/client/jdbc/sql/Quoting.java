package org.thetisdb.client.jdbc.sql;

/** Names and texts as SQL writes them. Stateless. */
public final class Quoting {
  private Quoting() {}

  /** A name that keeps its letters as they are. */
  public static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
