package org.thetisdb.sql.dialect.validation;

/**
 * Columns of one query that have the same name, as in {@code SELECT * FROM a JOIN b}. Within a
 * statement each but the first has a mark behind its name, so that they can be told apart; nobody
 * can write it, and nobody sees it. Stateless.
 */
public final class SameNames {
  private static final char MARK = '\0';

  private SameNames() {}

  /** A name with a mark, for the column at a place. */
  public static String marked(String name, int place) {
    return name + MARK + place;
  }

  /** Whether a column is called so, and others, too. */
  public static boolean isMarked(String name) {
    return name.indexOf(MARK) >= 0;
  }

  /** The name without its mark. */
  public static String plain(String name) {
    int mark = name.indexOf(MARK);
    return mark < 0 ? name : name.substring(0, mark);
  }
}
