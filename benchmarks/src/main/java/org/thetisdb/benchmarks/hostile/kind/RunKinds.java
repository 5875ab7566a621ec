package org.thetisdb.benchmarks.hostile.kind;

import java.util.List;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;

/** Short texts that take long, or make much out of little. */
final class RunKinds {
  private static final int LARGEST = 1_000_000_000;
  private static final int MANY = 50_000_000;
  private static final String TRIPLES = "hostile a, hostile b, hostile c";

  private RunKinds() {}

  static List<HostileKind> all() {
    return List.of(
        new HostileKind("values", "functions that make large values", 2, RunKinds::values),
        new HostileKind(
            "aggregates", "aggregates that keep what they see", 2, RunKinds::aggregates),
        new HostileKind("groups", "many groups, sorts, sets and windows", 2, RunKinds::groups),
        new HostileKind("products", "joins of all with all", 2, RunKinds::products),
        new HostileKind(
            "results", "large results, read as fast as they come", 2, RunKinds::results),
        new HostileKind("recursion", "recursion without an end", 2, RunKinds::recursion),
        new HostileKind("patterns", "patterns that go back", 2, RunKinds::patterns),
        new HostileKind(
            "time-outs", "long statements with short time-outs", 2, RunKinds::timeOuts));
  }

  private static void values(Attacker attacker) throws InterruptedException {
    int size = attacker.size(1_000, LARGEST);
    String long_ = "repeat('x', " + size + ")";
    attacker.send(
        switch (attacker.random().nextInt(10)) {
          case 0 -> "SELECT length(" + long_ + ")";
          case 1 -> "SELECT length(encode(repeat('a', %d)::bytea, 'hex'))".formatted(size / 3);
          case 2 -> "SELECT length(%s || %s)".formatted(long_, long_);
          case 3 -> "SELECT length(concat(%s, %s, %s))".formatted(long_, long_, long_);
          case 4 ->
              "SELECT length(replace(repeat('x', 10000), 'x', repeat('y', %d)))"
                  .formatted(size / 10_000);
          case 5 -> "SELECT length(lpad('x', %d, 'yz'))".formatted(size);
          case 6 ->
              "SELECT length(regexp_replace(repeat('x', 10000), 'x', repeat('y', %d), 'g'))"
                  .formatted(size / 10_000);
          case 7 ->
              "SELECT cardinality(string_to_array(repeat('x,', %d), ','))".formatted(size / 10);
          case 8 -> "SELECT length(s || repeat(s, %d)) FROM hostile".formatted(size / 2_000);
          default -> "SELECT length(format('%%s%%s', %s, %s))".formatted(long_, long_);
        });
  }

  private static void aggregates(Attacker attacker) throws InterruptedException {
    int count = attacker.size(1_000, MANY);
    attacker.send(
        switch (attacker.random().nextInt(5)) {
          case 0 -> "SELECT cardinality(array_agg(a.id)) FROM " + TRIPLES;
          case 1 -> "SELECT length(string_agg(a.s, ',')) FROM " + TRIPLES;
          case 2 ->
              "SELECT length(CAST(jsonb_agg(repeat('y', 1000)) AS VARCHAR)) FROM generate_series(1, %d) AS q(g)"
                  .formatted(count);
          case 3 -> "SELECT count(DISTINCT a.id * 2000 + b.id) FROM hostile a, hostile b";
          default ->
              "SELECT cardinality(array_agg(g)) FROM generate_series(1, %d) AS q(g)"
                  .formatted(count);
        });
  }

  private static void groups(Attacker attacker) throws InterruptedException {
    int count = attacker.size(1_000, MANY);
    String series = "generate_series(1, " + count + ") AS q(g)";
    attacker.send(
        switch (attacker.random().nextInt(7)) {
          case 0 -> "SELECT count(*) FROM (SELECT DISTINCT g FROM %s) d".formatted(series);
          case 1 ->
              "SELECT count(*) FROM (SELECT g, count(*) FROM %s GROUP BY g) d".formatted(series);
          case 2 -> "SELECT g FROM %s ORDER BY -g".formatted(series);
          case 3 ->
              "SELECT count(*) FROM (SELECT g FROM %s UNION SELECT g + 1 FROM %s) d"
                  .formatted(series, series);
          case 4 ->
              "SELECT max(r) FROM (SELECT rank() OVER (ORDER BY g) AS r FROM %s) d"
                  .formatted(series);
          case 5 ->
              "SELECT count(*) FROM (SELECT DISTINCT a.id, b.id, c.id FROM %s) d"
                  .formatted(TRIPLES);
          default ->
              "SELECT count(*) FROM (SELECT g FROM %s INTERSECT SELECT g FROM %s) d"
                  .formatted(series, series);
        });
  }

