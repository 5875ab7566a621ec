package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/** Makes accesses to tables, and numbers them. For one compilation; not thread-safe. */
public final class AccessBuilder {
  private final RelOptCluster cluster;
  private final List<TableAccess> made = new ArrayList<>();

  /** Builds the accesses of one plan. */
  public AccessBuilder(RelOptCluster cluster) {
    this.cluster = cluster;
  }

  /** All accesses that were made, by their numbers. */
  public List<TableAccess> made() {
    return made;
  }

  /** Forgets all accesses, to plan in another way. */
  public void restart() {
    made.clear();
  }

  /**
   * An access and whether its rows are in the order that was asked for.
   *
   * @param ordered true if no order was asked for
   */
  record Built(TableAccess access, boolean ordered) {}

  /**
   * The best access.
   *
   * @param order by the leaf's fields; null for none
   */
  Built build(Leaf leaf, RelCollation order, boolean limited) {
    return buildOrdered(leaf, order == null ? null : overTable(order, leaf.fields()), limited);
  }

  /**
   * The best access.
   *
   * @param ofTable the order by the table's columns, and those of {@link IndexExpressions}; null
   *     for none
   */
  Built buildOrdered(Leaf leaf, RelCollation ofTable, boolean limited) {
    AccessChooser.Choice choice = AccessChooser.choose(leaf, ofTable, limited);
    Outer outer = new Outer(leaf.rowType().getFieldCount());
    AccessPath path = outer.path(choice.path());
    RexNode filter = filter(choice.rest());
    RexNode inner = filter == null ? null : filter.accept(outer);
    int[] fields = leaf.fields().stream().mapToInt(Integer::intValue).toArray();
    TableAccess access =
        new TableAccess(cluster, made.size(), path, inner, fields, rowType(leaf), outer.accesses());
    made.add(access);
    return new Built(access, ofTable == null || choice.ordered());
  }

  private static RelCollation overTable(RelCollation order, List<Integer> fields) {
    List<RelFieldCollation> mapped = new ArrayList<>();
    for (RelFieldCollation field : order.getFieldCollations()) {
      mapped.add(field.withFieldIndex(fields.get(field.getFieldIndex())));
    }
    return RelCollations.of(mapped);
  }

  private RexNode filter(List<RexNode> conditions) {
    RexBuilder builder = cluster.getRexBuilder();
    return conditions.isEmpty() ? null : RexUtil.composeConjunction(builder, conditions);
  }

  private RelDataType rowType(Leaf leaf) {
    RelDataTypeFactory.Builder row = cluster.getTypeFactory().builder();
    for (int field : leaf.fields()) {
      row.add(leaf.rowType().getFieldList().get(field));
    }
    return row.uniquify().build();
  }

  /** Puts values of the row around behind the table's columns. */
  private static final class Outer extends RexShuttle {
    private final int width;
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final List<RexFieldAccess> accesses = new ArrayList<>();

    Outer(int width) {
      this.width = width;
    }

    List<RexFieldAccess> accesses() {
      return List.copyOf(accesses);
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      Integer place = places.get(access.toString());
      if (place == null) {
        place = width + accesses.size();
        places.put(access.toString(), place);
        accesses.add(access);
      }
      return new RexInputRef(place, access.getType());
    }

    AccessPath path(AccessPath path) {
      List<List<RexNode>> equal = new ArrayList<>();
      for (List<RexNode> values : path.equal()) {
        equal.add(values.stream().map(value -> value.accept(this)).toList());
      }
      return new AccessPath(
          path.table(),
          path.index(),
          path.columns(),
          equal,
          path.lower() == null ? null : path.lower().accept(this),
          path.lowerInclusive(),
          path.upper() == null ? null : path.upper().accept(this),
          path.upperInclusive(),
          path.backwards());
    }
  }
}
