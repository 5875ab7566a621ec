package org.thetisdb.procedures.runtime;

import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * A table of the cluster.
 *
 * @param id its number, which keys and partitions carry
 * @param table its definition, with the codecs of its keys and rows
 * @param grid how its keys are cut into cells; null where partitions are ranges
 */
public record RegisteredTable(int id, Table table, PartitionGrid grid) {
  /**
   * The image of a row as it is stored, whatever definition of the table the row was made with.
   *
   * @throws IllegalArgumentException if a column has no value that must have one
   */
  @SuppressWarnings("ReferenceEquality")
  public byte[] imageOf(Row row) {
    byte[] image = row.encodedImage();
    if (row.table() == table || row.table().equals(table)) {
      return image;
    }
    return table.rows().convert(row.table().rows(), image);
  }

  /** Key and columns. */
  public TableSchema schema() {
    return table.schema();
  }
}
