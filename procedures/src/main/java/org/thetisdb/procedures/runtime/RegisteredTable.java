package org.thetisdb.procedures.runtime;

import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;

/**
 * A table of the cluster.
 *
 * @param id its number, which keys and partitions carry
 * @param table its definition, with the codecs of its keys and rows
 * @param grid how its keys are cut into partitions
 */
public record RegisteredTable(int id, Table table, PartitionGrid grid) {
  /** Key and columns. */
  public TableSchema schema() {
    return table.schema();
  }
}
