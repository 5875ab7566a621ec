package org.thetisdb.core.schema;

import java.util.regex.Pattern;
import org.thetisdb.core.id.SessionId;

/**
 * Names of the schemas that hold temporary tables: each connection has its own, whose number no
 * other connection of the cluster ever has. Stateless.
 */
public final class TemporarySchema {
  /** What statements call the schema of their own connection. */
  public static final String ALIAS = "pg_temp";

  private static final String PREFIX = ALIAS + '_';
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9]{1,20}");

  private TemporarySchema() {}

  /** That of the connection to which a router gave sessions from {@code sessionBase} on. */
  public static String of(long sessionBase) {
    return PREFIX + sessionBase / SessionId.PER_FIELD;
  }

  /** Whether a schema of this name is one. */
  public static boolean isOne(String schema) {
    return schema.startsWith(PREFIX) && NAME.matcher(schema).matches();
  }

  /** Whether an object of this name in the catalog is in one. */
  public static boolean holds(String objectName) {
    return objectName.startsWith(PREFIX) && isOne(ObjectName.schema(objectName));
  }
}
