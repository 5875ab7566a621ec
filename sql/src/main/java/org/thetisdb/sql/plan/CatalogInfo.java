package org.thetisdb.sql.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.tools.RelBuilder;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.info.InformationSchema;
import org.thetisdb.sql.info.VirtualTable;

/** A table about the catalog: its rows, which are few, become constants of the query. */
final class CatalogInfo extends AbstractTable implements TranslatableTable {
  private final VirtualTable table;
  private final SqlCatalog catalog;
  private final Function<ViewDef, RelDataType> typeOf;

  /** The table; {@code typeOf} tells the row type of a view's query. */
  CatalogInfo(VirtualTable table, SqlCatalog catalog, Function<ViewDef, RelDataType> typeOf) {
    this.table = table;
    this.catalog = catalog;
    this.typeOf = typeOf;
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
    List<Object[]> all = table.rows(catalog, Translator.temporaryOf(relTable.getRelOptSchema()));
    if (table.name().equals("columns")) {
      addViews(all, rex.getTypeFactory());
    }
    for (Object[] row : all) {
      rows.add(literals(row, rowType, rex));
    }
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(context.getCluster(), null);
    return builder.values(rows, rowType).build();
  }

  /** What columns a view has, its query tells. One whose query is good no more has none. */
  private void addViews(List<Object[]> rows, RelDataTypeFactory types) {
    for (ViewDef view : catalog.views()) {
      int position = 0;
      for (RelDataTypeField field : fields(view, types)) {
        rows.add(
            InformationSchema.columnOfView(
                catalog,
                view,
                ++position,
                field.getName(),
                SqlTypes.fromCalcite(field.getType()),
                field.getType().isNullable()));
      }
    }
  }

  private List<RelDataTypeField> fields(ViewDef view, RelDataTypeFactory types) {
    try {
      return new CatalogView(view, typeOf).getRowType(types).getFieldList();
    } catch (CalciteContextException | ThetisException e) {
      return List.of();
    }
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
