package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Rows that point at each other in a ring. A transaction follows three pointers and turns two rows
 * round; which ones it only knows while it runs. Every walk must find one ring of all rows. (The
 * Cycle workload of FoundationDB's tests.)
 */
public final class Ring implements SimulatedWorkload {
  static final Table NODES =
      Table.define("nodes").key("id", ColumnType.LONG).column("next", ColumnType.LONG).build();

  private final int size;
  private final Problems problems = new Problems("ring");

  /** A ring of so many rows, at least four. */
  public Ring(int size) {
    this.size = size;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(new LinkNode(), new TurnNodes(), new WalkRing());
  }

  @Override
  public List<Call> load() {
    List<Call> calls = new ArrayList<>();
    for (long id = 0; id < size; id++) {
      calls.add(Call.of(0, "LinkNode", id, (id + 1) % size));
    }
    return calls;
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    return random.nextInt(5) == 0
        ? Call.of(session, "WalkRing", (long) size)
        : Call.of(session, "TurnNodes", (long) random.nextInt(size));
  }

  @Override
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    if (outcome.isCommitted() && call.procedure().equals("WalkRing")) {
      check((Long) outcome.result(), beginUs);
    }
  }

  private void check(long found, long beginUs) {
    if (found != size) {
      problems.add("a walk begun at " + beginUs + " us found " + found + " rows of " + size);
    }
  }

  @Override
  public Call lastCall() {
    return Call.of(0, "WalkRing", (long) size);
  }

  @Override
  public void checkLast(Object result) {
    check((Long) result, -1);
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private abstract static class OfNodes implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(NODES);
    }
  }

  /** Makes a row, once. */
  public static final class LinkNode extends OfNodes {
    /** The row is written. */
    public void plan(Plan plan, long id, long next) {
      plan.write(NODES, id);
    }

    /** Links. */
    public void run(Context context, long id, long next) {
      if (context.get(NODES, id) == null) {
        context.insert(NODES.row(id).setLong("next", next));
      }
    }
  }

  /** Of a, b, c, d in a row makes a, c, b, d. */
  public static final class TurnNodes extends OfNodes {
    /** Turns. */
    public void run(Context context, long id) {
      Row a = context.get(NODES, id);
      Row b = context.get(NODES, a.getLong("next"));
      Row c = context.get(NODES, b.getLong("next"));
      long bId = a.getLong("next");
      long cId = b.getLong("next");
      long dId = c.getLong("next");
      context.put(a.setLong("next", cId));
      context.put(c.setLong("next", bId));
      context.put(b.setLong("next", dId));
    }
  }

  /** Counts the rows until the walk is back; 0 if it never is. */
  public static final class WalkRing extends OfNodes {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** All are read. */
    public void plan(Plan plan, long size) {
      plan.readRange(NODES.all());
    }

    /** Walks. */
    public long run(Context context, long size) {
      long id = 0;
      for (long steps = 1; steps <= size; steps++) {
        id = context.get(NODES, id).getLong("next");
        if (id == 0) {
          return steps;
        }
      }
      return 0;
    }
  }
}
