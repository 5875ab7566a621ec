package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.sequence.ValueBlock;

/**
 * One statement with all that its runs need, as it travels from the router to a site.
 *
 * @param text the statement
 * @param runs the arguments of each run; one run with no arguments for a plain statement
 * @param generated values of sequences, handed out by the router
 * @param maxRows most rows of the result; 0 for all
 * @param generatedKeys whether the keys that it generates are wanted
 * @param serializable whether a change has to be made where all that it reads is mastered
 * @param fetchRows most rows of one piece of a long result; 0 leaves that to the site, {@link
 *     #WHOLE} wants no pieces
 * @param clusterRows the rows of the tables about the cluster that it reads, in the clients' form
 * @param user whose statement it is; empty for one who may do everything
 */
public record StatementCall(
    String text,
    List<Object[]> runs,
    Map<String, ValueBlock> generated,
    long maxRows,
    boolean generatedKeys,
    boolean serializable,
    int fetchRows,
    Map<ClusterTable, List<Object[]>> clusterRows,
    String user) {
  /** The result comes whole, or is refused. */
  public static final int WHOLE = -1;

  /** The name under which a site takes such a call, in place of a procedure's. */
  public static final String PROCEDURE = "thetis.sql";

  /** Most runs of a batch. */
  public static final int MAX_RUNS = 100_000;

  private static final int FORMAT = 5;

  private static final Map<String, ClusterTable> CLUSTER_TABLES =
      Arrays.stream(ClusterTable.values()).collect(Collectors.toMap(Enum::name, each -> each));

  /** A statement that reads no table about the cluster. */
  public StatementCall(
      String text,
      List<Object[]> runs,
      Map<String, ValueBlock> generated,
      long maxRows,
      boolean generatedKeys,
      boolean serializable,
      int fetchRows) {
    this(text, runs, generated, maxRows, generatedKeys, serializable, fetchRows, Map.of(), "");
  }

  /** Most rows of the result that are sent; a limit below one means all. */
  long rowLimit() {
    return maxRows <= 0 ? Long.MAX_VALUE : maxRows;
  }

  /** The arguments of the runs, as {@link ValueCodec} decoded them. */
  public static List<Object[]> runsOf(Object decoded) {
    if (!(decoded instanceof List<?> lists) || lists.isEmpty() || lists.size() > MAX_RUNS) {
      throw new CodecException("arguments that are not a list of 1 to " + MAX_RUNS + " lists");
    }
    List<Object[]> runs = new ArrayList<>(lists.size());
    for (Object run : lists) {
      if (!(run instanceof List<?> arguments)) {
        throw new CodecException("arguments of a run that are not a list");
      }
      runs.add(arguments.toArray());
    }
    return runs;
  }

  /** The encoded form. */
  public byte[] encode() {
    return encodeWith(ValueCodec.encode(lists(runs)));
  }

  /**
   * The same.
   *
   * @param encodedRuns the arguments of all runs, as {@link ValueCodec} has encoded them
   */
  public byte[] encodeWith(byte[] encodedRuns) {
    ByteWriter out = new ByteWriter(64 + 3 * text.length() + encodedRuns.length);
    out.putByte(FORMAT).putString(text).putVarLong(maxRows).putBoolean(generatedKeys);
    out.putBoolean(serializable).putVarInt(fetchRows - WHOLE);
    out.putVarInt(generated.size());
    generated.forEach(
        (sequence, block) -> {
          out.putString(sequence).putLong(block.first()).putLong(block.increment());
          out.putVarInt(block.count());
        });
    out.putVarInt(clusterRows.size());
    clusterRows.forEach(
        (table, rows) -> {
          out.putString(table.name());
          ValueCodec.encode(lists(rows), out);
        });
    out.putString(user).putBytes(encodedRuns);
    return out.toByteArray();
  }

  private static List<Object> lists(List<Object[]> rows) {
    List<Object> lists = new ArrayList<>(rows.size());
    for (Object[] row : rows) {
      lists.add(Arrays.asList(row));
    }
    return lists;
  }

  private static Map<ClusterTable, List<Object[]>> decodeClusterRows(ByteReader in) {
    int tables = in.getCount(3);
    Map<ClusterTable, List<Object[]>> given = new EnumMap<>(ClusterTable.class);
    for (int i = 0; i < tables; i++) {
      String name = in.getString();
      ClusterTable table = CLUSTER_TABLES.get(name);
      if (table == null || !(ValueCodec.decode(in) instanceof List<?> lists)) {
        throw new CodecException("rows of a table \"" + name + "\" about the cluster");
      }
      List<Object[]> rows = new ArrayList<>(lists.size());
      for (Object row : lists) {
        if (!(row instanceof List<?> values) || values.size() != table.columns().size()) {
          throw new CodecException("a row that does not fit " + name);
        }
        rows.add(values.toArray());
      }
      given.put(table, rows);
    }
    return given;
  }

  /**
   * The call of these bytes.
   *
   * @throws CodecException if they are none
   */
  public static StatementCall decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getByte();
    if (format != FORMAT) {
      throw new CodecException("a statement of format " + format);
    }
    String text = in.getString();
    long maxRows = in.getVarLong();
    boolean generatedKeys = in.getBoolean();
    boolean serializable = in.getBoolean();
    int fetchRows = in.getVarInt() + WHOLE;
    int blocks = in.getCount(18);
    Map<String, ValueBlock> generated = new LinkedHashMap<>();
    for (int i = 0; i < blocks; i++) {
      generated.put(in.getString(), new ValueBlock(in.getLong(), in.getLong(), in.getVarInt()));
    }
    Map<ClusterTable, List<Object[]>> clusterRows = decodeClusterRows(in);
    String user = in.getString();
    List<Object[]> runs = runsOf(ValueCodec.decode(in));
    in.expectEnd();
    return new StatementCall(
        text, runs, generated, maxRows, generatedKeys, serializable, fetchRows, clusterRows, user);
  }
}
