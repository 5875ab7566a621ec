package org.thetisdb.server.scheme.epoch;

import java.util.List;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;

/** Of which keys a member of an epoch view is the primary. Owned by the site's engine. */
interface OwnKeys {
  /** Whether all tables are known here; if not, the other questions may not be asked. */
  boolean knowsTables(KeySet touched);

  /** What this site is the primary of; ranges as a whole, if it is that of any key in them. */
  KeySet ownPart(KeySet touched);

  /** Of some ranges, those in which this site is the primary of keys. */
  List<KeyRange> ownRanges(List<KeyRange> ranges);
}
