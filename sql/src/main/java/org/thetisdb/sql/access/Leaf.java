package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * A scan of one table with conditions, of which some columns are wanted.
 *
 * @param rowType of all columns of the table
 * @param conditions over these
 * @param fields the columns that are wanted
 */
public record Leaf(
    CatalogTable source, RelDataType rowType, List<RexNode> conditions, List<Integer> fields) {
  /** The leaf that a tree is; null if it is more than that. */
  static Leaf of(RelNode node, RexBuilder builder) {
    if (node instanceof TableScan scan) {
      CatalogTable table = scan.getTable().unwrap(CatalogTable.class);
      return table == null ? null : whole(table, scan.getRowType());
    }
    if (node instanceof Filter filter && filter.getVariablesSet().isEmpty()) {
      Leaf input = of(filter.getInput(), builder);
      return input == null || hasSubQuery(filter.getCondition())
          ? null
          : input.with(Conjuncts.of(builder, filter.getCondition()));
    }
    if (node instanceof Project project && project.getVariablesSet().isEmpty()) {
      Leaf input = of(project.getInput(), builder);
      return input == null ? null : input.projected(project.getProjects());
    }
    return null;
  }

  /** The table. */
  TableDef table() {
    return source.definition();
  }

  /** The indexes by which its rows may be found. */
  List<IndexDef> indexes() {
    return table().indexes().stream()
        .filter(index -> index.state() == IndexDef.State.READY)
        .filter(index -> source.partialIndexes().holdsAll(index, conditions))
        .toList();
  }

  /** The expressions that indexes hold. */
  IndexExpressions expressions() {
    return source.indexExpressions();
  }

  /** Whether few rows are in an index altogether. */
  boolean isFew(IndexDef index) {
    return source.partialIndexes().holdsFew(index);
  }

  private static Leaf whole(CatalogTable table, RelDataType rowType) {
    List<Integer> all = IntStream.range(0, rowType.getFieldCount()).boxed().toList();
    return new Leaf(table, rowType, List.of(), all);
  }

  private static boolean hasSubQuery(RexNode node) {
    return RexUtil.SubQueryFinder.find(node) != null;
  }

  private Leaf projected(List<RexNode> projects) {
    List<Integer> chosen = new ArrayList<>();
    for (RexNode project : projects) {
      if (!(project instanceof RexInputRef ref)) {
        return null;
      }
      chosen.add(fields.get(ref.getIndex()));
    }
    return chosen.isEmpty() ? null : new Leaf(source, rowType, conditions, chosen);
  }

  /** With more conditions, over the columns that are wanted. */
  Leaf with(List<RexNode> more) {
    List<RexNode> all = new ArrayList<>(conditions);
    for (RexNode condition : more) {
      all.add(overTable(condition));
    }
    return new Leaf(source, rowType, all, fields);
  }

  private RexNode overTable(RexNode condition) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(fields.get(ref.getIndex()), ref.getType());
          }
        });
  }

  /** With other columns. */
  Leaf withFields(List<Integer> others) {
    return new Leaf(source, rowType, conditions, others);
  }

  /** The columns of this condition that are looked at. */
  public static int[] columnsOf(RexNode condition, int width) {
    return RelOptUtil.InputFinder.bits(condition).toList().stream()
        .filter(column -> column < width)
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
