package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * A sample of what the calls of a run write, from the procedures' plans. Rows are taken in groups
 * that nobody would want to divide: those with the same first column of a key of several columns,
 * or a hundred of a key that is one number. Thread-safe.
 */
final class SampledFootprints {
  /** Calls that are kept; of the others one of so many is looked at until then. */
  private static final int MOST = 20_000;

  private static final int ONE_OF = 8;
  private static final long NUMBERS_IN_GROUP = 100;

  private final Map<String, ProcedureDefinition> procedures = new HashMap<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private final List<int[]> samples = new ArrayList<>();
  private int seen;

  SampledFootprints(ProcedureJar jar) {
    for (ProcedureDefinition procedure : jar.procedures()) {
      procedures.put(procedure.name(), procedure);
    }
  }

  /** Looks at a call that is about to be made. */
  synchronized void see(NextCall call) {
    if (seen++ % ONE_OF != 0 || samples.size() == MOST) {
      return;
    }
    ProcedureDefinition procedure = procedures.get(call.procedure());
    if (procedure == null || !procedure.hasPlan()) {
      return;
    }
    Writes writes = new Writes();
    try {
      procedure.plan(writes, procedure.checkArguments(call.arguments()));
    } catch (Exception e) {
      return; // a call that cannot be planned writes nothing that could be placed
    }
    samples.add(writes.found.stream().mapToInt(Integer::intValue).sorted().toArray());
  }

  /** The groups that each sampled call writes; none for one that reads. */
  synchronized List<int[]> samples() {
    return List.copyOf(samples);
  }

  private int groupOf(Table table, long number) {
    return groups.computeIfAbsent(table.name() + "#" + number, name -> groups.size());
  }

  /** Ranges whose keys begin with the same value of the first column are one group. */
  private int groupOf(KeyRange range) {
    byte[] from = range.encodedFrom();
    int length = Math.min(from.length, firstColumnLength(range.table()));
    String begin = HexFormat.of().formatHex(from, 0, length);
    return groups.computeIfAbsent(range.table().name() + "/" + begin, name -> groups.size());
  }

  /** Encoded; keys that begin with a text are taken whole. */
  private static int firstColumnLength(Table table) {
    for (Object zero : new Object[] {0, 0L}) {
      try {
        return table.prefix(zero).encodedFrom().length;
      } catch (IllegalArgumentException e) {
        // the column is of another type
      }
    }
    return Integer.MAX_VALUE;
  }

  /** Collects groups; reads do not matter. */
  private final class Writes implements Plan {
    private final Set<Integer> found = new HashSet<>();

    @Override
    public Plan read(Table table, Object... key) {
      return this;
    }

    @Override
    public Plan read(Table table, long key) {
      return this;
    }

    @Override
    public Plan write(Table table, Object... key) {
      if (key.length == 1 && key[0] instanceof Number number) {
        return write(table, number.longValue());
      }
      found.add(groupOf(table.prefix(key[0])));
      return this;
    }

    @Override
    public Plan write(Table table, long key) {
      found.add(groupOf(table, Math.floorDiv(key, NUMBERS_IN_GROUP)));
      return this;
    }

    @Override
    public Plan readRange(KeyRange range) {
      return this;
    }

    @Override
    public Plan writeRange(KeyRange range) {
      found.add(groupOf(range));
      return this;
    }
  }
}
