package org.thetisdb.router.move;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.router.routing.Placement;

/** Takes in what sites say of partitions, and distrusts it. Stateless. */
public final class Owners {
  private static final Logger LOG = LoggerFactory.getLogger(Owners.class);

  private Owners() {}

  /** Puts the placement right; returns whether something was news. */
  public static boolean learn(Placement placement, List<Owner> owners) {
    boolean news = false;
    for (Owner owner : owners) {
      news |= learn(placement, owner);
    }
    return news;
  }

  /** Puts the placement right for one partition; returns whether it was news. */
  static boolean learn(Placement placement, Owner owner) {
    if (!canBe(owner)) {
      LOG.error(
          "a site says that site {} masters partition {} in term {}; ignored",
          owner.site(),
          PartitionId.toString(owner.partition()),
          owner.term());
      return false;
    }
    return placement.learn(owner);
  }

  private static boolean canBe(Owner owner) {
    return owner.site() >= 1
        && owner.site() <= Stamp.MAX_SITE
        && owner.term() >= 0
        && PartitionId.table(owner.partition()) <= PartitionId.MAX_TABLE
        && owner.endsAbove(owner.from());
  }
}
