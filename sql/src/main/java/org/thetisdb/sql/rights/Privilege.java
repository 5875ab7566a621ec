package org.thetisdb.sql.rights;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What can be granted. The bit is part of the stored form. */
public enum Privilege {
  /** Reads rows of a table or view, or the last value of a sequence. */
  SELECT(0),
  /** Writes new rows. */
  INSERT(1),
  /** Changes rows, or sets a sequence. */
  UPDATE(2),
  /** Deletes rows. */
  DELETE(3),
  /** Empties a table. */
  TRUNCATE(4),
  /** Makes foreign keys that refer to a table. */
  REFERENCES(5),
  /** Takes values of a sequence, or finds what is in a schema. */
  USAGE(6),
  /** Calls a procedure. */
  EXECUTE(7),
  /** Makes objects in a schema. */
  CREATE(8);

  private static final Privilege[] ALL = values();

  private final int bit;

  Privilege(int place) {
    this.bit = 1 << place;
  }

  /** The bit that stands for it in sets. */
  public int bit() {
    return bit;
  }

  /** The set of some. */
  public static int bits(Privilege... privileges) {
    int bits = 0;
    for (Privilege privilege : privileges) {
      bits |= privilege.bit;
    }
    return bits;
  }

  /** The members of a set, in order. */
  public static List<Privilege> of(int bits) {
    List<Privilege> members = new ArrayList<>();
    for (Privilege privilege : ALL) {
      if ((bits & privilege.bit) != 0) {
        members.add(privilege);
      }
    }
    return members;
  }

  /** The one with a name in whatever case; null if there is none. */
  public static Privilege named(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (Privilege privilege : ALL) {
      if (privilege.name().equals(upper)) {
        return privilege;
      }
    }
    return null;
  }
}
