package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Shops and their sales, written by statements alone and in transactions, while indexes, unique
 * constraints, checks and a foreign key come and go, which may be checked at the COMMIT, and while
 * a column changes its type, but never its values. In the end each definition that is in force must
 * hold for all rows, and each index must find the rows that a look at all of them finds; within one
 * snapshot it must do so all along. A transaction that leaves a sale of a shop which never is must
 * not commit while the foreign key is in force, whenever it is checked.
 */
public final class SqlShops {
  /** Makes the tables. */
  public static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE IF NOT EXISTS shop (id BIGINT PRIMARY KEY, code BIGINT)",
          "CREATE TABLE IF NOT EXISTS sale (id BIGINT PRIMARY KEY, shop BIGINT, item BIGINT, twin BIGINT)");

  /** All sales: number, shop, item, and the twin of the item, which equals it. */
  public static final String ALL_SALES = "SELECT id, shop, item, twin FROM sale";

  /** All shops: number, code. */
  public static final String ALL_SHOPS = "SELECT id, code FROM shop";

  /**
   * The sales of an item, which its index finds whether it is one of items or of twice the item.
   */
  public static final String SALES_OF_ITEM =
      "SELECT id FROM sale WHERE item = ? AND item * 2 = 2 * ?";

  /** The same by the twin, whose type changes now and then. */
  public static final String SALES_OF_TWIN = "SELECT id FROM sale WHERE twin = ?";

  /** The shops with a code. */
  public static final String SHOPS_OF_CODE = "SELECT id FROM shop WHERE code = ?";

  /** Keys so far apart that other sites master them at first. */
  private static final long FAR = 170;

  private static final int SHOPS = 12;
  private static final int CODES = 60;
  private static final int ITEMS = 5;
  private static final int SALES = 60;
  private static final String NEW_SALE = "INSERT INTO sale VALUES (?, ?, ?, ?)";
  private static final List<String> TYPES = List.of("INTEGER", "BIGINT", "NUMERIC(9, 0)");

  /** Nobody ever opens it. */
  private static final long NO_SHOP = FAR * SHOPS + 1;

  private final Problems problems = new Problems("sql-shops");
  private final List<Rule> rules;
  private final Map<Rule, State> states = new TreeMap<>();
  private final Map<Rule, Integer> changes = new TreeMap<>();
  private boolean deferrable;
  private int deferred;

  /** A definition that comes and goes. */
  public enum Rule {
    /** An index of which values may be equal. */
    BY_ITEM("CREATE INDEX by_item ON sale", "DROP INDEX IF EXISTS by_item"),
    /** An index of which values may not be equal. */
    BY_CODE("CREATE UNIQUE INDEX by_code ON shop (code)", "DROP INDEX IF EXISTS by_code"),
    /** No sale without its shop. */
    SOLD(
        "ALTER TABLE sale ADD CONSTRAINT sold FOREIGN KEY (shop) REFERENCES shop (id)",
        "ALTER TABLE sale DROP CONSTRAINT IF EXISTS sold"),
    /** An index of the column whose type changes. */
    BY_TWIN("CREATE INDEX by_twin ON sale (twin)", "DROP INDEX IF EXISTS by_twin"),
    /** No item below 1. */
    POSITIVE(
        "ALTER TABLE sale ADD CONSTRAINT positive CHECK (item > 0)",
        "ALTER TABLE sale DROP CONSTRAINT IF EXISTS positive");

    private final String make;
    private final String drop;

    Rule(String make, String drop) {
      this.make = make;
      this.drop = drop;
    }
  }

  /** What is known of a rule. */
  private enum State {
    ABSENT,
    IN_FORCE,
    UNKNOWN
  }

  /** A statement. */
  public record Step(String sql, List<Object> arguments) {}

  /**
   * What one transaction does.
   *
   * @param alone whether its only statement is sent with auto-commit
   * @param item if it looks at the sales of an item twice, by index and among all, that item; else
   *     -1
   * @param sold what it does with the foreign key
   * @param since what {@link #inForceSince} said of it at the begin
   */
  public record Script(boolean alone, List<Step> steps, long item, Sold sold, int since) {}

  /** What a transaction does with the foreign key of sales. */
  public enum Sold {
    /** Nothing that is known beforehand. */
    AS_IT_COMES,
    /** A sale is written before its shop, which is there in the end. */
    CHILD_FIRST,
    /** A sale has no shop in the end. */
    ORPHAN
  }

  /**
   * A definition that is to be sent.
   *
   * @param rule what it makes or drops; null if it gives a column another type, which nothing that
   *     is judged depends on
   */
  public record Definition(Rule rule, boolean drops, String sql) {}

  /** All rules come and go; none is there at first. */
  public SqlShops() {
    this(List.of(Rule.values()));
  }

  /** Only these rules come and go. */
  public SqlShops(List<Rule> rules) {
    this.rules = List.copyOf(rules);
    for (Rule rule : Rule.values()) {
      states.put(rule, State.ABSENT);
    }
  }

  /** The next transaction. */
  public Script next(RandomGenerator random) {
    if (random.nextInt(5) == 0) {
      long item = 1L + random.nextInt(ITEMS);
      return new Script(
          false,
          List.of(
              new Step(SALES_OF_ITEM, List.of(item, item)),
              new Step(SALES_OF_TWIN, List.of(item)),
              new Step(ALL_SALES, List.of())),
          item,
          Sold.AS_IT_COMES,
          -1);
    }
    if (random.nextInt(5) == 0) {
      return deferred(random);
    }
    int count = 1 + random.nextInt(3);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      steps.add(change(random));
    }
    boolean alone = count == 1 && random.nextInt(3) > 0;
    return new Script(alone, steps, -1, Sold.AS_IT_COMES, -1);
  }

  /** A sale before its shop, or a shop that goes for a while, or a sale without a shop. */
  private Script deferred(RandomGenerator random) {
    long shop = FAR * random.nextInt(SHOPS);
    long sale = FAR * random.nextInt(SALES);
    long item = 1L + random.nextInt(ITEMS);
    Step open =
        new Step("INSERT INTO shop VALUES (?, ?)", List.of(shop, 0L + random.nextInt(CODES)));
    Step close = new Step("DELETE FROM shop WHERE id = ?", List.of(shop));
    List<Step> steps = new ArrayList<>();
    if (random.nextInt(2) == 0) {
      steps.add(new Step("SET CONSTRAINTS ALL DEFERRED", List.of()));
    }
    boolean orphan = random.nextInt(3) == 0;
    if (orphan) {
      steps.add(new Step("DELETE FROM sale WHERE id = ?", List.of(sale)));
      steps.add(sale(sale, NO_SHOP, item));
    } else if (random.nextInt(2) == 0) {
      steps.add(close);
      steps.add(open);
    } else {
      steps.add(new Step("DELETE FROM sale WHERE id = ?", List.of(sale)));
      steps.add(close);
      steps.add(sale(sale, shop, item));
      steps.add(open);
    }
    return new Script(
        false, steps, -1, orphan ? Sold.ORPHAN : Sold.CHILD_FIRST, inForceSince(Rule.SOLD));
  }

  /** A number of the definition that is certainly in force; -1 if none is. */
  private int inForceSince(Rule rule) {
    return holds(rule) ? changes.getOrDefault(rule, 0) : -1;
  }

  /** A transaction has certainly committed. */
  public void committed(Script script) {
    boolean inForce = script.since >= 0 && script.since == inForceSince(Rule.SOLD);
    if (inForce && script.sold == Sold.ORPHAN) {
      problems.add("a sale of shop " + NO_SHOP + ", which never was, is committed: " + script);
    }
    if (inForce && deferrable && script.sold == Sold.CHILD_FIRST) {
      deferred++;
    }
  }

  /** How many transactions committed whose foreign key was broken for a while. */
  public int deferred() {
    return deferred;
  }

  private static Step change(RandomGenerator random) {
    long shop = FAR * random.nextInt(SHOPS);
    long sale = FAR * random.nextInt(SALES);
    long item = random.nextInt(40) == 0 ? 0 : 1 + random.nextInt(ITEMS);
    long code = random.nextInt(CODES);
    return switch (random.nextInt(8)) {
      case 0, 1 -> new Step("INSERT INTO shop VALUES (?, ?)", List.of(shop, code));
      case 2 -> new Step("DELETE FROM shop WHERE id = ?", List.of(shop));
      case 3 -> new Step("UPDATE shop SET code = ? WHERE id = ?", List.of(code, shop));
      case 4, 5 -> sale(sale, shop, item);
      case 6 -> new Step("DELETE FROM sale WHERE id = ?", List.of(sale));
      default ->
          new Step(
              "UPDATE sale SET shop = ?, item = ?, twin = ? WHERE id = ?",
              List.of(shop, item, item, sale));
    };
  }

  private static Step sale(long sale, long shop, long item) {
    return new Step(NEW_SALE, List.of(sale, shop, item, item));
  }

  /** What makes it likely that the next definition finds rows which allow it. */
  public List<Step> clearing() {
    return List.of(
        new Step("DELETE FROM sale WHERE id >= 0", List.of()),
        new Step("DELETE FROM shop WHERE id >= 0", List.of()));
  }

  /** The next definition. What nobody knows of a rule ends with its removal. */
  public Definition nextDefinition(RandomGenerator random) {
    if (random.nextInt(4) == 0) {
      String type = TYPES.get(random.nextInt(TYPES.size()));
      return new Definition(
          null, false, "ALTER TABLE sale ALTER COLUMN twin TYPE " + type + " USING item");
    }
    Rule rule = rules.get(random.nextInt(rules.size()));
    boolean drops = states.get(rule) != State.ABSENT;
    String sql = drops ? rule.drop : rule.make;
    if (rule == Rule.SOLD && !drops) {
      sql += List.of("", " ON DELETE CASCADE", " ON DELETE SET NULL").get(random.nextInt(3));
      sql +=
          List.of("", " DEFERRABLE INITIALLY DEFERRED", " DEFERRABLE INITIALLY IMMEDIATE")
              .get(random.nextInt(3));
    }
    if (rule == Rule.BY_ITEM && !drops) {
      sql += List.of(" (item)", " ((item * 2))").get(random.nextInt(2));
    }
    return new Definition(rule, drops, sql);
  }

  /** A definition is about to be sent: what it speaks of is not certain until it is answered. */
  public void begins(Definition definition) {
    if (definition.rule == null) {
      return;
    }
    states.put(definition.rule, State.UNKNOWN);
    changes.merge(definition.rule, 1, Integer::sum);
    if (definition.rule == Rule.SOLD) {
      deferrable = definition.sql.contains("DEFERRABLE");
    }
  }

  /**
   * A definition has ended.
   *
   * @param done whether it is in force
   * @param refused whether it certainly is not, and nothing of it remains
   */
  public void ended(Definition definition, boolean done, boolean refused) {
    if (definition.rule == null) {
      return;
    }
    if (done) {
      states.put(definition.rule, definition.drops ? State.ABSENT : State.IN_FORCE);
    } else if (refused && !definition.drops) {
      states.put(definition.rule, State.ABSENT);
    }
  }

  /** Looks at the sales of an item in one snapshot: by two conditions, and among all. */
  public void compare(long item, List<List<?>> found) {
    List<?> all = found.get(2);
    compare("sales of item " + item, found.get(0), numbersWith(all, 2, item));
    compare("sales of twin " + item, found.get(1), numbersWith(all, 2, item));
    all.forEach(sale -> requireTwin((List<?>) sale));
  }

  private void requireTwin(List<?> sale) {
    if (!(sale.get(3) instanceof Number twin) || twin.longValue() != (Long) sale.get(2)) {
      problems.add("the twin of sale " + sale + " differs from its item");
    }
  }

  private void compare(String what, List<?> found, Set<Long> expected) {
    Set<Long> numbers = new TreeSet<>();
    found.forEach(row -> numbers.add((Long) ((List<?>) row).get(0)));
    if (!numbers.equals(expected) || found.size() != numbers.size()) {
      problems.add(what + " are " + expected + ", and a condition finds " + found);
    }
  }

  private static Set<Long> numbersWith(List<?> rows, int column, long value) {
    Set<Long> numbers = new TreeSet<>();
    for (Object row : rows) {
      List<?> columns = (List<?>) row;
      if (columns.get(column) instanceof Long present && present == value) {
        numbers.add((Long) columns.get(0));
      }
    }
    return numbers;
  }

  /** The looks that the judgement needs, at rest, in the order of their results. */
  public List<Step> lastLooks() {
    List<Step> looks = new ArrayList<>();
    looks.add(new Step(ALL_SALES, List.of()));
    looks.add(new Step(ALL_SHOPS, List.of()));
    for (long item = 0; item <= ITEMS; item++) {
      looks.add(new Step(SALES_OF_ITEM, List.of(item, item)));
      looks.add(new Step(SALES_OF_TWIN, List.of(item)));
    }
    for (long code = 0; code < CODES; code++) {
      looks.add(new Step(SHOPS_OF_CODE, List.of(code)));
    }
    return looks;
  }

  /** Judges what {@link #lastLooks} found. */
  public void checkLast(List<List<?>> found) {
    List<?> sales = found.get(0);
    List<?> shops = found.get(1);
    int next = 2;
    for (long item = 0; item <= ITEMS; item++) {
      compare("at last, sales of item " + item, found.get(next++), numbersWith(sales, 2, item));
      compare("at last, sales of twin " + item, found.get(next++), numbersWith(sales, 2, item));
    }
    for (long code = 0; code < CODES; code++) {
      Set<Long> expected = numbersWith(shops, 1, code);
      compare("at last, shops of code " + code, found.get(next++), expected);
      if (holds(Rule.BY_CODE) && expected.size() > 1) {
        problems.add("shops " + expected + " have the code " + code + ", which is unique");
      }
    }
    Set<Long> known = new TreeSet<>();
    shops.forEach(shop -> known.add((Long) ((List<?>) shop).get(0)));
    for (Object row : sales) {
      List<?> sale = (List<?>) row;
      requireTwin(sale);
      if (holds(Rule.SOLD) && sale.get(1) != null && !known.contains((Long) sale.get(1))) {
        problems.add("sale " + sale + " is an orphan");
      }
      if (holds(Rule.POSITIVE) && (Long) sale.get(2) <= 0) {
        problems.add("sale " + sale + " passes over the check");
      }
    }
  }

  private boolean holds(Rule rule) {
    return states.get(rule) == State.IN_FORCE;
  }

  /** What broke the promises, in words; empty if nothing did. */
  public List<String> problems() {
    return problems.found();
  }
}
