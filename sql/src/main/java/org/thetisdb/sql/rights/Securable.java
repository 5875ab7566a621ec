package org.thetisdb.sql.rights;

import static org.thetisdb.sql.rights.Privilege.CREATE;
import static org.thetisdb.sql.rights.Privilege.DELETE;
import static org.thetisdb.sql.rights.Privilege.EXECUTE;
import static org.thetisdb.sql.rights.Privilege.INSERT;
import static org.thetisdb.sql.rights.Privilege.REFERENCES;
import static org.thetisdb.sql.rights.Privilege.SELECT;
import static org.thetisdb.sql.rights.Privilege.TRUNCATE;
import static org.thetisdb.sql.rights.Privilege.UPDATE;
import static org.thetisdb.sql.rights.Privilege.USAGE;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * What rights are granted on. Rights are of objects, not of names: one that takes a name which was
 * free has no rights yet.
 *
 * @param id the number among its kind; 0 for the schema that is always there, and for procedures of
 *     jars
 * @param name the procedure of a jar, which has no number; empty for all else
 */
public record Securable(Kind kind, int id, String name) implements Comparable<Securable> {
  /** Longest name of a procedure of a jar. */
  private static final int MAX_NAME_CHARS = 512;

  /** Kinds of objects. The code is part of the stored form. */
  public enum Kind {
    /** A table, by the number of the stored one. */
    TABLE(0, "table", Privilege.bits(SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES)),
    /** A view. */
    VIEW(1, "view", Privilege.bits(SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES)),
    /** A sequence. */
    SEQUENCE(2, "sequence", Privilege.bits(SELECT, UPDATE, USAGE)),
    /** A procedure that CREATE PROCEDURE made. */
    PROCEDURE(3, "procedure", EXECUTE.bit()),
    /** A schema. */
    SCHEMA(4, "schema", Privilege.bits(USAGE, CREATE)),
    /** A procedure of a jar, by its name. */
    JAR_PROCEDURE(5, "procedure", EXECUTE.bit());

    private final int code;
    private final String word;
    private final int all;

    Kind(int code, String word, int all) {
      this.code = code;
      this.word = word;
      this.all = all;
    }

    /** How people call it. */
    public String word() {
      return word;
    }

    /** All that can be granted on it. */
    public int all() {
      return all;
    }

    private static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new CodecException("a right on what has the code " + code);
    }
  }

  /** The schema that is always there. */
  public static final Securable PUBLIC_SCHEMA = of(Kind.SCHEMA, 0);

  /** One with a number. */
  public static Securable of(Kind kind, int id) {
    return new Securable(kind, id, "");
  }

  /** A procedure of a jar. */
  public static Securable jarProcedure(String name) {
    return new Securable(Kind.JAR_PROCEDURE, 0, name);
  }

  /** A number that no other one has, but procedures of jars, which share one. */
  long key() {
    return ((long) kind.code << Integer.SIZE) | (id & 0xffff_ffffL);
  }

  void put(ByteWriter out) {
    out.putByte(kind.code).putInt(id).putString(name);
  }

  static Securable get(ByteReader in) {
    Securable read = new Securable(Kind.ofCode(in.getUnsignedByte()), in.getInt(), in.getString());
    if (read.name.length() > MAX_NAME_CHARS
        || read.name.isEmpty() == (read.kind == Kind.JAR_PROCEDURE)) {
      throw new CodecException("a right on a " + read.kind.word + " of such a name");
    }
    return read;
  }

  @Override
  public int compareTo(Securable other) {
    int order = Long.compare(key(), other.key());
    return order != 0 ? order : name.compareTo(other.name);
  }
}
