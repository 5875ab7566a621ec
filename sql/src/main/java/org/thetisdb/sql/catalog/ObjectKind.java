package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.CodecException;

/** What a row of the system table of definitions defines. The code is part of its key. */
public enum ObjectKind {
  /** The catalog itself: its version and the next free number; its id is 0. */
  HEAD(0),
  /** A table; its id is that of the stored table. */
  TABLE(1),
  /** A view. */
  VIEW(2),
  /** A sequence; its id is its number in the table of positions. */
  SEQUENCE(3),
  /** A stored table that was dropped, see {@link DroppedDef}. */
  DROPPED(4),
  /** A procedure of one statement. */
  PROCEDURE(5),
  /** A schema. */
  SCHEMA(6),
  /** What is said of something else, see {@link CommentDef}. */
  COMMENT(7),
  /** A role, see {@link org.thetisdb.sql.rights.RoleDef}. */
  ROLE(8),
  /** Whose something is, and what was granted on it. */
  GRANT(9),
  /** What session keys are made with; its id is 0. */
  SECRET(10);

  private static final ObjectKind[] KINDS = values();

  private final int code;

  ObjectKind(int code) {
    this.code = code;
  }

  /** The number that stands for it in keys. */
  public int code() {
    return code;
  }

  /** The kind with this code. */
  static ObjectKind ofCode(int code) {
    if (code < 0 || code >= KINDS.length) {
      throw new CodecException("a definition of kind " + code);
    }
    return KINDS[code];
  }
}
