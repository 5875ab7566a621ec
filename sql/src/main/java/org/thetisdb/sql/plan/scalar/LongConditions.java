package org.thetisdb.sql.plan.scalar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.evaluation.Fallible;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.scalar.Connective;
import org.thetisdb.sql.run.scalar.ListMembership;
import org.thetisdb.sql.run.scalar.ListMembership.Comparison;
import org.thetisdb.sql.run.scalar.Negation;

/**
 * Compiles long conditions in parts, since a method has a bound, and makes code of what is long in
 * a time that grows with its square. Long IN lists, of values or rows, are looked up without
 * generating code for each value. They come here as ORs of equalities, or for NOT IN as ANDs of
 * inequalities. For one compilation; not thread-safe.
 */
final class LongConditions {
  /** From so many equalities on a look into a set is made of them. */
  private static final int LEAST_VALUES = 4;

  private final RexBuilder builder;
  private final RelDataType rowType;
  private final boolean filter;

  /**
   * Compiles conditions.
   *
   * @param filter whether they may give false where they are unknown
   */
  LongConditions(RexBuilder builder, RelDataType rowType, boolean filter) {
    this.builder = builder;
    this.rowType = rowType;
    this.filter = filter;
  }

  /** The condition; null if it holds no such list. */
  Scalar compile(RexNode condition) {
    if (condition.getKind() == SqlKind.NOT) {
      RexNode negated = ((RexCall) condition).getOperands().get(0);
      Scalar inner = new LongConditions(builder, rowType, false).compile(negated);
      return inner == null ? null : new Negation(inner);
    }
    boolean all = condition.getKind() == SqlKind.AND;
    if (!all && condition.getKind() != SqlKind.OR) {
      return null;
    }
    List<RexNode> parts =
        all ? RelOptUtil.conjunctions(condition) : RelOptUtil.disjunctions(condition);
    List<RexNode> others = new ArrayList<>();
    Parts compiled = new Parts(all);
    for (Group group : groups(parts, all, others)) {
      if (group.rows.size() >= LEAST_VALUES) {
        compiled.add(parts.indexOf(group.nodes.get(0)), group.nodes, group.compile(all));
      } else {
        others.addAll(group.nodes);
      }
    }
    List<RexNode> plain = new ArrayList<>();
    for (RexNode other : others) {
      Scalar inner = compile(other);
      if (inner == null) {
        plain.add(other);
      } else {
        compiled.add(parts.indexOf(other), List.of(other), inner);
      }
    }
    if (compiled.isEmpty() && Scalars.inMethods(plain).size() < 2) {
      return null;
    }
    List<RexNode> sure = plain.stream().filter(part -> !Fallible.mayFail(part)).toList();
    for (List<RexNode> some : Scalars.inMethods(sure)) {
      compiled.add(-1, some, compiled(some, all));
    }
    for (RexNode part : plain) {
      if (Fallible.mayFail(part)) {
        compiled.add(parts.indexOf(part), List.of(part), compiled(List.of(part), all));
      }
    }
    return compiled.connected();
  }

  private Scalar compiled(List<RexNode> parts, boolean all) {
    RexNode composed =
        all
            ? RexUtil.composeConjunction(builder, parts)
            : RexUtil.composeDisjunction(builder, parts);
    return filter
        ? Scalars.filter(builder, composed, rowType)
        : Scalars.compile(builder, composed, rowType);
  }

  /** What was compiled of a condition: what may fail comes last, in the order that is written. */
  private final class Parts {
    private final List<Part> parts = new ArrayList<>();
    private final boolean all;

    Parts(boolean all) {
      this.all = all;
    }

    private record Part(boolean mayFail, int place, Scalar scalar) {}

    void add(int place, List<RexNode> nodes, Scalar scalar) {
      parts.add(new Part(nodes.stream().anyMatch(Fallible::mayFail), place, scalar));
    }

    boolean isEmpty() {
      return parts.isEmpty();
    }

    Scalar connected() {
      List<Scalar> inOrder =
          parts.stream()
              .sorted(Comparator.comparing(Part::mayFail).thenComparing(Part::place))
              .map(Part::scalar)
              .toList();
      return inOrder.size() == 1 ? inOrder.get(0) : new Connective(inOrder, all, filter);
    }
  }