  private static void products(Attacker attacker) throws InterruptedException {
    attacker.send(
        switch (attacker.random().nextInt(4)) {
          case 0 -> "SELECT count(*) FROM " + TRIPLES;
          case 1 -> "SELECT max(a.v + b.v) FROM hostile a, hostile b WHERE a.v + b.v < 0";
          case 2 ->
              "SELECT count(*) FROM hostile a WHERE EXISTS (SELECT 1 FROM hostile b WHERE b.v + a.v = -1)";
          default ->
              "SELECT count(*) FROM hostile a LEFT JOIN hostile b ON a.v + b.v = MOD(a.id, 7)";
        });
  }

  private static void results(Attacker attacker) throws InterruptedException {
    int count = attacker.size(1_000, 1_000_000);
    attacker.send(
        switch (attacker.random().nextInt(4)) {
          case 0 ->
              "SELECT g, repeat('r', 1000) FROM generate_series(1, %d) AS q(g)".formatted(count);
          case 1 -> "SELECT a.*, b.* FROM hostile a, hostile b LIMIT " + count;
          case 2 ->
              "SELECT repeat('z', 1000000) FROM generate_series(1, %d) AS q(g)"
                  .formatted(count / 1_000);
          default -> "SELECT * FROM hostile";
        });
  }

  private static void recursion(Attacker attacker) throws InterruptedException {
    String head = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT ";
    attacker.send(
        switch (attacker.random().nextInt(4)) {
          case 0 -> head + "n + 1 FROM r) SELECT max(n) FROM r";
          case 1 -> head + "n FROM r) SELECT count(*) FROM r";
          case 2 -> head + "r.n + h.id FROM r, hostile h) SELECT count(*) FROM r";
          default ->
              "WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r";
        });
  }

  private static void patterns(Attacker attacker) throws InterruptedException {
    int length = attacker.size(50, 200_000);
    attacker.send(
        switch (attacker.random().nextInt(8)) {
          case 0 -> "UPDATE hostile SET v = 0 WHERE id = 5 AND s LIKE '%a%a%a%a%a%a%a%a%a%a%b'";
          case 1 -> "SELECT count(*) FROM hostile WHERE s LIKE '%a%a%a%a%a%a%a%a%a%a%b'";
          case 2 ->
              "SELECT repeat('a', %d) || 'b' LIKE repeat('%%a', 50) || '%%c'".formatted(length);
          case 3 -> "SELECT 'x' LIKE repeat('x', %d)".formatted(length);
          case 4 -> "SELECT repeat('a', %d) ~ '^a*a*a*a*a*a*a*a*a*a*b$'".formatted(length);
          case 5 ->
              "SELECT repeat('a', %d) ~ '^(a+)+$' AND repeat('a', %d) || 'b' ~ '^(a|aa)+$'"
                  .formatted(length, length);
          case 6 -> "SELECT repeat('a', %d) || '!' SIMILAR TO '(a|a)*b'".formatted(length);
          default -> "SELECT regexp_replace(repeat('a', %d), '(a*)*b', 'c', 'g')".formatted(length);
        });
  }

  private static void timeOuts(Attacker attacker) throws InterruptedException {
    String text =
        switch (attacker.random().nextInt(4)) {
          case 0 -> "SELECT count(*) FROM " + TRIPLES;
          case 1 -> "SELECT max(g) FROM generate_series(1, 2000000000) AS q(g)";
          case 2 -> "SELECT count(*) FROM hostile WHERE s LIKE '%a%a%a%a%a%a%b'";
          default ->
              "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r";
        };
    attacker.attempt(on -> attacker.execute(on, text, 1));
  }
}
