package org.thetisdb.server.mastership;

import java.util.List;
import org.thetisdb.core.placement.Mastership;

/** Lists of partitions with their terms, as messages name them. */
public final class Masterships {
  private Masterships() {}

  /** Whether a list names a partition. */
  public static boolean contain(List<Mastership> list, long partition) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).partition() == partition) {
        return true;
      }
    }
    return false;
  }
}
