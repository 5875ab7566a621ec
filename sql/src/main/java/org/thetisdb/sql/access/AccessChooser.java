package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.run.source.ScanKeys;

/**
 * Chooses how to find the rows of one table: the key or index of which the conditions fix most.
 * Without statistics the rule is: a whole key, then the longest prefix, then the order that is
 * asked for; with LIMIT an order of which every row counts goes before one with rows to be passed
 * over. Stateless.
 */
final class AccessChooser {
  /**
   * A choice.
   *
   * @param rest the conditions that the path does not take care of
   * @param ordered whether the rows come in the order that was asked for
   */
  record Choice(AccessPath path, List<RexNode> rest, boolean ordered) {}

  /** A condition, and how it is seen where expressions of indexes are columns. */
  private record Seen(RexNode condition, RexNode seen) {}

  private AccessChooser() {}

  /**
   * The best choice.
   *
   * @param order by the table's columns, and those of {@link IndexExpressions}; null for none
   * @param limited whether few of the ordered rows are wanted
   */
  static Choice choose(Leaf leaf, RelCollation order, boolean limited) {
    IndexExpressions expressions = leaf.expressions();
    List<Seen> conditions =
        leaf.conditions().stream().map(each -> new Seen(each, expressions.over(each))).toList();
    Choice best = ordered(path(leaf, null, conditions), order, expressions);
    for (IndexDef index : leaf.indexes()) {
      Choice other = ordered(path(leaf, index, conditions), order, expressions);
      if (other.path().isNarrow() || leaf.isFew(index) || (other.ordered() && limited)) {
        best = cost(other, order, limited) < cost(best, order, limited) ? other : best;
      }
    }
    return best;
  }

  private static double cost(Choice choice, RelCollation order, boolean limited) {
    double cost = choice.path().cost();
    if (order == null || choice.ordered()) {
      return order != null && limited ? Math.min(cost, page(choice) + Math.log(cost + 1)) : cost;
    }
    return cost * Math.max(1, Math.log(cost));
  }

  /** Rows read until there are those that a query with LIMIT wants. */
  private static double page(Choice choice) {
    return PAGE * Math.pow(READ_FOR_ONE, choice.rest().size());
  }

  /** Rows that a query with LIMIT is taken to want. */
  private static final double PAGE = 25;

  /** Rows that have to be read, for there are no statistics, until one meets a condition. */
  private static final double READ_FOR_ONE = 10;

  private static List<Integer> places(TableDef table, IndexDef index) {
    return index == null ? table.primaryKey() : index.columns();
  }

  /** The columns that a key or index holds, expressions among them. */
  private static List<Integer> columns(
      TableDef table, IndexDef index, IndexExpressions expressions) {
    return places(table, index).stream().map(place -> expressions.columnAt(index, place)).toList();
  }

  private static Choice path(Leaf leaf, IndexDef index, List<Seen> conditions) {
    TableDef table = leaf.table();
    List<Integer> columns = columns(table, index, leaf.expressions());
    List<Seen> rest = new ArrayList<>(conditions);
    List<List<RexNode>> equal = new ArrayList<>();
    int combinations = 1;
    for (int column : columns) {
      Seen condition = equality(column, rest, ScanKeys.MAX_COMBINATIONS / combinations);
      if (condition == null) {
        break;
      }
      rest.remove(condition);
      equal.add(Conjuncts.alternatives(condition.seen()).values());
      combinations *= Conjuncts.Alternatives.count(equal.get(equal.size() - 1));
    }
    RexNode[] bounds = new RexNode[2];
    boolean[] inclusive = new boolean[2];
    if (equal.size() < columns.size() && !table.isSystem()) {
      takeBounds(columns.get(equal.size()), rest, bounds, inclusive);
    }
    AccessPath path =
        new AccessPath(
            table,
            index,
            places(table, index),
            equal,
            bounds[0],
            inclusive[0],
            bounds[1],
            inclusive[1],
            false);
    List<RexNode> left = new ArrayList<>();
    rest.forEach(each -> left.add(each.condition()));
    return new Choice(path, left, false);
  }

