package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * DROP of anything.
 *
 * @param names of one kind, at least one
 * @param cascade whether what depends on it goes, too
 */
public record DropObject(Kind kind, List<String> names, boolean ifExists, boolean cascade)
    implements Ddl {
  /** What is dropped. */
  public enum Kind {
    /** DROP TABLE. */
    TABLE,
    /** DROP INDEX. */
    INDEX,
    /** DROP VIEW. */
    VIEW,
    /** DROP SEQUENCE. */
    SEQUENCE,
    /** DROP PROCEDURE. */
    PROCEDURE
  }
}
