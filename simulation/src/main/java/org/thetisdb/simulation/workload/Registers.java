package org.thetisdb.simulation.workload;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Single registers that are swapped and read. Each counts its versions, and every value is written
 * once, so that all that was seen shows directly whether
 *
 * <ul>
 *   <li>each version of a register has one value, that of one swap: nothing was lost or forked;
 *   <li>swaps that followed each other in real time follow each other in the register, too;
 *   <li>a session sees its own swaps, and never an older version than before;
 *   <li>nobody reads what was not yet written.
 * </ul>
 */
public final class Registers implements SimulatedWorkload {
  static final Table REGISTERS =
      Table.define("registers")
          .key("id", ColumnType.LONG)
          .column("version", ColumnType.LONG)
          .column("value", ColumnType.LONG)
          .build();

  private static final int MOST_READ = 3;
  private static final int MOST_SWAPPED = 2;

  private final int registers;
  private final Problems problems = new Problems("registers");
  private final Map<Version, Long> values = new HashMap<>();
  private final Map<Long, Swap> swaps = new HashMap<>();
  private final Map<SessionRegister, Long> seen = new HashMap<>();
  private long lastValue;

  /** So many registers. */
  public Registers(int registers) {
    this.registers = registers;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(new SwapRegisters(), new SwapRegistersByName(), new ReadRegisters());
  }

  @Override
  public List<Call> load() {
    return List.of();
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    boolean swap = random.nextInt(3) > 0;
    long[] ids = draw(random, 1 + random.nextInt(swap ? MOST_SWAPPED : MOST_READ));
    if (!swap) {
      return new Call(session, "ReadRegisters", new Object[] {encode(ids), 0L}, ids);
    }
    String procedure = random.nextInt(4) == 0 ? "SwapRegistersByName" : "SwapRegisters";
    return new Call(session, procedure, new Object[] {encode(ids), ++lastValue}, ids);
  }

  private long[] draw(RandomGenerator random, int count) {
    return random.longs(0, registers).distinct().limit(Math.min(count, registers)).toArray();
  }

  private static byte[] encode(long[] ids) {
    ByteBuffer bytes = ByteBuffer.allocate(ids.length * Long.BYTES);
    for (long id : ids) {
      bytes.putLong(id);
    }
    return bytes.array();
  }

