package org.thetisdb.sql.plan.query;

import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.thetisdb.sql.access.ClusterRows;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.info.VirtualTable;

/** A table about the cluster as Calcite sees it: its rows are known when the query runs. */
final class ClusterSource extends AbstractTable implements TranslatableTable {
  private final ClusterTable table;

  ClusterSource(ClusterTable table) {
    this.table = table;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory types) {
    RelDataTypeFactory.Builder row = types.builder();
    for (VirtualTable.Column column : table.columns()) {
      row.add(column.name(), SqlTypes.toCalcite(types, column.type(), true));
    }
    return row.build();
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relTable) {
    return new ClusterRows(context.getCluster(), table, relTable.getRowType());
  }
}
