package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * GRANT and REVOKE of privileges on objects.
 *
 * @param gives whether it grants
 * @param privileges a set of {@link org.thetisdb.sql.rights.Privilege}; 0 for all that there are
 * @param names of objects of one kind; of schemas if it is about all in them
 * @param grantees names of roles; null among them stands for PUBLIC
 */
public record GrantRights(
    boolean gives, int privileges, On on, List<String> names, List<String> grantees)
    implements Ddl {
  /** On what. */
  public enum On {
    /** Tables and views. */
    TABLE,
    /** Sequences. */
    SEQUENCE,
    /** Schemas. */
    SCHEMA,
    /** Procedures, those of jars among them. */
    PROCEDURE,
    /** All tables and views that a schema has now. */
    ALL_TABLES,
    /** All sequences that a schema has now. */
    ALL_SEQUENCES,
    /** All procedures that a schema has now, without those of jars. */
    ALL_PROCEDURES
  }
}
