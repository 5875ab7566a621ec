package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlColumnCodec;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;

/**
 * What all runs of a call did.
 *
 * @param counts one for each run; none for a query
 * @param rows those of the query, or the generated keys of all runs, if they are asked for
 * @param lastValues the last value of each sequence that was used, the latest at the end
 */
public record StatementResult(List<Long> counts, EncodedRows rows, Map<String, Long> lastValues) {
  private static final int MOST_SEQUENCES = 1 << 16;

  /**
   * The form in which a site sends it: rows stay encoded, since a router only passes them on.
   *
   * @param rows as ValueCodec encodes a list of lists; empty for none
   * @param cursor by which the site knows what is left of the rows; 0 if that is nothing
   * @param lastValues the last value of each sequence that was used, the latest at the end
   */
  public record Sent(
      List<Long> counts,
      List<ColumnInfo> columns,
      byte[] rows,
      long cursor,
      Map<String, Long> lastValues) {}

  /**
   * The encoded form. Rows stand at its end, and are written there: those of a long result would
   * else be copied again and again.
   *
   * @param rowBytes about how long the rows are
   * @param rows writes them as ValueCodec encodes a list of lists; nothing for none
   */
  static byte[] encode(
      List<Long> counts,
      List<ColumnInfo> columns,
      long cursor,
      Map<String, Long> lastValues,
      int rowBytes,
      Consumer<ByteWriter> rows) {
    ByteWriter out = new ByteWriter();
    out.putVarInt(counts.size());
    counts.forEach(out::putVarLong);
    SqlColumnCodec.encode(columns, out);
    out.putVarLong(cursor).putVarInt(lastValues.size());
    lastValues.forEach((sequence, value) -> out.putString(sequence).putLong(value));
    int length = out.reserve(Integer.BYTES + rowBytes).length();
    out.putInt(0);
    rows.accept(out);
    out.patchInt(length, out.length() - length - Integer.BYTES);
    return out.finish();
  }

  /** The same with one column alone. */
  public static byte[] firstColumn(Sent sent) {
    List<Object> rows = new ArrayList<>();
    for (Object row : (List<?>) ValueCodec.decode(sent.rows())) {
      rows.add(Collections.singletonList(((List<?>) row).get(0)));
    }
    return encode(
        sent.counts(),
        sent.columns().subList(0, 1),
        sent.cursor(),
        sent.lastValues(),
        0,
        out -> ValueCodec.encode(rows, out));
  }

  /** What {@code encode} made. */
  public static Sent decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int count = in.getCount(1);
    List<Long> counts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      counts.add(in.getVarLong());
    }
    List<ColumnInfo> columns = SqlColumnCodec.decode(in);
    long cursor = in.getVarLong();
    int sequences = in.getCount(9);
    if (sequences > MOST_SEQUENCES) {
      throw new CodecException("values of " + sequences + " sequences");
    }
    Map<String, Long> last = new LinkedHashMap<>();
    for (int i = 0; i < sequences; i++) {
      last.put(in.getString(), in.getLong());
    }
    byte[] rows = in.getBytes(in.getInt());
    in.expectEnd();
    return new Sent(counts, columns, rows, cursor, last);
  }
}
