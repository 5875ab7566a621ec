package org.thetisdb.sql.run.source;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.thetisdb.procedures.Table;

/** First columns of keys. Stateless. */
final class Prefixes {
  private Prefixes() {}

  /** Each once, in order of the keys. */
  static Object[][] distinct(Table table, List<Object[]> prefixes) {
    TreeMap<byte[], Object[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
    for (Object[] prefix : prefixes) {
      sorted.put(table.keys().encodePrefix(prefix), prefix);
    }
    return sorted.values().toArray(new Object[0][]);
  }

  static Object[] append(Object[] prefix, Object value) {
    Object[] longer = Arrays.copyOf(prefix, prefix.length + 1);
    longer[prefix.length] = value;
    return longer;
  }
}
