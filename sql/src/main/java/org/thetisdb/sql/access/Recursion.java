package org.thetisdb.sql.access;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Puts nodes of its own in the place of Calcite's for WITH RECURSIVE: Calcite keeps the rows of the
 * last round in a table that it registers in a schema, and here a run has them. For one
 * compilation; not thread-safe.
 */
final class Recursion {
  private final RelOptCluster cluster;
  private final Map<String, Integer> numbers = new HashMap<>();
  private int next;

  Recursion(RelOptCluster cluster) {
    this.cluster = cluster;
  }

  /** Whether a node stands for the rows of the last round. */
  static boolean isLastRound(RelNode node) {
    return node instanceof TableScan scan && scan.getTable().unwrap(TransientTable.class) != null;
  }

  /** The rows of the last round of the innermost query of that name. */
  RelNode lastRound(RelNode scan) {
    return new LastRound(cluster, numbers.get(name(scan)), scan.getRowType());
  }

  private static String name(RelNode scan) {
    return Util.last(scan.getTable().getQualifiedName());
  }

  /** The query itself; {@code shape} shapes its parts. */
  RelNode union(RepeatUnion union, UnaryOperator<RelNode> shape) {
    String name = Util.last(union.getTransientTable().getQualifiedName());
    int number = next++;
    RelNode first = shape.apply(withoutSpool(union.getSeedRel()));
    Integer around = numbers.put(name, number);
    RelNode step = shape.apply(withoutSpool(union.getIterativeRel()));
    if (around == null) {
      numbers.remove(name);
    } else {
      numbers.put(name, around);
    }
    check(name, first.getRowType(), step.getRowType());
    return new RecursiveUnion(cluster, number, first, step, union.all, union.getRowType());
  }

  private static RelNode withoutSpool(RelNode node) {
    return node instanceof Spool spool ? spool.getInput() : node;
  }

  /** A column has one type in all rounds, as PostgreSQL wants it. */
  private static void check(String name, RelDataType first, RelDataType step) {
    List<RelDataTypeField> columns = first.getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      RelDataType before = columns.get(i).getType();
      RelDataType after = step.getFieldList().get(i).getType();
      boolean texts = SqlTypeUtil.inCharFamily(before) && SqlTypeUtil.inCharFamily(after);
      boolean isNull = after.getSqlTypeName() == SqlTypeName.NULL;
      if (before.getSqlTypeName() != after.getSqlTypeName() && !texts && !isNull) {
        throw ThetisException.withMessage(
            ErrorCode.SQL_TYPE_MISMATCH,
            "Column %d of the recursive query \"%s\" begins as %s and goes on as %s; cast one of them."
                .formatted(i + 1, name, before.getSqlTypeName(), after.getSqlTypeName()));
      }
    }
  }
}
