package com.example.fuzz;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** A procedure as an application has it, for jars that are damaged. */
public final class Greet implements Procedure {
  private static final Table GUESTS =
      Table.define("guests").key("id", ColumnType.LONG).column("name", ColumnType.STRING).build();

  @Override
  public List<Table> tables() {
    return List.of(GUESTS);
  }

  /** The guest is read. */
  public void plan(Plan plan, long id) {
    plan.read(GUESTS, id);
  }

  /** Greets. */
  public String run(Context context, long id) {
    Row guest = context.get(GUESTS, id);
    return guest == null ? "nobody" : "hello " + guest.getString("name");
  }
}
