package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;

/** The rows that an INSERT adds: for each the values of all columns. Immutable. */
public interface InsertRows {
  /** All of them, in the clients' form; asking twice gives other values of sequences. */
  List<Object[]> values(RunContext run);

  /** Whether they follow from the arguments. */
  boolean hasPlan();

  /** The scans that generated code names by number. */
  TableScan[] scans();
}
