package org.thetisdb.core.schema;

/**
 * Names of tables, views, indexes, sequences and procedures as the catalog has them: those of the
 * schema {@link #PUBLIC} stand alone, all others have their schema and a dot in front, and so have
 * those of {@code public} that hold a dot themselves. Names of schemas hold none, so each name can
 * be taken apart again. Stateless.
 */
public final class ObjectName {
  /** The schema that is always there, and that names without a schema are in. */
  public static final String PUBLIC = "public";

  private ObjectName() {}

  /** The name of an object in a schema. */
  public static String of(String schema, String simple) {
    return schema.equals(PUBLIC) && simple.indexOf('.') < 0 ? simple : schema + '.' + simple;
  }

  /** The schema of an object. */
  public static String schema(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? PUBLIC : name.substring(0, dot);
  }

  /** The name of an object within its schema. */
  public static String simple(String name) {
    return name.substring(name.indexOf('.') + 1);
  }

  /** The name of an object that is in the same schema as another one. */
  public static String beside(String other, String simple) {
    return of(schema(other), simple);
  }
}
