package org.thetisdb.server.scheme.epoch;

import java.util.List;
import org.agrona.collections.IntHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.replication.membership.FirstMasters;

/**
 * The tables that are closed for an epoch view (decision 0090): no member decides a write of them,
 * nor does the epoch coordinator take one (hazard 18). All copies were equal as the epoch view
 * began, so a member reads its own, and what it reads there need not be validated, reserved or
 * locked anywhere. Tables of the system are never closed: they are written at any time.
 *
 * <p>Immutable once made, and owned by the site's engine.
 */
final class EpochReadMostlyTables {
  private final IntHashSet tables = new IntHashSet();

  /** These tables, by their ids; what is of the system is left out. */
  EpochReadMostlyTables(List<Integer> closed) {
    for (int table : closed) {
      if (table >= FirstMasters.FIRST_USER_TABLE) {
        tables.add(table);
      }
    }
  }

  /** What a run has met that others may change in the epoch view. */
  KeySet openPart(KeySet touched) {
    return tables.isEmpty() ? touched : touched.without(this::isClosed);
  }

  private boolean isClosed(int table) {
    return tables.contains(table);
  }

  /** Whether a table may be written in the epoch view. */
  boolean mayBeWritten(int table) {
    return !isClosed(table);
  }

  /** A read-mostly table among those of some keys, by its id; 0 if there is none. */
  int closedOf(List<RowKey> written) {
    for (RowKey key : written) {
      if (!mayBeWritten(key.tableId())) {
        return key.tableId();
      }
    }
    return 0;
  }
}
