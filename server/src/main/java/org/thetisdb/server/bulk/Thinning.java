package org.thetisdb.server.bulk;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.state.SiteState;

/** Of many keys one of each partition: a router wants no more. Owned by the site's engine. */
final class Thinning {
  private final SiteState state;
  private final List<RowKey> keys;
  private final LongHashSet seen = new LongHashSet();
  private final List<RowKey> kept = new ArrayList<>();

  /** Of some keys, which are looked at one by one ({@link #look}). */
  Thinning(SiteState state, List<RowKey> keys) {
    this.state = state;
    this.keys = keys;
  }

  /** How many keys there are to look at. */
  int size() {
    return keys.size();
  }

  /** Looks at one of the keys, by its number. */
  void look(int index) {
    RowKey key = keys.get(index);
    if (state.catalog().knowsTableOf(key) && seen.add(state.catalog().partitionOf(key))) {
      kept.add(key);
    }
  }

  /** One key of each partition of those that were looked at. */
  List<RowKey> kept() {
    return kept;
  }
}
