package org.thetisdb.server.replica;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.Giver;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.HeldPartitions;

/**
 * From which sites a replica comes: from one that holds every row, or, where there is none, from
 * each that masters some of it by what is applied here (decision 0186). Stateless.
 */
final class PartGivers {
  /** A range of more partitions is asked for from every site. */
  private static final long MOST_LOOKED_AT = 65_536;

  private PartGivers() {}

  /**
   * The addresses of the givers, one after the other; none if this site masters all of it.
   *
   * @throws ThetisException COPY_FAILED if one is not connected
   */
  static List<Address> of(
      ReplicaRange range, FillReplica request, HeldPartitions partitions, Roster roster, int self) {
    if (request.parts().isEmpty()) {
      return List.of(new Address(request.host(), request.port()));
    }
    BitSet needed = masters(range, partitions, roster);
    needed.clear(self);
    List<Address> givers = new ArrayList<>();
    for (Giver giver : request.parts()) {
      if (giver.site() > 0 && needed.get(giver.site())) {
        needed.clear(giver.site());
        givers.add(new Address(giver.host(), giver.port()));
      }
    }
    if (!needed.isEmpty()) {
      throw new ThetisException(
          ErrorCode.COPY_FAILED,
          self,
          "site " + needed.nextSetBit(0) + ", which masters some of it, is not connected");
    }
    return givers;
  }

  private static BitSet masters(ReplicaRange range, HeldPartitions partitions, Roster roster) {
    BitSet masters = new BitSet();
    if (range.last() - range.first() < MOST_LOOKED_AT) {
      for (long cell = range.first(); cell <= range.last(); cell++) {
        masters.set(partitions.holder(cell));
      }
    } else {
      roster.counting().forEach(masters::set);
    }
    return masters;
  }
}
