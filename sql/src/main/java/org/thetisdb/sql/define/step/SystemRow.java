package org.thetisdb.sql.define.step;

import java.util.Arrays;
import org.thetisdb.core.key.RowKey;

/**
 * A row of a system table.
 *
 * @param row its new content; null if it is deleted; must not be changed
 */
public record SystemRow(RowKey key, byte[] row) {
  /** The system table that holds the schemas of stored tables. */
  public static final int TABLES = 1;

  @Override
  public boolean equals(Object other) {
    return other instanceof SystemRow system
        && key.equals(system.key)
        && Arrays.equals(row, system.row);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Arrays.hashCode(row);
  }
}
