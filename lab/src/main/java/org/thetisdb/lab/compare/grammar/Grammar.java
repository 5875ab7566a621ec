package org.thetisdb.lab.compare.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.lab.compare.tree.Part;

/** Makes the tables of a seed, and statements over them. Not thread-safe. */
public final class Grammar {
  private static final int DEPTH = 2;
  private static final int DEEPER_PERCENT = 40;
  private static final int MOST_QUERIES = 4;
  private static final Map<String, List<String>> SIMPLEST = simplest();

  private final Dice dice;
  private final List<TableSpec> tables;
  private final ValueGrammar values;
  private final ConditionGrammar conditions;
  private final GeneratedCalls calls;
  private final FromItems fromItems;
  private final Queries queries;
  private int names;
  private int queriesLeft;

  /** The grammar over tables of its own. */
  public Grammar(long seed) {
    this.dice = new Dice(seed);
    this.tables = SmallTables.tables(dice);
    this.values = new ValueGrammar(this);
    this.conditions = new ConditionGrammar(this);
    this.calls = new GeneratedCalls(this);
    this.fromItems = new FromItems(this);
    this.queries = new Queries(this);
  }

  /** What may take the place of a part, by its sort. */
  public static Map<String, List<String>> simplestParts() {
    return SIMPLEST;
  }

  private static Map<String, List<String>> simplest() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (Type type : Type.values()) {
      List<String> texts = new ArrayList<>(type.constants().subList(0, 2));
      texts.add("NULL");
      texts.add(type.nothing());
      all.put(type.name(), texts);
    }
    return Map.copyOf(all);
  }

  /** The tables. */
  public List<TableSpec> tables() {
    return tables;
  }

  /** The next query. */
  public Part query() {
    begin();
    return queries.statement(depth());
  }

  /** The next query whose rows a condition divides in three. */
  public Partition partition() {
    begin();
    return queries.partition(depth());
  }

  /** The next statement that changes a table. */
  public GeneratedChange change() {
    begin();
    return new ChangeGrammar(this).statement(depth());
  }

  private void begin() {
    names = 0;
    queriesLeft = MOST_QUERIES;
  }

  /** Most are small: a small statement takes a part of the time, and most faults need no more. */
  private int depth() {
    return dice.percent(DEEPER_PERCENT) ? DEPTH + 1 : DEPTH;
  }

  Dice dice() {
    return dice;
  }

  ValueGrammar values() {
    return values;
  }

  ConditionGrammar conditions() {
    return conditions;
  }

  GeneratedCalls calls() {
    return calls;
  }

  FromItems fromItems() {
    return fromItems;
  }

  Queries queries() {
    return queries;
  }

  /** A name that the statement has not had. */
  String newName(String prefix) {
    names++;
    return prefix + names;
  }

  /** Whether there may be one more query within the statement; counts it. */
  boolean takesQuery(int depth) {
    if (depth <= 0 || queriesLeft == 0) {
      return false;
    }
    queriesLeft--;
    return true;
  }
}
