package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The partial indexes of one table: whether one holds all rows that meet some conditions. It does
 * if each part of its own condition is among these, word for word once both are simplified, or says
 * of a column that it is not null which is compared with a value. Safe for all threads.
 */
public final class PartialIndexes {
  private final TableDef table;
  private final IndexForms forms;
  private final Map<String, List<Part>> partsByIndex = new ConcurrentHashMap<>();

  /**
   * A part of an index's condition.
   *
   * @param notNull the column of which it says that it is not null; -1 for any other condition
   * @param equality whether it gives a column a value
   */
  private record Part(String text, int notNull, boolean equality) {}

  /** The partial indexes of a table, whose conditions are brought into these forms. */
  public PartialIndexes(TableDef table, IndexForms forms) {
    this.table = table;
    this.forms = forms;
  }

  /**
   * Whether an index holds all rows that meet the conditions, which are over the table's columns.
   */
  boolean holdsAll(IndexDef index, List<RexNode> conditions) {
    if (!index.isPartial()) {
      return true;
    }
    if (conditions.isEmpty()) {
      return false;
    }
    Set<String> texts = new HashSet<>();
    conditions.forEach(condition -> texts.add(condition.toString()));
    for (Part part : partsOf(index)) {
      if (!texts.contains(part.text) && !isCompared(part.notNull, conditions)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether an index is taken to hold few of the rows: those with one value. Of those that have no
   * value, or any, there may be many.
   */
  boolean holdsFew(IndexDef index) {
    return index.isPartial() && partsOf(index).stream().anyMatch(Part::equality);
  }

  private List<Part> partsOf(IndexDef index) {
    return partsByIndex.computeIfAbsent(index.name(), name -> parts(index));
  }

  private static boolean isCompared(int column, List<RexNode> conditions) {
    for (RexNode condition : conditions) {
      Conjuncts.Comparison comparison = Conjuncts.comparison(condition);
      Conjuncts.Alternatives alternatives = Conjuncts.alternatives(condition);
      if ((comparison != null && comparison.column() == column)
          || (alternatives != null && alternatives.column() == column)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an index holds all rows that meet a condition, which names the table's columns. */
  public boolean holdsAll(IndexDef index, String conditionSql) {
    RexNode filter = forms.condition(table, conditionSql);
    return holdsAll(index, filter == null ? List.of() : RelOptUtil.conjunctions(filter));
  }

  private List<Part> parts(IndexDef index) {
    RexNode filter = forms.condition(table, index.where().conditionSql());
    if (filter == null) {
      return List.of(new Part("", -1, false)); // true or false of all rows: no query says so
    }
    List<Part> parts = new ArrayList<>();
    for (RexNode each : RelOptUtil.conjunctions(filter)) {
      boolean notNull =
          each.getKind() == SqlKind.IS_NOT_NULL
              && ((RexCall) each).getOperands().get(0) instanceof RexInputRef;
      int column = notNull ? ((RexInputRef) ((RexCall) each).getOperands().get(0)).getIndex() : -1;
      Conjuncts.Comparison comparison = Conjuncts.comparison(each);
      boolean equality = comparison != null && comparison.kind() == SqlKind.EQUALS;
      parts.add(new Part(each.toString(), column, equality));
    }
    return List.copyOf(parts);
  }
}
