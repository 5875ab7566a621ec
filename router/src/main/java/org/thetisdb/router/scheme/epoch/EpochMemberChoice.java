package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.catalog.RouterCatalog;

/** At which member of an epoch view a call runs. Owned by the engine's thread. */
final class EpochMemberChoice {
  private final List<Integer> members;
  private final Primaries primaries;
  private final RouterCatalog catalog;

  EpochMemberChoice(
      List<Integer> members,
      int epochCoordinator,
      int epochCoordinatorShare,
      RouterCatalog catalog) {
    this.members = members;
    this.primaries = new Primaries(members, epochCoordinator, epochCoordinatorShare);
    this.catalog = catalog;
  }

  /** The primary of most of the keys that it writes, as far as they are known. */
  int of(PendingCall call) {
    int[] counts = new int[Stamp.MAX_SITE + 1];
    int best = primaries.turn(call.session);
    for (RowKey key : writtenKeys(call)) {
      RegisteredTable table = catalog.tables().byId(key.tableId());
      if (table != null) {
        int primary = primaries.of(key, table.schema());
        counts[primary]++;
        best = counts[primary] > counts[best] ? primary : best;
      }
    }
    return best;
  }

  private static List<RowKey> writtenKeys(PendingCall call) {
    return call.planned() == null ? List.of() : call.planned().writtenKeys();
  }

  /** The primaries of all that is met; what is of no known table has all members as such. */
  BitSet primariesOf(KeySet footprint, List<KeyRange> alsoRanges) {
    BitSet all = new BitSet();
    footprint.written().forEach(key -> addPrimary(key, all));
    footprint.read().forEach(key -> addPrimary(key, all));
    footprint.ranges().forEach(range -> addPrimaries(range, all));
    alsoRanges.forEach(range -> addPrimaries(range, all));
    return all;
  }

  /** Adds the primary of a key; all members if its table is not known. */
  void addPrimary(RowKey key, BitSet all) {
    RegisteredTable table = catalog.tables().byId(key.tableId());
    if (table == null) {
      members.forEach(all::set);
    } else {
      all.set(primaries.of(key, table.schema()));
    }
  }

  /** Adds the primaries of the keys of a range; all members if its table is not known. */
  void addPrimaries(KeyRange range, BitSet all) {
    RegisteredTable table = catalog.tables().byId(range.tableId());
    if (table == null) {
      members.forEach(all::set);
    } else {
      primaries.addOf(range.tableId(), range.from(), range.to(), table.schema(), all);
    }
  }
}
