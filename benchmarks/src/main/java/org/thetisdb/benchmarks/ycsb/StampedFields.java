package org.thetisdb.benchmarks.ycsb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * The ten fields of a record, each of the record's number, a stamp that they share, and letters up
 * to a fixed length. So it can be seen whether one transaction wrote them all.
 */
final class StampedFields {
  private static final int LENGTH = 100;
  private static final int STAMP_END = 20;
  private static final String ZEROS = "0".repeat(10);
  private static final String LETTERS =
      "abcdefghijklmnopqrstuvwxyz".repeat(4).substring(0, LENGTH - STAMP_END);

  private StampedFields() {}

  /**
   * The values of all fields.
   *
   * @param stamp from 0 to 999,999,999
   */
  static Object[] of(int key, int stamp) {
    String text = figures(key) + figures(stamp) + LETTERS;
    Object[] fields = new Object[Ycsb.FIELDS];
    Arrays.fill(fields, text);
    return fields;
  }

  /** A number that is not negative, in ten figures. */
  private static String figures(int number) {
    String text = Integer.toString(number);
    return ZEROS.substring(text.length()) + text;
  }

  /** Whether all fields of the row that the result stands on are of it, and of one stamp. */
  static boolean areWhole(ResultSet row) throws SQLException {
    String first = row.getString(2);
    if (first.length() != LENGTH || !first.startsWith(figures(row.getInt(1)))) {
      return false;
    }
    for (int field = 1; field < Ycsb.FIELDS; field++) {
      if (!first.equals(row.getString(2 + field))) {
        return false;
      }
    }
    return true;
  }
}
