package org.thetisdb.benchmarks.hostile.kind;

import java.util.List;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;

/** Texts that are hard to compile: deep, wide, long, and those that double. */
final class CompileKinds {
  private static final int DEEPEST = 5_000;
  private static final int WIDEST = 3_000;
  private static final int LONGEST_BYTES = 4 << 20;

  private CompileKinds() {}

  static List<HostileKind> all() {
    return List.of(
        new HostileKind("nesting", "deep expressions and subqueries", 2, CompileKinds::nesting),
        new HostileKind("wide", "wide selects, many aggregates and windows", 2, CompileKinds::wide),
        new HostileKind("joins", "up to 60 joins", 2, CompileKinds::joins),
        new HostileKind(
            "doubling", "subqueries used twice, again and again", 2, CompileKinds::doubling),
        new HostileKind("conditions", "long conditions, CASE and IN", 2, CompileKinds::conditions),
        new HostileKind(
            "literals", "long literals and many rows of VALUES", 2, CompileKinds::literals),
        new HostileKind("texts", "thousands of different texts", 4, CompileKinds::texts));
  }

  private static void nesting(Attacker attacker) throws InterruptedException {
    int depth = attacker.size(5, DEEPEST);
    int levels = Math.min(depth, 300);
    attacker.send(
        switch (attacker.random().nextInt(8)) {
          case 0 -> "SELECT " + Text.nested(depth, "(", "1", ")");
          case 1 -> "SELECT " + Text.nested(depth, "abs(", "v", ")") + " FROM hostile";
          case 2 -> "SELECT 1 WHERE " + "NOT ".repeat(depth) + "TRUE";
          case 3 ->
              "SELECT "
                  + Text.nested(levels, "CASE WHEN v > 1 THEN ", "0", " ELSE v END")
                  + " FROM hostile";
          case 4 -> "SELECT * FROM " + Text.nested(levels, "(SELECT * FROM ", "hostile", ") q");
          case 5 ->
              "SELECT " + Text.nested(levels, "(SELECT max(v) FROM hostile WHERE id > ", "1", ")");
          case 6 -> Text.joined(levels, " UNION ", i -> "SELECT " + i);
          default -> "SELECT " + Text.joined(depth, " + ", i -> "v") + " FROM hostile WHERE id = 1";
        });
  }

  private static void wide(Attacker attacker) throws InterruptedException {
    int width = attacker.size(10, WIDEST);
    int few = Math.min(width, 200);
    attacker.send(
        switch (attacker.random().nextInt(7)) {
          case 0 ->
              "SELECT " + Text.joined(width, ", ", i -> "v + " + i + " AS c" + i) + " FROM hostile";
          case 1 ->
              "SELECT "
                  + Text.joined(few, ", ", i -> "count(DISTINCT v + " + i + ")")
                  + " FROM hostile";
          case 2 ->
              "SELECT "
                  + Text.joined(few, ", ", i -> "sum(v * " + i + ")")
                  + " FROM hostile GROUP BY v";
          case 3 ->
              "SELECT "
                  + Text.joined(
                      Math.min(few, 60), ", ", i -> "rank() OVER (ORDER BY v + " + i + ")")
                  + " FROM hostile";
          case 4 -> "SELECT id FROM hostile ORDER BY " + Text.joined(few, ", ", i -> "v + " + i);
          case 5 ->
              "SELECT count(*) FROM hostile GROUP BY GROUPING SETS ("
                  + Text.joined(few, ", ", i -> "(v + " + i + ")")
                  + ")";
          default ->
              "SELECT count(*) FROM hostile GROUP BY CUBE ("
                  + Text.joined(Math.min(few, 10), ", ", i -> "MOD(v, " + (i + 1) + ")")
                  + ")";
        });
  }

  private static void joins(Attacker attacker) throws InterruptedException {
    int tables = attacker.size(5, 60);
    String chain =
        Text.joined(
            tables - 1, "", i -> " JOIN hostile h%d ON h%d.id = h%d.id".formatted(i, i, i - 1));
    attacker.send(
        switch (attacker.random().nextInt(5)) {
          case 0 -> "SELECT count(*) FROM hostile h0" + chain;
          case 1 -> "SELECT count(*) FROM hostile h0" + chain.replace(" JOIN", " LEFT JOIN");
          case 2 ->
              "SELECT count(*) FROM "
                  + Text.joined(tables, ", ", i -> "hostile h" + i)
                  + " WHERE "
                  + Text.joined(tables - 1, " AND ", i -> "h%d.v = h%d.v".formatted(i, i + 1));
          case 3 ->
              "SELECT count(*) FROM "
                  + Text.joined(tables, ", ", i -> "hostile h" + i)
                  + " WHERE "
                  + Text.joined(tables, " AND ", i -> "h%d.id = %d".formatted(i, i));
          default ->
              "SELECT * FROM "
                  + Text.joined(
                      Math.min(tables, 20),
                      " NATURAL JOIN ",
                      i -> "(SELECT id FROM hostile) AS n" + i);
        });
  }