  @Override
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    long[] ids = (long[]) call.note();
    boolean isSwap = !call.procedure().equals("ReadRegisters");
    long value = (Long) call.arguments()[1];
    if (isSwap) {
      swaps.put(value, new Swap(value, outcome, beginUs, endUs));
    }
    if (!outcome.isCommitted()) {
      return;
    }
    ByteBuffer found = ByteBuffer.wrap((byte[]) outcome.result());
    for (long id : ids) {
      long version = found.getLong();
      long before = found.getLong();
      observe(id, version, before);
      if (isSwap) {
        observe(id, version + 1, value);
        swaps.get(value).versions.put(id, version + 1);
      }
      see(call.session(), id, isSwap ? version + 1 : version, isSwap, beginUs);
      checkNotOfTheFuture(before, endUs);
    }
  }

  /** A version has one value, whichever session saw it. */
  private void observe(long id, long version, long value) {
    Long other = values.putIfAbsent(new Version(id, version), value);
    if (other != null && other != value) {
      problems.add("version %d of register %d is %d and %d".formatted(version, id, other, value));
    }
  }

  private void see(int session, long id, long version, boolean isSwap, long beginUs) {
    Long before = seen.put(new SessionRegister(session, id), version);
    if (before != null && (isSwap ? version <= before : version < before)) {
      problems.add(
          "session %d came to version %d of register %d at %d us, after version %d"
              .formatted(session, version, id, beginUs, before));
    }
  }

  /** A swap that is seen has begun, at least; one that is seen and not known yet is under way. */
  private void checkNotOfTheFuture(long value, long endUs) {
    Swap swap = swaps.get(value);
    if (swap != null && swap.beginUs > endUs) {
      problems.add("value " + value + " was seen at " + endUs + " us, before it was written");
    }
  }

  @Override
  public Call lastCall() {
    long[] all = new long[registers];
    for (int id = 0; id < registers; id++) {
      all[id] = id;
    }
    return new Call(0, "ReadRegisters", new Object[] {encode(all), 0L}, all);
  }

  @Override
  public void checkLast(Object result) {
    ByteBuffer found = ByteBuffer.wrap((byte[]) result);
    Map<Long, Long> last = new HashMap<>();
    for (long id = 0; id < registers; id++) {
      last.put(id, found.getLong());
      observe(id, last.get(id), found.getLong());
    }
    checkFailures();
    for (long id = 0; id < registers; id++) {
      checkOrder(id, last.get(id));
    }
  }

  /** What was rolled back is nowhere. */
  private void checkFailures() {
    values.forEach(
        (version, value) -> {
          Swap swap = swaps.get(value);
          if (swap != null && !swap.outcome.isCommitted() && !swap.outcome.isUnknown()) {
            problems.add("value " + value + " was seen, and its swap ended with: " + swap.outcome);
          }
        });
  }

  /** Acknowledged swaps of one register stand in the order of real time. */
  private void checkOrder(long id, long lastVersion) {
    List<Swap> order =
        swaps.values().stream()
            .filter(swap -> swap.versions.containsKey(id))
            .sorted(Comparator.comparing(swap -> swap.versions.get(id)))
            .toList();
    long latestBeginUs = Long.MIN_VALUE;
    for (Swap swap : order) {
      if (swap.endUs < latestBeginUs) {
        problems.add(
            "the swap to %d of register %d ended before one began that stands before it"
                .formatted(swap.value, id));
      }
      latestBeginUs = Math.max(latestBeginUs, swap.beginUs);
    }
    long newest = order.isEmpty() ? 0 : order.get(order.size() - 1).versions.get(id);
    if (newest > lastVersion) {
      problems.add(
          "register %d ended at version %d, and version %d was acknowledged"
              .formatted(id, lastVersion, newest));
    }
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private record Version(long id, long version) {}

  private record SessionRegister(int session, long id) {}

  /** One swap that has ended, and the versions that it made. */
  private record Swap(
      long value, CallOutcome outcome, long beginUs, long endUs, Map<Long, Long> versions) {
    Swap(long value, CallOutcome outcome, long beginUs, long endUs) {
      this(value, outcome, beginUs, endUs, new HashMap<>());
    }
  }

  private abstract static class OfRegisters implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(REGISTERS);
    }

    /** The version and value of one register, both 0 at first. */
    static Row find(Context context, long id) {
      Row row = context.get(REGISTERS, id);
      return row != null ? row : REGISTERS.row(id).setLong("version", 0).setLong("value", 0);
    }

    /** Puts a value into all of them; returns what was there. */
    static byte[] swap(Context context, byte[] encoded, long value) {
      ByteBuffer ids = ByteBuffer.wrap(encoded);
      ByteBuffer found = ByteBuffer.allocate(2 * encoded.length);
      while (ids.hasRemaining()) {
        Row row = find(context, ids.getLong());
        long version = row.getLong("version");
        found.putLong(version).putLong(row.getLong("value"));
        context.put(row.setLong("version", version + 1).setLong("value", value));
      }
      return found.array();
    }
  }

  /** Puts a value into some registers. */
  public static final class SwapRegisters extends OfRegisters {
    /** All are written. */
    public void plan(Plan plan, byte[] encoded, long value) {
      ByteBuffer ids = ByteBuffer.wrap(encoded);
      while (ids.hasRemaining()) {
        plan.write(REGISTERS, ids.getLong());
      }
    }

    /** Swaps. */
    public byte[] run(Context context, byte[] encoded, long value) {
      return swap(context, encoded, value);
    }
  }

  /** The same without a plan. */
  public static final class SwapRegistersByName extends OfRegisters {
    /** Swaps. */
    public byte[] run(Context context, byte[] encoded, long value) {
      return swap(context, encoded, value);
    }
  }

  /** Reads some registers. */
  public static final class ReadRegisters extends OfRegisters {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** All are read. */
    public void plan(Plan plan, byte[] encoded, long unused) {
      ByteBuffer ids = ByteBuffer.wrap(encoded);
      while (ids.hasRemaining()) {
        plan.read(REGISTERS, ids.getLong());
      }
    }

    /** Reads. */
    public byte[] run(Context context, byte[] encoded, long unused) {
      ByteBuffer ids = ByteBuffer.wrap(encoded);
      ByteBuffer found = ByteBuffer.allocate(2 * encoded.length);
      while (ids.hasRemaining()) {
        Row row = find(context, ids.getLong());
        found.putLong(row.getLong("version")).putLong(row.getLong("value"));
      }
      return found.array();
    }
  }
}
