package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Tickets, each to be taken once. A call takes the next ticket from a place on, whichever that is.
 * If it is run a second time it finds another ticket, at another site perhaps: so this notices
 * calls that run twice even where nothing that they touch is the same (hazard 3).
 */
public final class Queue implements SimulatedWorkload {
  static final Table WAITING =
      Table.define("waiting").key("id", ColumnType.LONG).column("since", ColumnType.LONG).build();
  static final Table TAKEN =
      Table.define("taken").key("id", ColumnType.LONG).column("request", ColumnType.LONG).build();

  private static final long NOTHING_LEFT = -1;
  private static final int PER_CALL = 64;

  private final int tickets;
  private final Problems problems = new Problems("queue");
  private final Map<Long, CallOutcome> requests = new HashMap<>();
  private long lastRequest;

  /** A queue of so many tickets. */
  public Queue(int tickets) {
    this.tickets = tickets;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(
        new PrintTickets(), new TakeTicket(), new DrawTicket(), new CountTaken(), new ListTaken());
  }

  @Override
  public List<Call> load() {
    List<Call> calls = new ArrayList<>();
    for (long id = 0; id < tickets; id += PER_CALL) {
      calls.add(Call.of(0, "PrintTickets", id, Math.min(tickets, id + PER_CALL)));
    }
    return calls;
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    return switch (random.nextInt(8)) {
      case 0 -> Call.of(session, "CountTaken", (long) tickets);
      case 1, 2, 3 -> Call.of(session, "DrawTicket", (long) tickets, ++lastRequest);
      default -> Call.of(session, "TakeTicket", (long) random.nextInt(tickets), ++lastRequest);
    };
  }

  @Override
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    if (!call.procedure().equals("CountTaken")) {
      requests.put((Long) call.arguments()[1], outcome);
    } else if (outcome.isCommitted() && (Long) outcome.result() != tickets) {
      problems.add(
          "a count begun at " + beginUs + " us found " + outcome.result() + " of " + tickets);
    }
  }

  @Override
  public Call lastCall() {
    return Call.of(0, "ListTaken", (long) tickets);
  }

  @Override
  public void checkLast(Object result) {
    Set<Long> took = new HashSet<>();
    for (Object request : (List<?>) result) {
      if (!took.add((Long) request)) {
        problems.add("request " + request + " took two tickets");
      }
    }
    requests.forEach((request, outcome) -> check(request, outcome, took.contains(request)));
  }

  private void check(long request, CallOutcome outcome, boolean took) {
    boolean shouldHave = outcome.isCommitted() && (Long) outcome.result() != NOTHING_LEFT;
    if (shouldHave && !took) {
      problems.add("request " + request + " was acknowledged, and its ticket is not taken");
    }
    if (took && !shouldHave && !outcome.isUnknown()) {
      problems.add("request " + request + " took a ticket, and ended with: " + outcome);
    }
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private abstract static class OfTickets implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(WAITING, TAKEN);
    }
  }

  /** Makes tickets, once. */
  public static final class PrintTickets extends OfTickets {
    /** The tickets are written. */
    public void plan(Plan plan, long from, long to) {
      for (long id = from; id < to; id++) {
        plan.write(WAITING, id);
      }
    }

    /** Prints. */
    public void run(Context context, long from, long to) {
      for (long id = from; id < to; id++) {
        context.put(WAITING.row(id).setLong("since", 0));
      }
    }
  }

  /** Takes the next ticket from a place on; which one it finds while it runs. */
  public static final class TakeTicket extends OfTickets {
    /** Takes. */
    public long run(Context context, long from, long request) {
      return take(context, from, request);
    }

    static long take(Context context, long from, long request) {
      List<Row> next = context.scan(WAITING.from(from), 1);
      if (next.isEmpty()) {
        return NOTHING_LEFT;
      }
      long id = next.get(0).getLong("id");
      context.delete(WAITING, id);
      context.insert(TAKEN.row(id).setLong("request", request));
      return id;
    }
  }

  /**
   * Takes a ticket from a place that chance picks, in each run another one: nothing that it writes
   * leads to what an earlier run of the same call wrote.
   */
  public static final class DrawTicket extends OfTickets {
    private static final long PLACES = 2;
    private static final long APART = 7;

    /** Draws. */
    public long run(Context context, long tickets, long request) {
      long place = context.random().nextLong(PLACES) * tickets / PLACES;
      long from = (place + request * APART) % tickets;
      return TakeTicket.take(context, from, request);
    }
  }

  /** Tickets that wait or are taken: in each snapshot all of them. */
  public static final class CountTaken extends OfTickets {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** All is read. */
    public void plan(Plan plan, long tickets) {
      plan.readRange(WAITING.all()).readRange(TAKEN.all());
    }

    /** Counts. */
    public long run(Context context, long tickets) {
      return count(context, WAITING.all(), tickets) + count(context, TAKEN.all(), tickets);
    }

    private static long count(Context context, KeyRange range, long tickets) {
      return context.scan(range, (int) tickets + 1).size();
    }
  }

  /** The requests that took a ticket. */
  public static final class ListTaken extends OfTickets {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** All is read. */
    public void plan(Plan plan, long tickets) {
      plan.readRange(TAKEN.all());
    }

    /** Lists. */
    public List<Long> run(Context context, long tickets) {
      List<Long> requests = new ArrayList<>();
      for (Row row : context.scan(TAKEN.all(), (int) tickets + 1)) {
        requests.add(row.getLong("request"));
      }
      return requests;
    }
  }
}
