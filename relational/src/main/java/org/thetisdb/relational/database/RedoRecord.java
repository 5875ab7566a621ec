package org.thetisdb.relational.database;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.value.ValueCodec;

/**
 * What one statement has done, as it stands in the log.
 *
 * @param statement to be run again
 * @param changed how many rows it changed
 * @param rows a hash of those that it answered with, in any order
 */
record RedoRecord(DatabaseStatement statement, long changed, long rows) {
  /** Nothing. */
  static final byte[] NOTHING = ValueCodec.encode(List.of());

  static byte[] encode(List<RedoRecord> all) {
    List<Object> values = new ArrayList<>(all.size());
    for (RedoRecord each : all) {
      values.add(
          List.of(
              each.statement().sql(), each.statement().parameters(), each.changed(), each.rows()));
    }
    return ValueCodec.encode(values);
  }

  static List<RedoRecord> decode(byte[] record) {
    List<RedoRecord> all = new ArrayList<>();
    for (Object each : (List<?>) ValueCodec.decode(record)) {
      List<?> parts = (List<?>) each;
      all.add(
          new RedoRecord(
              new DatabaseStatement((String) parts.get(0), new ArrayList<>((List<?>) parts.get(1))),
              (Long) parts.get(2),
              (Long) parts.get(3)));
    }
    return all;
  }
}
