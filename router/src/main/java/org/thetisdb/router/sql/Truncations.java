package org.thetisdb.router.sql;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.definition.Definer;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.statement.StatementHandler;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.run.change.TruncateStatement;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Which TRUNCATE is a definition (decision 0077): one that is a transaction by itself, of tables
 * with many rows. Others delete row by row, which takes no numbers of tables. Owned by the engine's
 * thread.
 */
final class Truncations {
  /** So many rows are deleted one by one. */
  private static final long MOST_ROWS = 5_000;

  /** Numbers of tables that are kept for new tables: there are 32,767 in all. */
  private static final int NUMBERS_KEPT = 8_192;

  private static final ResultForm<Count> COUNT = Count::read;

  /**
   * What the master of the catalog reports of the tables.
   *
   * @param isDiskShort whether it would refuse to delete rows; a definition makes room, and goes on
   */
  private record Count(long rows, boolean isDiskShort) {
    static Count read(byte[] value) {
      Object[] told = ValueCodec.decodeArguments(value);
      return new Count((Long) told[0], told.length > 1 && (Boolean) told[1]);
    }

    boolean wantsDefinition() {
      return rows > MOST_ROWS || isDiskShort;
    }
  }

  private final SystemCalls system;
  private final Definer definer;
  private final StatementHandler statements;

  Truncations(SystemCalls system, Definer definer, StatementHandler statements) {
    this.system = system;
    this.definer = definer;
    this.statements = statements;
  }

  /** Whether a statement may become a definition. */
  boolean isOne(SqlTask task, SqlStatement statement, SqlCatalog with) {
    return statement instanceof TruncateStatement truncate
        && task.has(Statement.AUTO_COMMIT)
        && !task.has(Statement.BATCH)
        && task.session.transaction == null
        && with.registry().nextId() <= PartitionId.MAX_TABLE - NUMBERS_KEPT
        && tables(truncate, with).stream().noneMatch(Truncations::isToBeEmptied);
  }

  /** Temporary tables are used again, and one that is in the making is not to be disturbed. */
  private static boolean isToBeEmptied(TableDef table) {
    return table == null || table.isTemporary() || table.making() != null;
  }

  private static List<TableDef> tables(TruncateStatement truncate, SqlCatalog with) {
    return truncate.tables().stream().map(with::table).toList();
  }

  /**
   * Whether it is to be a definition: if its tables have many rows, or the disk is short. A
   * repetition does not ask: if the first attempt has committed, whatever it was, its outcome is
   * known where a definition goes.
   */
  void decide(SqlTask task, SqlStatement statement, SqlCatalog with, Consumer<Boolean> then) {
    if (task.statement.repetition()) {
      then.accept(true);
      return;
    }
    List<Integer> ids =
        tables((TruncateStatement) statement, with).stream().map(TableDef::tableId).toList();
    system.submit(
        SystemCall.COUNT_ROWS,
        COUNT.to(
            (error, message, vector, count) -> then.accept(error == 0 && count.wantsDefinition())),
        ids);
  }

  /** Runs it as a definition; sequences begin anew as behind any TRUNCATE. */
  void define(SqlTask task, SqlStatement statement) {
    List<String> sequences = statement.sequencesToRestart();
    definer.submit(TemporaryTableOwners.around(task, message -> restart(task, sequences, message)));
  }

  private void restart(SqlTask task, List<String> sequences, SqlReply.Result message) {
    if (message.errorNumber() == 0) {
      statements.restart(task, sequences, () -> task.reply(message));
    } else {
      task.reply(message);
    }
  }
}
