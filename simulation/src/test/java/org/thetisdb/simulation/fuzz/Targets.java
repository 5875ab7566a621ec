package org.thetisdb.simulation.fuzz;

import com.example.fuzz.Greet;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.RowCodec;
import org.thetisdb.core.schema.RowImage;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;
import org.thetisdb.history.HistoryException;
import org.thetisdb.history.HistoryReader;
import org.thetisdb.procedures.runtime.JarLimits;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.server.checkpoint.CheckpointReader;
import org.thetisdb.server.checkpoint.CheckpointVisitor;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;

/** All that reads bytes of others. */
final class Targets {
  private static final JarLimits SMALL_JARS = new JarLimits(1 << 20, 2 << 20, 1_000);
  private static final TableSchema SCHEMA = schema();

  private Targets() {}

  static Stream<Target> all() {
    return Stream.of(
        frames(),
        messages(),
        values(),
        keys(),
        rows(),
        schemas(),
        logEntries(),
        checkpoints(),
        jars(),
        histories());
  }

  private static TableSchema schema() {
    List<Column> columns = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      columns.add(new Column("k" + columns.size(), type, false));
    }
    int keyColumns = columns.size();
    for (ColumnType type : ColumnType.values()) {
      columns.add(new Column("c" + columns.size(), type, true));
    }
    return new TableSchema("everything", 3, keyColumns, columns);
  }

  private static Object[] oneOfEach(int variant) {
    List<Object> values = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      values.add(Values.of(type, variant));
    }
    return values.toArray();
  }

  private static Target frames() {
    List<byte[]> samples = new ArrayList<>();
    for (Message message : Messages.all()) {
      ByteWriter out = new ByteWriter();
      FrameCodec.encode(message, out, FrameCodec.DEFAULT_LIMIT_BYTES);
      samples.add(out.toByteArray());
    }
    return new Target(
        "frames", samples, Repairs::frame, Targets::readFrame, ThetisException.class::isInstance);
  }

  private static void readFrame(byte[] bytes) {
    if (bytes.length < Integer.BYTES) {
      return; // the rest is awaited
    }
    int frameBytes =
        FrameCodec.frameBytes(new ByteReader(bytes).getInt(), FrameCodec.DEFAULT_LIMIT_BYTES);
    if (frameBytes <= bytes.length) {
      FrameCodec.decodeBody(new ByteReader(bytes, Integer.BYTES, frameBytes - Integer.BYTES));
    }
  }

  private static Target messages() {
    List<byte[]> samples = new ArrayList<>();
    for (Message message : Messages.all()) {
      ByteWriter out = new ByteWriter();
      MessageCodec.encode(message, out);
      samples.add(out.toByteArray());
    }
    return new Target(
        "messages",
        samples,
        bytes -> bytes,
        bytes -> MessageCodec.decode(new ByteReader(bytes)),
        CodecException.class::isInstance);
  }

  private static Target values() {
    List<byte[]> samples =
        List.of(
            ValueCodec.encode(null),
            ValueCodec.encode(List.of(List.of(1L, "zwei", 3.0), List.of(), true)),
            ValueCodec.encode(new BigDecimal("-12345678901234567890.001")),
            ValueCodec.encodeArguments(1L, "text", new byte[] {1, 2}, Instant.EPOCH),
            ValueCodec.encodeArguments(new UUID(1, 2), BigDecimal.TEN, -1, 2.5));
    return new Target(
        "values", samples, bytes -> bytes, ValueCodec::decode, CodecException.class::isInstance);
  }

  private static Target keys() {
    KeyCodec codec = new KeyCodec(SCHEMA);
    List<byte[]> samples = List.of(codec.encode(oneOfEach(0)), codec.encode(oneOfEach(1)));
    return new Target(
        "keys", samples, bytes -> bytes, codec::decode, CodecException.class::isInstance);
  }

  private static Target rows() {
    RowCodec codec = new RowCodec(SCHEMA);
    List<byte[]> samples =
        List.of(codec.empty(), codec.encode(oneOfEach(0)), codec.encode(oneOfEach(1)));
    return new Target(
        "rows",
        samples,
        bytes -> bytes,
        bytes -> readRow(codec, bytes),
        CodecException.class::isInstance);
  }

  private static void readRow(RowCodec codec, byte[] bytes) {
    codec.validate(bytes);
    RowImage image = new RowImage(codec, bytes);
    for (int i = SCHEMA.keyColumns(); i < SCHEMA.columns().size(); i++) {
      image.get(i);
    }
  }

  private static Target schemas() {
    TableSchema small =
        new TableSchema("small", 1, 1, List.of(new Column("id", ColumnType.LONG, false)));
    List<byte[]> samples = List.of(SCHEMA.encode(), small.encode());
    return new Target(
        "schemas", samples, bytes -> bytes, TableSchema::decode, CodecException.class::isInstance);
  }

  private static Target logEntries() {
    return new Target(
        "log entries",
        LogEntries.all(),
        Repairs::logEntry,
        Targets::readLogEntry,
        CodecException.class::isInstance);
  }

  private static void readLogEntry(byte[] bytes) {
    LogBatchReader entry = new LogBatchReader(bytes);
    while (!entry.isFence() && entry.next()) {
      if (entry.kind() == LogBatchReader.Kind.COMMIT) {
        entry.forEachWrite(LogBatchReader.WriteVisitor.NONE);
      } else if (entry.kind() == LogBatchReader.Kind.RELEASE) {
        entry.forEachShipped((key, stamp, position, row, offset, length) -> {});
      }
    }
  }

  private static Target checkpoints() {
    return new Target(
        "checkpoints",
        List.of(CheckpointBytes.sample()),
        Repairs::checkpoint,
        Targets::readCheckpoint,
        ThetisException.class::isInstance);
  }

  private static void readCheckpoint(byte[] bytes) {
    MemoryCheckpoints store = new MemoryCheckpoints();
    store.replace(CheckpointBytes.ID, bytes);
    try (CheckpointReader reader =
        new CheckpointReader(store, CheckpointBytes.ID, CheckpointVisitor.NONE)) {
      while (reader.step()) {
        // On to the next block.
      }
    }
  }

  private static Target jars() {
    byte[] sample = ProcedureJar.pack(Greet.class);
    return new Target(
        "jars",
        List.of(sample),
        bytes -> bytes,
        bytes -> ProcedureJar.load("fuzz", 1, bytes, SMALL_JARS),
        ThetisException.class::isInstance);
  }

  private static Target histories() {
    String ok =
        "{\"session\":1,\"index\":0,\"begin_ns\":0,\"end_ns\":9,\"status\":\"ok\","
            + "\"ops\":[[\"append\",5,1],[\"r\",6,[1,2]],[\"r\",\"x\",null]]}\n";
    String info =
        ok.replace("\"ok\"", "\"info\"")
            .replace("\"index\":0", "\"index\":1")
            .replace("5,1", "5,2");
    List<byte[]> samples =
        Stream.of(ok, ok + info).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    return new Target(
        "history lines",
        samples,
        bytes -> bytes,
        bytes -> HistoryReader.read(new ByteArrayInputStream(bytes)),
        HistoryException.class::isInstance);
  }
}
