package org.thetisdb.relational.database;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/**
 * A database as the storage engine that it is: what {@link JdbcEngine} does, under the contract of
 * all engines. Fragments are savepoints of one transaction; redo records are what a fragment has
 * written. Sites cannot host it, since it waits; its host is beside the cluster.
 */
final class JdbcStorage implements StorageEngine {
  private static final int LONGEST_ROW = 64 << 20;

  private final JdbcEngine engine;

  JdbcStorage(JdbcEngine engine) {
    this.engine = engine;
  }

  static byte[] fragment(DatabaseStatement... statements) {
    List<Object> values = new ArrayList<>();
    for (DatabaseStatement statement : statements) {
      values.add(List.of(statement.sql(), statement.parameters()));
    }
    return ValueCodec.encode(values);
  }

  private static List<DatabaseStatement> statements(byte[] fragment) {
    List<DatabaseStatement> statements = new ArrayList<>();
    for (Object each : (List<?>) ValueCodec.decode(fragment)) {
      List<?> parts = (List<?>) each;
      statements.add(
          new DatabaseStatement((String) parts.get(0), new ArrayList<>((List<?>) parts.get(1))));
    }
    return statements;
  }

  @Override
  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
    JdbcEngine.Mark mark = engine.mark();
    List<DatabaseResult> results;
    try {
      results = engine.run(statements(fragment));
    } catch (DatabaseException e) {
      engine.backTo(mark);
      throw new FragmentRefusedException(e.getMessage());
    }
    if (undo == null) {
      engine.forget(mark);
    } else {
      undo.set(mark);
      undo.redo(engine.recordSince(mark));
    }
    List<Object> answer = new ArrayList<>();
    results.forEach(result -> answer.add(List.of(result.changed(), result.rows())));
    return ValueCodec.encode(answer);
  }

  @Override
  public boolean onlyReads(byte[] fragment) {
    try {
      return JdbcEngine.onlyReads(statements(fragment));
    } catch (DatabaseException e) {
      return false; // it is refused when it comes
    }
  }

  @Override
  public void applyUndoRecord(UndoRecord undo) {
    engine.backTo((JdbcEngine.Mark) undo.get());
  }

  @Override
  public void freeUndoRecord(UndoRecord undo) {
    engine.forget((JdbcEngine.Mark) undo.get());
  }

  @Override
  public void applyRedo(byte[] redo, UndoRecord undo) {
    if (undo != null) {
      undo.set(engine.mark());
    }
    engine.repeat(redo);
  }

  @Override
  public void writeSnapshot(OutputStream out) throws IOException {
    try {
      new TableDump(engine.connection()).write(out);
    } catch (SQLException e) {
      throw new IOException(DatabaseException.of(e).getMessage());
    }
  }

  @Override
  public void readSnapshot(InputStream in) throws IOException {
    try {
      read(new DataInputStream(in));
    } catch (SQLException e) {
      throw new IOException(DatabaseException.of(e).getMessage());
    }
  }

  /** Inserts what was written into tables that are empty. */
  private void read(DataInputStream in) throws SQLException, IOException {
    for (int length = next(in); length >= 0; length = next(in)) {
      if (length > LONGEST_ROW) {
        throw new IOException("a row of " + length + " bytes");
      }
      List<?> row = (List<?>) ValueCodec.decode(in.readNBytes(length));
      insert((String) row.get(0), new ArrayList<>(row.subList(1, row.size())));
    }
  }

  private static int next(DataInputStream in) throws IOException {
    int first = in.read();
    return first < 0
        ? -1
        : first << 24
            | in.readUnsignedByte() << 16
            | in.readUnsignedByte() << 8
            | in.readUnsignedByte();
  }

  private void insert(String table, List<Object> values) throws SQLException {
    String marks = values.stream().map(value -> "?").collect(Collectors.joining(", "));
    try (PreparedStatement statement =
        engine
            .connection()
            .prepareStatement(
                "INSERT INTO " + TableDump.quoted(table) + " VALUES (" + marks + ")")) {
      SqlValues.set(statement, values);
      statement.executeUpdate();
    }
  }

  @Override
  public long digest() {
    return engine.digest();
  }
}
