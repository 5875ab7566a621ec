package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.CodecException;

/**
 * What COMMENT ON says of something that is neither table nor column. It stands beside the
 * definition, so that definitions keep their form, and goes with what it speaks of. Immutable.
 *
 * @param id its number
 * @param subject what it speaks of
 * @param subjectId the number of that: of a view, sequence, procedure or schema its own, 0 for the
 *     schema that is always there; of an index that of the table of its entries; of a constraint
 *     that of its table
 * @param part the name of the constraint, or of the view's column; empty for all else
 */
public record CommentDef(int id, Subject subject, int subjectId, String part, String comment) {
  /** What a comment speaks of. The code is part of the stored format. */
  public enum Subject {
    /** A view, or a column of one. */
    VIEW(0),
    /** A sequence. */
    SEQUENCE(1),
    /** A procedure. */
    PROCEDURE(2),
    /** A schema. */
    SCHEMA(3),
    /** An index. */
    INDEX(4),
    /** A constraint of a table. */
    CONSTRAINT(5);

    private final int code;

    Subject(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static Subject ofCode(int code) {
      for (Subject subject : values()) {
        if (subject.code == code) {
          return subject;
        }
      }
      throw new CodecException("a comment on what has the code " + code);
    }
  }

  /** What a comment speaks of, to find it by. */
  public record Key(Subject subject, int subjectId, String part) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = subject.compareTo(other.subject);
      order = order != 0 ? order : Integer.compare(subjectId, other.subjectId);
      return order != 0 ? order : part.compareTo(other.part);
    }
  }

  /** What it speaks of. */
  public Key key() {
    return new Key(subject, subjectId, part);
  }

  /** The same comment on something else. */
  public CommentDef on(Key other) {
    return new CommentDef(id, other.subject, other.subjectId, other.part, comment);
  }
}
