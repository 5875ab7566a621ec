package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;

/** The rows that an UPDATE or DELETE is about, with what was calculated for each. Immutable. */
public interface Targets {
  /** A row and the values of the expressions, in the form that is calculated with. */
  record Target(Row row, Object[] calculated) {}

  /** All of them, before any is changed. */
  List<Target> find(RunContext run);

  /** Whether their keys follow from the arguments. */
  boolean hasPlan();

  /** Names their keys. */
  void plan(Plan target, RunContext run);

  /** The scans that generated code names by number. */
  TableScan[] scans();
}
