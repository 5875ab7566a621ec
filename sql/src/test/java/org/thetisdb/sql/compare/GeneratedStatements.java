package org.thetisdb.sql.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.sql.compare.GeneratedExpressions.Parameter;

/** Statements of a seed: the same on each machine, for ever. Stateless. */
final class GeneratedStatements {
  /** How many there are of numbers, texts, dates and truth values. */
  private static final int COUNT = 1000;

  /** How many more there are of intervals, documents and arrays. */
  private static final int TYPED = 500;

  private static final long SEED = 20_261_123;

  /** What both begin with; the second half is repeated where rows are reset. */
  static final List<String> TABLES =
      List.of(
          "CREATE TABLE t (id INT PRIMARY KEY, i INT, k BIGINT NOT NULL, n DECIMAL(9, 2), s VARCHAR(40), b BOOLEAN, da DATE)",
          "CREATE TABLE o (id INT PRIMARY KEY, t INT, v INT, w VARCHAR(20))",
          "CREATE TABLE c (id INT PRIMARY KEY, i INT DEFAULT 3, k BIGINT DEFAULT 9, n DECIMAL(9, 2), s VARCHAR(40), b BOOLEAN, da DATE)",
          "INSERT INTO t VALUES (1, 1, 10, 1.50, 'apple', TRUE, DATE '2024-01-31'), (2, NULL, 20, 2.25, 'Pear', FALSE, DATE '2024-02-29'), (3, 3, -5, NULL, NULL, NULL, NULL), (4, 0, 0, 0.00, '', TRUE, DATE '1999-12-31'), (5, -7, 5, -3.10, 'plum', FALSE, DATE '2023-03-05'), (6, 4, 7, 100.00, 'fig tree', NULL, DATE '2024-12-30'), (7, 4, 7, 2.25, 'apple', TRUE, DATE '2024-02-29'), (8, 11, 3, NULL, 'a%b', FALSE, NULL)",
          "INSERT INTO o VALUES (1, 1, 5, 'x'), (2, 1, 7, 'y'), (3, 2, NULL, 'x'), (4, 5, 1, NULL), (5, NULL, 2, 'z'), (6, 7, 5, 'apple')");

  static final List<String> RESET = List.of("DELETE FROM c", "INSERT INTO c SELECT * FROM t");

  /** A statement; its parameters in the order of their places. */
  record Generated(int number, String sql, List<Parameter> parameters, boolean changes) {}

  private GeneratedStatements() {}

  static List<Generated> all() {
    List<Generated> all = new ArrayList<>();
    for (int number = 1; number <= COUNT; number++) {
      GeneratedExpressions make =
          new GeneratedExpressions(new SplittableRandom(SEED * 1_000_003 + number));
      boolean changes = number % 5 == 0;
      String sql = changes ? change(make, number) : query(make);
      all.add(new Generated(number, sql, List.copyOf(make.parameters()), changes));
    }
    for (int number = COUNT + 1; number <= COUNT + TYPED; number++) {
      GeneratedExpressions make =
          new GeneratedExpressions(new SplittableRandom(SEED * 1_000_003 + number));
      String sql = new TypedStatements(make).query();
      all.add(new Generated(number, sql, List.copyOf(make.parameters()), false));
    }
    return all;
  }

  private static String query(GeneratedExpressions make) {
    return switch (make.below(9)) {
      case 0, 1, 2 -> plain(make);
      case 3 -> grouped(make);
      case 4 -> joined(make);
      case 5 -> nested(make);
      case 6 -> combined(make);
      case 7 -> windowed(make);
      default -> aggregated(make);
    };
  }

  private static String plain(GeneratedExpressions make) {
    String select = "SELECT id, " + make.any(2) + " AS a, " + make.any(2) + " AS z FROM t";
    String where = make.below(3) == 0 ? "" : " WHERE " + make.truth(2);
    return select
        + where
        + " ORDER BY id"
        + make.oneOf("", " DESC", " LIMIT 3", " LIMIT 4 OFFSET 2");
  }

  private static String aggregate(GeneratedExpressions make) {
    return switch (make.below(6)) {
      case 0 -> "COUNT(*)";
      case 1 -> "COUNT(" + make.oneOf("i", "s", "DISTINCT i", "DISTINCT s") + ")";
      case 2 -> "SUM(" + make.whole(1) + ")";
      case 3 -> make.oneOf("MIN", "MAX") + "(" + make.text(1) + ")";
      case 4 -> make.oneOf("MIN", "MAX", "SUM") + "(" + make.decimal(1) + ")";
      default -> make.oneOf("MIN", "MAX") + "(" + make.date(1) + ")";
    };
  }

