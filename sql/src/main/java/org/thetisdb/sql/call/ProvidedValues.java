package org.thetisdb.sql.call;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.sequence.ValueBlock;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.LastValues;

/**
 * Hands out the values and rows that came with a call, from the first on. When they are used up,
 * the error MORE_VALUES asks the router to send the call again with more. Not thread-safe.
 */
final class ProvidedValues implements GeneratedValues {
  private final SqlCatalog catalog;
  private final String user;
  private final Map<String, ValueBlock> blocks;
  private final Map<ClusterTable, List<Object[]>> clusterRows;
  private final Map<String, Integer> used = new HashMap<>();
  private final Map<String, Long> last = new LinkedHashMap<>();

  ProvidedValues(StatementCall call, SqlCatalog catalog) {
    this.catalog = catalog;
    this.blocks = call.generated();
    this.clusterRows = call.clusterRows();
    this.user = call.user();
  }

  @Override
  public List<Object[]> clusterRows(ClusterTable table) {
    List<Object[]> rows = clusterRows.get(table);
    return rows == null ? GeneratedValues.super.clusterRows(table) : rows;
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public SqlCatalog catalog() {
    return catalog;
  }

  @Override
  public long next(String sequence) {
    ValueBlock block = blocks.get(sequence);
    int place = used.merge(sequence, 1, Integer::sum) - 1;
    if (block == null || place >= block.count()) {
      throw new ThetisException(ErrorCode.MORE_VALUES, sequence, place);
    }
    long value = block.value(place);
    if (!LastValues.isOne(sequence)) {
      last.remove(sequence);
      last.put(sequence, value);
    }
    return value;
  }

  /** The last value of each sequence, the one that was asked last at the end. */
  Map<String, Long> last() {
    return last;
  }
}
