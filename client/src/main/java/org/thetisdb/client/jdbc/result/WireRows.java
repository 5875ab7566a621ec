package org.thetisdb.client.jdbc.result;

import java.sql.SQLException;
import java.util.List;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.ValueCodec;

/** Rows as they travel: an encoded list of lists, of which nothing is believed. Stateless. */
public final class WireRows {
  private WireRows() {}

  /** The rows, each of {@code width} values. */
  public static List<List<Object>> decode(ByteSlice bytes, int width) throws SQLException {
    try {
      Object decoded = ValueCodec.decode(bytes);
      if (decoded == null) {
        return List.of();
      }
      if (decoded instanceof List<?> list && list.stream().allMatch(row -> isRow(row, width))) {
        @SuppressWarnings("unchecked") // Each element was just seen to be a list.
        List<List<Object>> rows = (List<List<Object>>) list;
        return rows;
      }
    } catch (CodecException e) {
      throw SqlErrors.of("08P01", "The rows of the answer cannot be read: " + e.getMessage());
    }
    throw SqlErrors.of("08P01", "The answer's rows do not have " + width + " columns each.");
  }

  private static boolean isRow(Object row, int width) {
    return row instanceof List<?> values && values.size() == width;
  }
}