  private static Seen equality(int column, List<Seen> conditions, int maxValues) {
    Seen several = null;
    for (Seen condition : conditions) {
      Conjuncts.Alternatives alternatives = Conjuncts.alternatives(condition.seen());
      if (alternatives == null || alternatives.column() != column) {
        continue;
      }
      if (alternatives.count() == 1) {
        return condition;
      }
      if (alternatives.count() <= maxValues) {
        several = condition;
      }
    }
    return several;
  }

  private static void takeBounds(
      int column, List<Seen> rest, RexNode[] bounds, boolean[] inclusive) {
    for (Seen condition : List.copyOf(rest)) {
      Conjuncts.Comparison comparison = Conjuncts.comparison(condition.seen());
      if (comparison == null || comparison.column() != column) {
        continue;
      }
      int end = end(comparison.kind());
      if (end >= 0 && bounds[end] == null) {
        bounds[end] = comparison.value();
        inclusive[end] =
            comparison.kind() == SqlKind.GREATER_THAN_OR_EQUAL
                || comparison.kind() == SqlKind.LESS_THAN_OR_EQUAL;
        rest.remove(condition);
      }
    }
  }

  private static int end(SqlKind kind) {
    return switch (kind) {
      case GREATER_THAN, GREATER_THAN_OR_EQUAL -> 0;
      case LESS_THAN, LESS_THAN_OR_EQUAL -> 1;
      default -> -1;
    };
  }

  private static Choice ordered(Choice choice, RelCollation order, IndexExpressions expressions) {
    if (order == null || choice.path().table().isSystem()) {
      return choice;
    }
    AccessPath path = choice.path();
    if (path.isPoint() && path.combinations() == 1) {
      return new Choice(path, choice.rest(), true);
    }
    if (path.combinations() > 1) {
      return choice;
    }
    Boolean backwards = direction(path, order, expressions);
    if (backwards == null) {
      return choice;
    }
    return new Choice(backwards ? path.reversed() : path, choice.rest(), true);
  }

  /**
   * Whether no two rows are the same in all columns of the path: of a unique index NULLs may be.
   */
  private static boolean isDecided(AccessPath path, List<Integer> columns) {
    List<ColumnDef> all = path.table().columns();
    return path.index() == null
        || (path.index().unique()
            && columns.stream().allMatch(at -> at < all.size() && !all.get(at).nullable()));
  }

  /** Whether the path has to be read backwards to give this order; null if it does not give it. */
  private static Boolean direction(
      AccessPath path, RelCollation order, IndexExpressions expressions) {
    List<Integer> columns = columns(path.table(), path.index(), expressions);
    Set<Integer> fixed = new HashSet<>(columns.subList(0, path.equal().size()));
    int at = path.equal().size();
    Boolean backwards = null;
    for (RelFieldCollation field : order.getFieldCollations()) {
      if (fixed.contains(field.getFieldIndex())) {
        continue;
      }
      if (at == columns.size()) {
        return isDecided(path, columns) ? backwards : null;
      }
      if (columns.get(at++) != field.getFieldIndex() || !nullsFit(path, field, expressions)) {
        return null;
      }
      boolean down = field.getDirection().isDescending();
      if (backwards != null && backwards != down) {
        return null;
      }
      backwards = down;
    }
    return backwards != null && backwards;
  }

  /** Keys hold no nulls; entries of an index have them last. */
  private static boolean nullsFit(
      AccessPath path, RelFieldCollation field, IndexExpressions expressions) {
    int column = field.getFieldIndex();
    if (!expressions.isExpression(column) && !path.table().columns().get(column).nullable()) {
      return true;
    }
    boolean nullsLast = field.nullDirection == RelFieldCollation.NullDirection.LAST;
    return nullsLast != field.getDirection().isDescending();
  }
}