  private static String aggregated(GeneratedExpressions make) {
    return "SELECT " + aggregate(make) + ", " + aggregate(make) + " FROM t WHERE " + make.truth(1);
  }

  private static String grouped(GeneratedExpressions make) {
    String by = make.oneOf("b", "s", "i", "MOD(k, 3)", "COALESCE(i, 0)");
    String having = make.below(2) == 0 ? "" : " HAVING COUNT(*) " + make.oneOf("> 1", "= 1", "< 3");
    return "SELECT "
        + by
        + " AS g, "
        + aggregate(make)
        + " FROM t GROUP BY "
        + by
        + having
        + " ORDER BY 1";
  }

  private static String joined(GeneratedExpressions make) {
    String kind = make.oneOf("JOIN", "LEFT JOIN");
    return "SELECT t.id, o.id AS oid, o.w || t.s AS ws, o.v + t.i AS vi FROM t "
        + kind
        + " o ON o.t = t.id"
        + make.oneOf("", " AND o.v > 2")
        + " WHERE "
        + make.oneOf("t.b", "t.id < 6", "o.v IS NULL OR o.v < t.k", "t.s = o.w OR t.id = 1")
        + " ORDER BY t.id, o.id";
  }

  private static String nested(GeneratedExpressions make) {
    return "SELECT id, "
        + make.any(1)
        + " AS a FROM t WHERE "
        + make.oneOf(
            "id IN (SELECT t FROM o WHERE v > 2)",
            "id NOT IN (SELECT t FROM o WHERE t IS NOT NULL)",
            "EXISTS (SELECT 1 FROM o WHERE o.t = t.id AND o.w = 'x')",
            "NOT EXISTS (SELECT 1 FROM o WHERE o.t = t.id)",
            "k > (SELECT AVG(v) FROM o)",
            "i = (SELECT MAX(v) FROM o WHERE o.t = t.id)")
        + make.oneOf(" AND ", " OR ")
        + make.truth(1)
        + " ORDER BY id";
  }

  private static String combined(GeneratedExpressions make) {
    String first = "SELECT " + make.whole(1) + " AS x FROM t";
    String other = "SELECT " + make.oneOf("v", "t", "id") + " FROM o";
    return first
        + make.oneOf(" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT ")
        + other
        + " ORDER BY 1";
  }

  private static String windowed(GeneratedExpressions make) {
    String over = make.oneOf("ORDER BY id", "PARTITION BY b ORDER BY id", "ORDER BY k, id");
    return "SELECT id, "
        + make.oneOf("ROW_NUMBER()", "RANK()", "SUM(k)", "COUNT(i)", "LAG(i)")
        + " OVER ("
        + over
        + ") AS x FROM t ORDER BY id";
  }

  private static String change(GeneratedExpressions make, int number) {
    return switch (make.below(6)) {
      case 0 ->
          "UPDATE c SET i = "
              + make.whole(2)
              + ", s = LEFT("
              + make.text(1)
              + ", 9) WHERE "
              + make.truth(1);
      case 1 -> "DELETE FROM c WHERE " + make.truth(2);
      case 2 ->
          "INSERT INTO c (id, s, n) VALUES ("
              + (100 + number)
              + ", LEFT('ab' || 'cd', 3), 1.5 * 2)"
              + " RETURNING id, i, k, n, s";
      case 3 ->
          "INSERT INTO c (id, k, i) SELECT id + "
              + (1000 + number)
              + ", k, "
              + make.whole(1)
              + " FROM t WHERE "
              + make.truth(1);
      case 4 ->
          "INSERT INTO c (id, k, i) VALUES ("
              + (1 + make.below(9))
              + ", 1, 2) ON CONFLICT (id) DO "
              + make.oneOf("NOTHING", "UPDATE SET i = EXCLUDED.i + 1, s = c.s || '!'");
      default ->
          "UPDATE c SET n = n + "
              + make.oneOf("1", "0.25", "i")
              + ", da = da + 1 WHERE id < "
              + (1 + make.below(9));
    };
  }
}
