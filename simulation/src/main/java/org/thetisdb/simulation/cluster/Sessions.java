package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.simulation.cluster.ClientMachine.Caller;
import org.thetisdb.simulation.workload.SimulatedWorkload;
import org.thetisdb.simulation.workload.SqlDoctors;
import org.thetisdb.simulation.workload.SqlGuards;
import org.thetisdb.simulation.workload.SqlLists;
import org.thetisdb.simulation.workload.SqlLists.Isolation;
import org.thetisdb.simulation.workload.SqlQueue;
import org.thetisdb.simulation.workload.SqlShops;

/**
 * All that call a cluster in one run: sessions that call procedures of workloads and, if so
 * requested, sessions of SQL beside them.
 */
final class Sessions {
  private static final int QUEUE_EVERY = 4;
  private static final int DOCTORS_AT = 2;
  private static final int LAST_CALLS = 40;
  private static final int MOST_LAST_CALLS_TROUBLED = 1;
  private static final int MOST_CONFLICTS_ONE_IN = 100;

  private final Surroundings surroundings;
  private final List<ClientMachine> clients;
  private final List<SimulatedWorkload> workloads;
  private final List<Caller> callers = new ArrayList<>();

  /** Sessions of SQL; null if there are none. */
  private final SqlSessions sql;

  /** Sessions of SQL beside definitions that come and go; null if there are none. */
  private ShopSessions shops;

  /** Sessions of SQL that lock rows in all modes; empty if there are none. */
  private final List<ScriptSessions> scripts;

  Sessions(
      long seed,
      Surroundings surroundings,
      List<ClientMachine> clients,
      List<SimulatedWorkload> workloads,
      boolean withSql,
      boolean withDefinitions) {
    this.surroundings = surroundings;
    this.clients = clients;
    this.workloads = workloads;
    this.sql = withSql ? new SqlSessions(surroundings, clients, drawLists()) : null;
    this.shops = withDefinitions ? new ShopSessions(surroundings, clients, new SqlShops()) : null;
    this.scripts = withSql ? scripts(seed) : List.of();
  }

  private SqlLists drawLists() {
    RandomGenerator random = surroundings.world().newRandom();
    Isolation[] all = Isolation.values();
    Isolation isolation = all[random.nextInt(all.length)];
    return new SqlLists(3 + random.nextInt(12), 8 + random.nextInt(24), isolation);
  }

  /** A queue, or doctors, are in some seeds only: their statements take the planner long. */
  private List<ScriptSessions> scripts(long seed) {
    List<ScriptSessions> all = new ArrayList<>();
    all.add(new ScriptSessions(surroundings, clients, new SqlGuards(), 2));
    if (seed % QUEUE_EVERY == 0) {
      all.add(new ScriptSessions(surroundings, clients, new SqlQueue(), 1));
    } else if (seed % QUEUE_EVERY == DOCTORS_AT) {
      all.add(new ScriptSessions(surroundings, clients, new SqlDoctors(), 2));
    }
    return all;
  }

  /** Shops sell, while the definitions come and go that these have. */
  void sellUnder(SqlShops definitions) {
    shops = new ShopSessions(surroundings, clients, definitions);
  }

  /** Makes the tables of SQL; false if that cannot be done. */
  boolean define(SqlSessions.Patience patience) {
    return (sql == null || sql.define(patience))
        && (shops == null || shops.define(patience))
        && scripts.stream().allMatch(sessions -> sessions.define(patience));
  }

  void start() {
    int each = surroundings.settings().sessionsPerClient();
    int number = 1;
    for (ClientMachine client : clients) {
      for (int i = 0; i < each; i++) {
        callers.add(client.new Caller(number++, workloads));
      }
    }
    callers.forEach(Caller::start);
    if (sql != null) {
      sql.start(each);
    }
    if (shops != null) {
      shops.start(each);
    }
    scripts.forEach(ScriptSessions::start);
  }

  void stop() {
    callers.forEach(Caller::stop);
    if (sql != null) {
      sql.stop();
    }
    if (shops != null) {
      shops.stop();
    }
    scripts.forEach(ScriptSessions::stop);
  }

  /** Whether all have got their answers. */
  boolean isIdle() {
    return callers.stream().noneMatch(Caller::isCalling)
        && (sql == null || sql.isIdle())
        && (shops == null || shops.isIdle())
        && scripts.stream().allMatch(ScriptSessions::isIdle);
  }

  /** Nothing is broken any more: whatever is called now, must go well. */
  void serveAgain(SqlSessions.Patience patience, List<String> problems) {
    Caller last = clients.get(0).new Caller(callers.size() + 1, workloads);
    last.startAndStopAfter(LAST_CALLS);
    patience.await(last::isDone, "the last calls were not answered");
    if (last.troubled() > MOST_LAST_CALLS_TROUBLED) {
      problems.add(last.troubled() + " of the last calls failed though all was whole again");
    }
    if (sql != null) {
      sql.serveAgain(patience, problems);
    }
  }

  /** Judges what sessions of SQL have seen. */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    if (sql != null) {
      sql.judge(patience, problems);
    }
    if (shops != null) {
      shops.judge(patience, problems);
    }
    scripts.forEach(sessions -> sessions.judge(patience, problems));
  }

  /** Where nothing breaks, calls may lose a conflict too often, but rarely, and nothing else. */
  void judgeService(int faults, List<String> problems) {
    int troubled = callers.stream().mapToInt(Caller::troubled).sum();
    int all = troubled + callers.stream().mapToInt(Caller::committed).sum();
    if (faults == 0 && troubled > 1 + all / MOST_CONFLICTS_ONE_IN) {
      problems.add(troubled + " of " + all + " calls failed though nothing was broken");
    }
  }

  int committed() {
    return callers.stream().mapToInt(Caller::committed).sum()
        + (sql == null ? 0 : sql.committed())
        + scripts.stream().mapToInt(ScriptSessions::committed).sum();
  }

  int aborted() {
    return callers.stream().mapToInt(Caller::aborted).sum();
  }

  int unknown() {
    return callers.stream().mapToInt(Caller::unknown).sum();
  }
}
