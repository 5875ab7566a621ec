package org.thetisdb.simulation.workload;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;
import org.thetisdb.simulation.workload.ListAppendWorkload.OfLists;

/**
 * The procedures of {@link ListAppendWorkload} where some lists are in a table of their own: many
 * read that table beside what they write, and few write it, some of these without having planned
 * to.
 */
final class SeldomLists {
  static final Table SELDOM =
      Table.define("seldom_lists")
          .key("id", ColumnType.LONG)
          .column("items", ColumnType.BYTES)
          .build();

  private SeldomLists() {}

  static List<Procedure> procedures() {
    return List.of(new SeldomListTxn(), new SeldomListTxnByName(), new SeldomReadLists());
  }

  private abstract static class OfBoth extends OfLists {
    @Override
    public List<Table> tables() {
      return List.of(ListAppendWorkload.LISTS, SELDOM);
    }
  }

  /** Appends and reads. */
  public static final class SeldomListTxn extends OfBoth {
    /** The keys are among the arguments. */
    public void plan(Plan plan, byte[] ops) {
      planAll(plan, ops);
    }

    /** Runs the operations. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }

  /** The same without a plan. */
  public static final class SeldomListTxnByName extends OfBoth {
    /** Runs the operations. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }

  /** Reads only. */
  public static final class SeldomReadLists extends OfBoth {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** The keys are among the arguments. */
    public void plan(Plan plan, byte[] ops) {
      planAll(plan, ops);
    }

    /** Reads. */
    public byte[] run(Context context, byte[] ops) {
      return execute(context, ops);
    }
  }
}
