package org.thetisdb.sql.access;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.statement.SqlColumn;

/** The rows that a part of a statement gave to those behind it. */
public final class PartRows extends GivenRows {
  private static final double ASSUMED_ROWS = 100;

  private final String name;

  private PartRows(RelOptCluster cluster, int number, String name, RelDataType rowType) {
    super(cluster, rowType, "partRows", number, ASSUMED_ROWS);
    this.name = name;
  }

  /** What the statement calls them. */
  public String name() {
    return name;
  }

  /** The same as a table. Immutable. */
  public static final class Source extends AbstractTable implements TranslatableTable {
    private final int number;
    private final String name;
    private final List<SqlColumn> columns;

    /**
     * A table.
     *
     * @param number under which a run has its rows
     */
    public Source(int number, String name, List<SqlColumn> columns) {
      this.number = number;
      this.name = name;
      this.columns = List.copyOf(columns);
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      RelDataTypeFactory.Builder row = types.builder();
      for (SqlColumn column : columns) {
        row.add(column.label(), SqlTypes.toCalcite(types, column.type(), true));
      }
      return row.uniquify().build();
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relTable) {
      return new PartRows(context.getCluster(), number, name, relTable.getRowType());
    }
  }
}
