package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.workload.SqlLists;

/** The sessions of SQL of one simulated cluster, from their table to their judgement. */
final class SqlSessions {
  private static final long TIMEOUT_US = 4_000_000;
  private static final long REPEAT_US = 50_000;
  private static final int LAST_CALLS = 40;

  /**
   * Of the last transactions so many may be rolled back, since they conflict with none but each
   * other.
   */
  private static final int MOST_LAST_ROLLED_BACK = 1;

  private final Surroundings surroundings;
  private final List<ClientMachine> clients;
  private final SqlLists lists;
  private final List<SqlCaller> callers = new ArrayList<>();
  private boolean waiting;

  SqlSessions(Surroundings surroundings, List<ClientMachine> clients, SqlLists lists) {
    this.surroundings = surroundings;
    this.clients = clients;
    this.lists = lists;
  }

  /** Lets the world go on until a condition holds; false if it never does. */
  interface Patience {
    boolean await(BooleanSupplier condition, String otherwise);
  }

  /** Makes the table; false if that cannot be done. */
  boolean define(Patience patience) {
    repeat(SqlLists.DEFINITION, rows -> {});
    return patience.await(() -> !waiting, "the table of SQL was never made");
  }

  void start(int sessionsPerClient) {
    for (ClientMachine client : clients) {
      for (int i = 0; i < sessionsPerClient; i++) {
        callers.add(new SqlCaller(surroundings, client, callers.size() + 1, lists));
      }
    }
    callers.forEach(SqlCaller::start);
  }

  void stop() {
    callers.forEach(SqlCaller::stop);
  }

  boolean isIdle() {
    return callers.stream().noneMatch(SqlCaller::isCalling);
  }

  int committed() {
    return callers.stream().mapToInt(SqlCaller::committed).sum();
  }

  /**
   * Where no site holds every row, what a later statement reads may come to its site behind the
   * transaction's snapshot.
   */
  private int mostLastRolledBack() {
    return surroundings.cluster().lacksFullSite() ? LAST_CALLS / 2 : MOST_LAST_ROLLED_BACK;
  }

  /** Nothing is broken any more: whatever is run now must go well. */
  void serveAgain(Patience patience, List<String> problems) {
    SqlCaller last = new SqlCaller(surroundings, clients.get(0), callers.size() + 1, lists);
    last.startAndStopAfter(LAST_CALLS);
    patience.await(last::isDone, "the last transactions of SQL were not answered");
    if (last.troubled() > 0 || last.rolledBack() > mostLastRolledBack()) {
      problems.add(
          last.troubled()
              + " of the last transactions of SQL failed and "
              + last.rolledBack()
              + " were rolled back though all was whole again");
    }
  }

  /** Reads all and has it judged. */
  void judge(Patience patience, List<String> problems) {
    readOn(-1, new ArrayList<>());
    patience.await(() -> !waiting, "what SQL wrote could not be read in the end");
    problems.addAll(lists.problems());
  }

  /** Runs a statement until it goes well. */
  private void repeat(String sql, Consumer<List<?>> done) {
    waiting = true;
    SqlSessionCore session = new SqlSessionCore(clients.get(0).core());
    byte[] none = ValueCodec.encode(List.of(List.of()));
    session.execute(
        new SqlStatementSpec(sql, none, Statement.AUTO_COMMIT, 0, 0, TIMEOUT_US),
        outcome -> {
          if (outcome.end().isCommitted()) {
            ByteSlice rows = outcome.result().rows();
            done.accept(rows.length() == 0 ? List.of() : (List<?>) ValueCodec.decode(rows));
            waiting = false;
          } else {
            surroundings
                .world()
                .at(surroundings.world().nowUs() + REPEAT_US, () -> repeat(sql, done));
          }
        });
  }

  /** Reads lists behind one, each part until it goes well. */
  private void readOn(long after, List<Object> before) {
    waiting = true;
    SqlSessionCore session = new SqlSessionCore(clients.get(0).core());
    byte[] arguments = ValueCodec.encode(List.of(List.of(after)));
    session.execute(
        new SqlStatementSpec(SqlLists.READ_ALL, arguments, Statement.AUTO_COMMIT, 0, 0, TIMEOUT_US),
        outcome -> {
          if (!outcome.end().isCommitted()) {
            surroundings
                .world()
                .at(surroundings.world().nowUs() + REPEAT_US, () -> readOn(after, before));
            return;
          }
          ByteSlice rows = outcome.result().rows();
          List<?> found = rows.length() == 0 ? List.of() : (List<?>) ValueCodec.decode(rows);
          before.addAll(found);
          if (found.size() < SqlLists.AT_ONCE) {
            lists.checkLast(before);
            waiting = false;
          } else {
            readOn((Long) ((List<?>) found.get(found.size() - 1)).get(0), before);
          }
        });
  }
}