  /** Equalities of the same expressions with other values each. */
  private final class Group {
    private final List<RexNode> left;
    private final List<List<RexNode>> rows = new ArrayList<>();
    private final List<RexNode> nodes = new ArrayList<>();

    Group(List<RexNode> left) {
      this.left = left;
    }

    Scalar compile(boolean negated) {
      int width = left.size();
      Comparison[] comparisons = new Comparison[width];
      for (int i = 0; i < width; i++) {
        comparisons[i] = comparison(left.get(i).getType(), rows.get(0).get(i).getType());
        for (List<RexNode> row : rows) {
          Comparison other = comparison(left.get(i).getType(), row.get(i).getType());
          comparisons[i] = other.compareTo(comparisons[i]) > 0 ? other : comparisons[i];
        }
      }
      Scalar[][] list = new Scalar[rows.size()][];
      for (int i = 0; i < list.length; i++) {
        list[i] = rows.get(i).stream().map(Scalars::simple).toArray(Scalar[]::new);
      }
      Scalar[] wanted =
          left.stream().map(node -> Scalars.compile(builder, node, rowType)).toArray(Scalar[]::new);
      return new ListMembership(wanted, list, comparisons, negated);
    }
  }

  private List<Group> groups(List<RexNode> parts, boolean all, List<RexNode> others) {
    Map<String, Group> groups = new LinkedHashMap<>();
    for (RexNode part : parts) {
      List<RexNode> equalities = all ? List.of(part) : RelOptUtil.conjunctions(part);
      List<RexNode> left = new ArrayList<>();
      List<RexNode> values = new ArrayList<>();
      boolean fits = true;
      for (RexNode equality : equalities) {
        fits &= take(equality, all ? SqlKind.NOT_EQUALS : SqlKind.EQUALS, left, values);
      }
      if (!fits) {
        others.add(part);
        continue;
      }
      StringBuilder digest = new StringBuilder();
      for (int i = 0; i < left.size(); i++) {
        boolean number = SqlTypeUtil.isNumeric(values.get(i).getType());
        digest.append(left.get(i)).append(number ? '#' : '=');
      }
      Group group = groups.computeIfAbsent(digest.toString(), d -> new Group(left));
      group.rows.add(values);
      group.nodes.add(part);
    }
    return List.copyOf(groups.values());
  }

  /**
   * Takes a comparison apart.
   *
   * @param left gets what is compared
   * @param values gets what it is compared with, which looks at no row
   * @return whether it is one
   */
  static boolean take(RexNode node, SqlKind kind, List<RexNode> left, List<RexNode> values) {
    if (node.getKind() != kind) {
      return false;
    }
    List<RexNode> operands = ((RexCall) node).getOperands();
    int value = isValue(operands.get(1)) ? 1 : isValue(operands.get(0)) ? 0 : -1;
    if (value < 0 || comparison(operands.get(0).getType(), operands.get(1).getType()) == null) {
      return false;
    }
    RexNode other = operands.get(1 - value);
    if (isValue(other) || !RexUtil.isDeterministic(other)) {
      return false;
    }
    left.add(other);
    values.add(operands.get(value));
    return true;
  }

  private static boolean isValue(RexNode node) {
    return !RexUtil.containsInputRef(node) && Scalars.simple(node) != null;
  }

  /** How values of two types are compared; null if it is not known here. */
  static Comparison comparison(RelDataType one, RelDataType other) {
    if (SqlTypeUtil.isNumeric(one) && SqlTypeUtil.isNumeric(other)) {
      if (SqlTypeUtil.isApproximateNumeric(one) || SqlTypeUtil.isApproximateNumeric(other)) {
        return Comparison.FLOATING;
      }
      return SqlTypeUtil.isIntType(one) && SqlTypeUtil.isIntType(other)
          ? Comparison.WHOLE
          : Comparison.DECIMAL;
    }
    boolean texts = SqlTypeUtil.isCharacter(one) && SqlTypeUtil.isCharacter(other);
    boolean same =
        one.getSqlTypeName() == other.getSqlTypeName()
            && one.getSqlTypeName().getFamily() != SqlTypeFamily.ANY;
    return texts || same ? Comparison.EQUAL : null;
  }
}
