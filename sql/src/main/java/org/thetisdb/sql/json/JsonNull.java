package org.thetisdb.sql.json;

/** The null of JSON, which is a value, other than the NULL of SQL. */
enum JsonNull {
  /** The only one. */
  NULL
}
