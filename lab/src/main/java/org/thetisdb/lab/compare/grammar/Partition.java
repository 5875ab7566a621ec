package org.thetisdb.lab.compare.grammar;

import java.util.List;
import org.thetisdb.lab.compare.tree.Part;
import org.thetisdb.lab.compare.tree.Part.Node;

/**
 * A query and a condition. Each row that the query goes through makes the condition true, false or
 * unknown, so the rows of the three queries with these conditions are the rows of the whole.
 *
 * @param kind how rows of the three make up the whole
 * @param tree its parts: what is selected, where from, the condition
 */
public record Partition(Kind kind, Node tree) {
  private static final int SELECTED = 0;
  private static final int FROM = 1;
  private static final int CONDITION = 2;

  /** How the three make up the whole. */
  public enum Kind {
    /** All rows together. */
    ROWS,
    /** Rows that are different. */
    DISTINCT,
    /** One number that is the sum of the three. */
    SUM,
    /** One value that is the least of the three. */
    LEAST,
    /** One value that is the greatest of the three. */
    GREATEST
  }

  /** The same of other parts. */
  public Partition with(Part other) {
    return new Partition(kind, (Node) other);
  }

  private String part(int at) {
    return tree.parts().get(at).text();
  }

  /** The query without the condition. */
  public String whole() {
    return switch (kind) {
      case ROWS -> "SELECT " + part(SELECTED) + part(FROM);
      case DISTINCT -> "SELECT DISTINCT " + part(SELECTED) + part(FROM);
      case SUM -> "SELECT sum(" + part(SELECTED) + ")" + part(FROM);
      case LEAST -> "SELECT min(" + part(SELECTED) + ")" + part(FROM);
      case GREATEST -> "SELECT max(" + part(SELECTED) + ")" + part(FROM);
    };
  }

  /** The query that makes up the same of the three. */
  public String parts() {
    String condition = "(" + part(CONDITION) + ")";
    String three =
        String.join(
            " UNION ALL ",
            List.of(one(condition), one("NOT " + condition), one(condition + " IS NULL")));
    return switch (kind) {
      case ROWS -> three;
      case DISTINCT -> "SELECT DISTINCT * FROM (" + three + ") q";
      case SUM -> "SELECT sum(c) FROM (" + three + ") q";
      case LEAST -> "SELECT min(c) FROM (" + three + ") q";
      case GREATEST -> "SELECT max(c) FROM (" + three + ") q";
    };
  }

  private String one(String condition) {
    String where = part(FROM) + " WHERE " + condition;
    return switch (kind) {
      case ROWS, DISTINCT -> "SELECT " + part(SELECTED) + where;
      case SUM -> "SELECT sum(" + part(SELECTED) + ") AS c" + where;
      case LEAST -> "SELECT min(" + part(SELECTED) + ") AS c" + where;
      case GREATEST -> "SELECT max(" + part(SELECTED) + ") AS c" + where;
    };
  }
}
