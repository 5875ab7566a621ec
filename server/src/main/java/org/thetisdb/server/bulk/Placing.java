package org.thetisdb.server.bulk;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.server.mastership.Masterships;
import org.thetisdb.server.state.SiteState;

/** Where the rows that one run has written are mastered. Owned by the site's engine. */
final class Placing {
  private final SiteState state;
  private final BulkRun run;

  /** Partitions that are mastered here, and are not kept here for the call. */
  private final LongHashSet notKept = new LongHashSet();

  private boolean isGood = true;
  private boolean isDropped;

  /** Of a run, whose rows are looked at one by one ({@link #look}). */
  Placing(SiteState state, BulkRun run) {
    this.state = state;
    this.run = run;
  }

  /** Looks at one of the rows, by its number. */
  void look(int index) {
    RowKey key = run.sorted()[index];
    if (!state.catalog().knowsTableOf(key)) {
      isDropped = true;
      isGood = false;
    } else if (isGood) {
      long partition = state.catalog().partitionOf(key);
      if (!Masterships.contain(run.call.call.written(), partition)) {
        notKept.add(partition);
      }
      isGood = state.mastership().isMasteredHere(partition);
    }
  }

  /** Whether all rows that were looked at may be written here. */
  boolean isGood() {
    return isGood;
  }

  /** Whether a row is of a table that is no more. */
  boolean isDropped() {
    return isDropped;
  }

  /** Whether what was good is so now; partitions that are kept here cannot have moved. */
  boolean isStillGood() {
    for (long partition : notKept) {
      if (!state.mastership().isMasteredHere(partition)) {
        return false;
      }
    }
    return true;
  }

  /** The partitions that are not kept here, as they are now. */
  List<Mastership> masterships() {
    List<Mastership> all = new ArrayList<>(notKept.size());
    for (long partition : notKept) {
      all.add(state.mastership().mastership(partition));
    }
    return all;
  }
}
