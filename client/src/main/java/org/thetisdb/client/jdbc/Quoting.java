package org.thetisdb.client.jdbc;

/** Names and texts as SQL writes them. Stateless. */
final class Quoting {
  private Quoting() {}

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
