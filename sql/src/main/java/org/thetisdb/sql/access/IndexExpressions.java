package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The expressions that indexes of one table hold. While an access is chosen each counts as a column
 * behind those of the table: a condition that holds such an expression, word for word once both are
 * simplified, is seen as one over that column. Safe for all threads.
 */
public final class IndexExpressions {
  private final TableDef table;
  private final IndexForms forms;
  private final int width;

  /** Texts of expressions, as they are in the catalog, by their numbers. */
  private final List<String> texts = new ArrayList<>();

  /** Made on first use: the number of an expression by its compiled form. */
  private volatile Map<String, Integer> numbers;

  /** The expressions of a table, brought into these forms when they are first asked for. */
  public IndexExpressions(TableDef table, IndexForms forms) {
    this.table = table;
    this.forms = forms;
    this.width = table.columns().size();
    for (IndexDef index : table.indexes()) {
      for (IndexExpression expression : index.expressions()) {
        if (!texts.contains(expression.expressionSql())) {
          texts.add(expression.expressionSql());
        }
      }
    }
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return texts.isEmpty();
  }

  /** The column that stands for what is at a place of an index. */
  public int columnAt(IndexDef index, int place) {
    return place >= 0 ? place : width + texts.indexOf(index.expression(place).expressionSql());
  }

  /** Whether a column stands for an expression. */
  boolean isExpression(int column) {
    return column >= width;
  }

  /** The column that stands for a whole expression over the table's columns; -1 if none does. */
  int columnOf(RexNode expression) {
    Integer number = texts.isEmpty() ? null : numbers().get(expression.toString());
    return number == null ? -1 : width + number;
  }

  /** The column that stands for the expression of a text; -1 if none does. */
  public int columnOf(String expressionSql) {
    Integer number = texts.isEmpty() ? null : numbers().get(forms.expression(table, expressionSql));
    return number == null ? -1 : width + number;
  }

  /** A condition with such columns in place of the expressions that they stand for. */
  RexNode over(RexNode condition) {
    if (texts.isEmpty()) {
      return condition;
    }
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            int column = columnOf(call);
            return column < 0 ? super.visitCall(call) : new RexInputRef(column, call.getType());
          }
        });
  }

  private Map<String, Integer> numbers() {
    Map<String, Integer> known = numbers;
    if (known == null) {
      known = new LinkedHashMap<>();
      for (int i = 0; i < texts.size(); i++) {
        known.put(forms.expression(table, texts.get(i)), i);
      }
      numbers = known;
    }
    return known;
  }
}