  private static void doubling(Attacker attacker) throws InterruptedException {
    int levels = attacker.size(4, 40);
    String first = "WITH c0 AS (SELECT 1 AS x), ";
    attacker.send(
        switch (attacker.random().nextInt(4)) {
          case 0 ->
              first
                  + Text.joined(
                      levels,
                      ", ",
                      i -> "c%d AS (SELECT a.x FROM c%d a, c%d b)".formatted(i, i - 1, i - 1))
                  + " SELECT count(*) FROM c"
                  + levels;
          case 1 ->
              first
                  + Text.joined(
                      levels,
                      ", ",
                      i ->
                          "c%d AS (SELECT x FROM c%d UNION SELECT x FROM c%d)"
                              .formatted(i, i - 1, i - 1))
                  + " SELECT count(*) FROM c"
                  + levels;
          case 2 ->
              first
                  + Text.joined(
                      levels,
                      ", ",
                      i ->
                          "c%d AS (SELECT x + (SELECT max(x) FROM c%d) AS x FROM c%d)"
                              .formatted(i, i - 1, i - 1))
                  + " SELECT max(x) FROM c"
                  + levels;
          default ->
              "SELECT "
                  + Text.nested(Math.min(levels, 30), "nullif(coalesce(", "v", ", 1), 2)")
                  + " FROM hostile";
        });
  }

  private static void conditions(Attacker attacker) throws InterruptedException {
    int count = attacker.size(10, DEEPEST);
    attacker.send(
        switch (attacker.random().nextInt(7)) {
          case 0 ->
              "SELECT id FROM hostile WHERE "
                  + Text.joined(
                      Math.min(count, 100),
                      " AND ",
                      i -> "(v = %d OR id = %d)".formatted(i, i + 1));
          case 1 -> "SELECT id FROM hostile WHERE " + Text.joined(count, " OR ", i -> "v = " + i);
          case 2 -> "SELECT id FROM hostile WHERE " + Text.joined(count, " AND ", i -> "v <> " + i);
          case 3 ->
              "SELECT id FROM hostile WHERE v IN (" + Text.joined(count, ", ", i -> "" + i) + ")";
          case 4 ->
              "SELECT id FROM hostile WHERE v NOT IN ("
                  + Text.joined(count, ", ", i -> "v + " + i)
                  + ")";
          case 5 ->
              "UPDATE hostile SET v = CASE id "
                  + Text.joined(count, " ", i -> "WHEN %d THEN %d".formatted(i, i))
                  + " ELSE v END WHERE id > 1";
          default ->
              "SELECT CASE v "
                  + Text.joined(count, " ", i -> "WHEN %d THEN %d".formatted(i, -i))
                  + " END FROM hostile";
        });
  }

  private static void literals(Attacker attacker) throws InterruptedException {
    int bytes = attacker.size(1_000, LONGEST_BYTES);
    int rows = attacker.size(10, DEEPEST);
    attacker.send(
        switch (attacker.random().nextInt(6)) {
          case 0 -> "SELECT length('" + "x".repeat(bytes) + "')";
          case 1 -> "SELECT " + "9".repeat(Math.min(bytes, 100_000));
          case 2 ->
              "SELECT count(*) FROM (VALUES "
                  + Text.joined(rows, ", ", i -> "(%d, 'x%d')".formatted(i, i))
                  + ") AS q(a, b)";
          case 3 -> "SELECT cardinality(ARRAY[" + Text.joined(rows, ", ", i -> "" + i) + "])";
          case 4 -> "SELECT 1 AS " + "a".repeat(Math.min(bytes, 200_000));
          default -> "SELECT 1 -- " + "c".repeat(bytes);
        });
  }

  private static void texts(Attacker attacker) throws InterruptedException {
    long number = attacker.next();
    int mark = attacker.random().nextInt(1_000_000);
    attacker.send(
        switch (attacker.random().nextInt(3)) {
          case 0 ->
              "SELECT v + %d AS t%d FROM hostile WHERE id = %d"
                  .formatted(mark, number, mark % 2_000);
          case 1 ->
              "SELECT h.v, count(*) AS t%d FROM hostile h JOIN hostile o ON o.id = h.v WHERE h.id < %d GROUP BY h.v"
                  .formatted(mark, number % 10);
          default -> "UPDATE hostile SET v = v + %d WHERE id = -%d".formatted(mark, number);
        });
  }
}
