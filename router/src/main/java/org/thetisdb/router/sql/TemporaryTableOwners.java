package org.thetisdb.router.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.definition.Definer;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.statement.SqlConnection;
import org.thetisdb.router.statement.SqlReplies;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.catalog.OnCommit;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.CreateIndex;
import org.thetisdb.sql.ddl.CreateSchema;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.DropObject;

/**
 * What becomes of temporary tables: which connections still have theirs, those of others go after a
 * while; and what ON COMMIT says is done when a transaction ends. Owned by the engine's thread.
 */
final class TemporaryTableOwners {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryTableOwners.class);

  private static final long INTERVAL_US = 30_000_000;
  private static final int TIMEOUT_MS = 10_000;

  /** Most schemas that one definition drops. */
  private static final int MOST_AT_ONCE = 50;

  private static final int MOST_WAITING = 10_000;

  private final EngineParts parts;
  private final CallHandler calls;
  private final RouterCatalog catalog;
  private final OwnDefinitions definitions;
  private final Map<String, SqlConnection> users = new HashMap<>();

  /** Since when nobody uses these schemas, in the engine's time. */
  private final Map<String, Long> unusedSinceUs = new TreeMap<>();

  /** Deletions have a session of their own, in which one runs after the other. */
  private final OwnSession deletions;

  private final Deque<Deletion> waiting = new ArrayDeque<>();
  private boolean deleting;
  private boolean dropping;
  private boolean closed;

  /** Rows that are to be deleted when a statement has seen {@code vector}. */
  private record Deletion(String sql, VersionVector vector, Consumer<VersionVector> done) {}

  /** Tables are dropped under one session, rows deleted under the other. */
  TemporaryTableOwners(
      EngineParts parts,
      CallHandler calls,
      RouterCatalog catalog,
      Definer definer,
      OwnSession drops,
      OwnSession deletions) {
    this.deletions = deletions;
    this.parts = parts;
    this.calls = calls;
    this.catalog = catalog;
    this.definitions = new OwnDefinitions(parts, definer, drops);
  }

  /** The router leads, and serves from now on. */
  void start() {
    rest();
  }

  /** The router leads no more. */
  void close() {
    closed = true;
  }

  /**
   * A connection sends a statement that sees its temporary tables.
   *
   * @param schema the one that holds them
   * @throws ThetisException TEMPORARY_TABLES_LOST if they were dropped: without this word the
   *     statement would find a permanent table of the same name
   */
  void onUse(SqlConnection link, String schema) {
    if (catalog.sql().schema(schema) == null) {
      long minutes = parts.limits().temporaryTablesMs() / 60_000;
      throw new ThetisException(ErrorCode.TEMPORARY_TABLES_LOST, minutes);
    }
    users.put(schema, link);
  }

  /** A client is gone; it may come again. */
  void onClosed(SqlConnection link) {
    users.values().removeIf(user -> user == link);
  }

  private void rest() {
    parts.scheduler().schedule(INTERVAL_US, this::look);
  }

  private void look() {
    if (closed) {
      return;
    }
    long nowUs = parts.scheduler().clock().nowUs();
    List<String> unused =
        catalog.sql().schemas().stream()
            .map(SchemaDef::name)
            .filter(name -> TemporarySchema.isOne(name) && !users.containsKey(name))
            .toList();
    unusedSinceUs.keySet().retainAll(unused);
    unused.forEach(name -> unusedSinceUs.putIfAbsent(name, nowUs));
    long graceUs = parts.limits().temporaryTablesMs() * 1_000L;
    List<String> due =
        unused.stream()
            .filter(name -> nowUs - unusedSinceUs.get(name) >= graceUs)
            .limit(MOST_AT_ONCE)
            .toList();
    if (!due.isEmpty() && !dropping) {
      LOG.info("temporary tables of {} connections go, which ended without a word", due.size());
      define("DROP SCHEMA IF EXISTS " + String.join(", ", due) + " CASCADE", () -> {});
    }
    rest();
  }

  /** Has something dropped; what does not go now goes with its connection. */
  private void define(String sql, Runnable done) {
    dropping = true;
    definitions.define(
        sql,
        result -> {
          dropping = false;
          if (result.errorNumber() != 0) {
            LOG.info("temporary tables wait to be dropped: {}", result.message());
          }
          done.run();
        });
  }

  private List<TableDef> tables(String schema, OnCommit onCommit) {
    return catalog.sql().tables().stream()
        .filter(
            table -> table.onCommit() == onCommit && ObjectName.schema(table.name()).equals(schema))
        .toList();
  }

  private static String names(List<TableDef> tables) {
    return tables.stream()
        .map(TableDef::name)
        .map(name -> quoted(ObjectName.schema(name)) + '.' + quoted(ObjectName.simple(name)))
        .collect(Collectors.joining(", "));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static String seeing(String schema, String sql) {
    return new SearchPath(List.of(schema)).appendTo(sql);
  }

  /** What has to be run before a COMMIT, in its transaction; null for nothing. */
  String deletion(String schema) {
    List<TableDef> emptied = tables(schema, OnCommit.DELETE_ROWS);
    return emptied.isEmpty()
        ? null
        : seeing(schema, "TRUNCATE TABLE " + names(emptied) + " CASCADE");
  }

  /**
   * A task that does the same, and whose client has its answer when those tables are gone that go
   * with a transaction.
   */
  SqlTask droppingAfter(SqlTask task, String schema) {
    return around(task, message -> drop(schema, () -> task.reply(message)));
  }

  private void drop(String schema, Runnable done) {
    List<TableDef> ending = tables(schema, OnCommit.DROP);
    if (ending.isEmpty()) {
      done.run();
    } else {
      String sql = "DROP TABLE IF EXISTS " + names(ending) + " CASCADE";
      define(seeing(schema, sql), done);
    }
  }

  /**
   * A task that does the same, and whose client has its answer when those tables are empty that a
   * transaction leaves empty: for a statement that is one by itself.
   */
  SqlTask deletingAfter(SqlTask task, String deletion) {
    return around(
        task,
        message -> {
          if (message.errorNumber() == 0) {
            delete(
                deletion,
                message.vector(),
                seen -> task.reply(SqlReplies.seeing(message, message.vector().max(seen))));
          } else {
            task.reply(message);
          }
        });
  }

  /** Whether a definition is of temporary tables, or of where they are. */
  static boolean isOf(Ddl ddl) {
    if (ddl instanceof CreateTable create) {
      return TemporarySchema.holds(create.name());
    }
    if (ddl instanceof CreateTableAs create) {
      return TemporarySchema.holds(create.name());
    }
    if (ddl instanceof CreateIndex create) {
      return TemporarySchema.holds(create.table());
    }
    return ddl instanceof DropObject drop
        ? drop.names().stream().allMatch(TemporarySchema::holds)
        : ddl instanceof CreateSchema create && create.temporary();
  }

  /** The same task, whose answer is given to {@code then}; the session stays busy until its own. */
  static SqlTask around(SqlTask task, Consumer<SqlReply.Result> then) {
    return new SqlTask(
        task.session,
        task.statement,
        () -> {},
        message -> {
          task.session.busyWith = task.statement.requestId();
          then.accept((SqlReply.Result) message);
        });
  }

  private void delete(String sql, VersionVector vector, Consumer<VersionVector> done) {
    if (waiting.size() >= MOST_WAITING) {
      LOG.info("rows of a temporary table wait for the next COMMIT");
      done.accept(vector);
      return;
    }
    waiting.add(new Deletion(sql, vector, done));
    deleteNext();
  }

  private void deleteNext() {
    Deletion first = deleting ? null : waiting.poll();
    if (first == null) {
      return;
    }
    deleting = true;
    StatementCall statement =
        new StatementCall(
            first.sql,
            List.<Object[]>of(new Object[0]),
            Map.of(),
            0,
            false,
            false,
            StatementCall.WHOLE);
    PendingCall call =
        calls.newCall(
            deletions.id(),
            deletions.nextSequence(),
            false,
            TIMEOUT_MS,
            first.vector.max(parts.cuts().known()),
            StatementCall.PROCEDURE,
            statement.encode());
    call.planWith((int) catalog.sql().version());
    call.findPartitionsBy(planned -> calls.begin(planned, null));
    calls.submit(
        call,
        (error, message, seen, value) -> {
          deleting = false;
          if (error != 0) {
            LOG.info("rows of a temporary table wait for the next COMMIT: {}", message);
          }
          first.done.accept(seen);
          deleteNext();
        });
  }
}
