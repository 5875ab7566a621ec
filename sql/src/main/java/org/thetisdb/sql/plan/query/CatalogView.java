package org.thetisdb.sql.plan.query;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.dialect.validation.PaddedColumns;
import org.thetisdb.sql.dialect.validation.SameNames;

/** A view as Calcite sees it: its query takes its place. Immutable. */
final class CatalogView extends AbstractTable implements TranslatableTable, PaddedColumns {
  private final ViewDef definition;
  private final Function<ViewDef, RelDataType> typeOf;
  private final ToIntBiFunction<ViewDef, Integer> padded;

  /** {@code padded} says the length of the column at a place, if it is of CHAR(n). */
  CatalogView(
      ViewDef definition,
      Function<ViewDef, RelDataType> typeOf,
      ToIntBiFunction<ViewDef, Integer> padded) {
    this.definition = definition;
    this.typeOf = typeOf;
    this.padded = padded;
  }

  @Override
  public int paddedLength(int place) {
    return padded.applyAsInt(definition, place);
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory types) {
    RelDataType queried = typeOf.apply(definition);
    RelDataTypeFactory.Builder row = types.builder();
    for (int i = 0; i < queried.getFieldCount(); i++) {
      row.add(nameOf(i, queried), queried.getFieldList().get(i).getType());
    }
    return row.build();
  }

  private String nameOf(int column, RelDataType queried) {
    List<String> names = definition.columns();
    return column < names.size() ? names.get(column) : ofQuery(queried).get(column);
  }

  /** Columns of the same name are counted, in views of old: there are no new ones of that kind. */
  private static List<String> ofQuery(RelDataType queried) {
    return SqlValidatorUtil.uniquify(
        queried.getFieldNames().stream().map(SameNames::plain).toList(),
        (original, attempt, size) -> original + attempt,
        true);
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    RelNode query =
        context
            .expandView(
                table.getRowType(), definition.querySql(), List.of(), List.of(definition.name()))
            .project();
    return RelOptUtil.createCastRel(query, table.getRowType(), true);
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return Schema.TableType.VIEW;
  }
}
