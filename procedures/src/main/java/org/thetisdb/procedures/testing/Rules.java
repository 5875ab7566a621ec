package org.thetisdb.procedures.testing;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.ProcedureDefinition;

/** What a procedure promised; breaking it is an {@link AssertionError} of the test. */
final class Rules {
  private final ProcedureDefinition procedure;
  private final AccessPlan plan;

  /** {@code plan} is null if the procedure has none. */
  Rules(ProcedureDefinition procedure, AccessPlan plan) {
    this.procedure = procedure;
    this.plan = plan;
  }

  void checkTable(Table table) {
    if (!procedure.tables().contains(table)) {
      throw broken("uses table \"" + table.name() + "\", which tables() does not name");
    }
  }

  void checkRead(Table table, RowKey key) {
    if (plan != null && !plan.coversRead(key)) {
      throw broken("reads " + describe(table, key) + ", which its plan does not name");
    }
  }

  void checkScan(KeyRange range, int tableId) {
    KeySet.KeyRange scanned = new KeySet.KeyRange(tableId, range.encodedFrom(), range.encodedTo());
    if (plan != null && !plan.coversRead(scanned)) {
      throw broken(
          "scans a range of \"%s\" that no range of its plan holds"
              .formatted(range.table().name()));
    }
  }

  void checkWrite(Table table, RowKey key) {
    if (procedure.readOnly()) {
      throw broken("writes " + describe(table, key) + ", but says that it is read-only");
    }
    if (plan != null && !plan.coversWrite(key)) {
      throw broken("writes " + describe(table, key) + ", which its plan does not name as written");
    }
  }

  void checkInPieces() {
    if (!procedure.inPieces()) {
      throw broken("has pieces, but inPieces() does not say so");
    }
  }

  boolean isInFragments() {
    return procedure.inFragments();
  }

  void checkInFragments(Table table, RowKey row) {
    if (!isInFragments()) {
      throw broken("has parts, but inFragments() does not say so");
    }
    checkTable(table);
    if (plan != null && !plan.coversRead(row)) {
      throw broken("has a part at " + describe(table, row) + ", which its plan does not name");
    }
  }

  /** What a part returns, as it reaches another site. */
  byte[] encode(Object result) {
    return procedure.encodeResult(result);
  }

  AssertionError broken(String problem) {
    return new AssertionError("procedure " + procedure.name() + " " + problem);
  }

  static String describe(Table table, RowKey key) {
    return table.name() + table.keys().describe(key.bytes());
  }
}
