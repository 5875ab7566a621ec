package org.thetisdb.sql.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.tools.RelBuilder;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.info.VirtualTable;

/** A table about the catalog: its rows, which are few, become constants of the query. */
final class CatalogInfo extends AbstractTable implements TranslatableTable {
  private final VirtualTable table;
  private final SqlCatalog catalog;

  CatalogInfo(VirtualTable table, SqlCatalog catalog) {
    this.table = table;
    this.catalog = catalog;
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
    RexBuilder rex = context.getCluster().getRexBuilder();
    RelDataType rowType = getRowType(rex.getTypeFactory());
    List<List<RexLiteral>> rows = new ArrayList<>();
    for (Object[] row : table.rows(catalog)) {
      rows.add(literals(row, rowType, rex));
    }
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(context.getCluster(), null);
    return builder.values(rows, rowType).build();
  }

  private static List<RexLiteral> literals(Object[] row, RelDataType rowType, RexBuilder rex) {
    List<RexLiteral> literals = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      RelDataType type = rowType.getFieldList().get(i).getType();
      literals.add(literal(row[i], type, rex));
    }
    return literals;
  }

  private static RexLiteral literal(Object value, RelDataType type, RexBuilder rex) {
    if (value == null) {
      return rex.makeNullLiteral(type);
    }
    if (value instanceof Boolean bool) {
      return rex.makeLiteral(bool);
    }
    return value instanceof Number number
        ? rex.makeExactLiteral(BigDecimal.valueOf(number.longValue()), type)
        : rex.makeLiteral(value.toString());
  }
}
