package org.thetisdb.sql.access;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.validation.DefinedTable;

/** A stored table as Calcite sees it. Immutable. */
public final class CatalogTable extends AbstractTable implements DefinedTable {
  /** Rows that a table is taken to have, for there are no statistics. */
  static final double ASSUMED_ROWS = 10_000;

  private final TableDef definition;
  private final PartialIndexes partialIndexes;
  private final IndexExpressions indexExpressions;

  /** A table, whose indexes are compared with queries by these forms. */
  public CatalogTable(TableDef definition, IndexForms forms) {
    this.definition = definition;
    this.partialIndexes = new PartialIndexes(definition, forms);
    this.indexExpressions = new IndexExpressions(definition, forms);
  }

  @Override
  public TableDef definition() {
    return definition;
  }

  PartialIndexes partialIndexes() {
    return partialIndexes;
  }

  IndexExpressions indexExpressions() {
    return indexExpressions;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory types) {
    return rowType(definition, types);
  }

  /** The type of a table's rows. */
  public static RelDataType rowType(TableDef definition, RelDataTypeFactory types) {
    RelDataTypeFactory.Builder row = types.builder();
    for (ColumnDef column : definition.columns()) {
      row.add(column.name(), SqlTypes.toCalcite(types, column.type(), column.nullable()));
    }
    return row.build();
  }

  @Override
  public Statistic getStatistic() {
    List<ImmutableBitSet> keys = new ArrayList<>();
    if (!definition.hasHiddenKey()) {
      keys.add(ImmutableBitSet.of(definition.primaryKey()));
    }
    for (IndexDef index : definition.indexes()) {
      if (index.unique()
          && index.isPlain()
          && index.state() == IndexDef.State.READY
          && allPresent(index)) {
        keys.add(ImmutableBitSet.of(index.columns()));
      }
    }
    return Statistics.of(ASSUMED_ROWS, ImmutableList.copyOf(keys));
  }

  private boolean allPresent(IndexDef index) {
    return index.columns().stream().noneMatch(place -> definition.columns().get(place).nullable());
  }
}
