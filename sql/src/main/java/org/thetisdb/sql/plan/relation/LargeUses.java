package org.thetisdb.sql.plan.relation;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.type.LargeTypes;

/**
 * Which columns a plan looks at, and which it only passes on, asks for null, or for their length:
 * there what stands for a large value is enough. A column counts as looked at unless it is clear
 * that it is not.
 */
public final class LargeUses {
  /** Of each access the fields that are looked at. */
  private final IdentityHashMap<TableAccess, BitSet> lookedAt = new IdentityHashMap<>();

  private LargeUses() {}

  /** The uses of a plan whose own columns only go to the client. */
  public static LargeUses of(RelNode plan) {
    LargeUses uses = new LargeUses();
    uses.walk(plan, new BitSet());
    return uses;
  }

  /** The fields of an access that are looked at. */
  public BitSet of(TableAccess access) {
    return lookedAt.getOrDefault(access, all(access));
  }

  /**
   * What expressions look at of their input.
   *
   * @param passed whether an expression that is only a column passes it on
   */
  public static BitSet lookedAt(List<RexNode> expressions, boolean passed) {
    BitSet found = new BitSet();
    for (RexNode expression : expressions) {
      if (!passed || !(expression instanceof RexInputRef)) {
        expression.accept(new Looks(found));
      }
    }
    return found;
  }

  /** Functions of a length know what stands for a text. */
  public static RelNode withLengths(RelNode logical, RexBuilder builder) {
    RexShuttle lengths =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            RexNode visited = super.visitCall(call);
            return visited instanceof RexCall inner && isLengthOfColumn(inner)
                ? builder.makeCall(inner.getType(), ValueFunctions.CHAR_LENGTH, inner.getOperands())
                : visited;
          }
        };
    return logical.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return visitChildren(other).accept(lengths);
          }
        });
  }

  private static boolean isLengthOfColumn(RexCall call) {
    SqlOperator operator = call.getOperator();
    boolean length =
        operator.equals(SqlStdOperatorTable.CHAR_LENGTH)
            || operator.equals(SqlStdOperatorTable.CHARACTER_LENGTH);
    return length
        && call.getOperands().get(0) instanceof RexInputRef ref
        && mayBeLarge(ref.getType());
  }

  private static boolean mayBeLarge(RelDataType type) {
    boolean isLong =
        type.getSqlTypeName() == SqlTypeName.VARCHAR
            || type.getSqlTypeName() == SqlTypeName.VARBINARY;
    return isLong && LargeTypes.mayHold(SqlTypes.fromCalcite(type));
  }

  /** Collects what an expression looks at. */
  private static final class Looks extends RexVisitorImpl<Void> {
    private final BitSet found;

    Looks(BitSet found) {
      super(true);
      this.found = found;
    }

    @Override
    public Void visitInputRef(RexInputRef ref) {
      found.set(ref.getIndex());
      return null;
    }

    @Override
    public Void visitCall(RexCall call) {
      boolean looks = !isContent(call) || !(call.getOperands().get(0) instanceof RexInputRef);
      return looks ? super.visitCall(call) : null;
    }

    /** Whether a call needs no content of its operand. */
    private static boolean isContent(RexCall call) {
      return call.getKind() == SqlKind.IS_NULL
          || call.getKind() == SqlKind.IS_NOT_NULL
          || call.getOperator().equals(ValueFunctions.CHAR_LENGTH)
          || call.getOperator().equals(SqlStdOperatorTable.OCTET_LENGTH);
    }
  }

  private static BitSet all(RelNode node) {
    BitSet all = new BitSet();
    all.set(0, node.getRowType().getFieldCount());
    return all;
  }

  /** {@code wanted} are the fields of a node that others above look at. */
  private void walk(RelNode node, BitSet wanted) {
    if (node instanceof TableAccess access) {
      lookedAt.computeIfAbsent(access, none -> new BitSet()).or(wanted);
    } else if (node instanceof Project project) {
      BitSet below = lookedAt(project.getProjects(), true);
      for (int field = wanted.nextSetBit(0); field >= 0; field = wanted.nextSetBit(field + 1)) {
        RelOptUtil.InputFinder.bits(project.getProjects().get(field)).forEach(below::set);
      }
      walk(project.getInput(), below);
    } else if (node instanceof Filter filter) {
      walk(filter.getInput(), with(wanted, lookedAt(List.of(filter.getCondition()), false)));
    } else if (node instanceof Sort sort) {
      BitSet below = (BitSet) wanted.clone();
      sort.getCollation().getFieldCollations().stream()
          .mapToInt(RelFieldCollation::getFieldIndex)
          .forEach(below::set);
      walk(sort.getInput(), below);
    } else if (node instanceof Join join) {
      BitSet both = with(wanted, lookedAt(List.of(join.getCondition()), false));
      split(both, join.getLeft(), join.getRight());
    } else if (node instanceof Correlate correlate) {
      BitSet both = (BitSet) wanted.clone();
      correlate.getRequiredColumns().forEach(both::set);
      split(both, correlate.getLeft(), correlate.getRight());
    } else if (node instanceof Union union && union.all) {
      union.getInputs().forEach(input -> walk(input, wanted));
    } else {
      node.getInputs().forEach(input -> walk(input, all(input)));
    }
  }

  private void split(BitSet both, RelNode left, RelNode right) {
    int width = left.getRowType().getFieldCount();
    walk(left, both.get(0, width));
    walk(right, both.get(width, width + right.getRowType().getFieldCount()));
  }

  private static BitSet with(BitSet one, BitSet other) {
    BitSet both = (BitSet) one.clone();
    both.or(other);
    return both;
  }
}
