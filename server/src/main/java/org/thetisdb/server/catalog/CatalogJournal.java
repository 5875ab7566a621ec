package org.thetisdb.server.catalog;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.key.RowKey;

/**
 * Which rows of the catalog have changed last, so that a router which knows the catalog of before
 * is notified of these alone. Remembers a bounded number. Owned by the site's engine.
 */
final class CatalogJournal {
  private static final int MOST = 8_192;

  private final Deque<Change> changes = new ArrayDeque<>();

  /** All changes behind this one are remembered. */
  private long complete;

  private record Change(long number, RowKey key) {}

  /** A row has changed; {@code number} is one more than that of the change before. */
  void note(long number, RowKey key) {
    changes.add(new Change(number, key));
    if (changes.size() > MOST) {
      complete = changes.remove().number;
    }
  }

  /**
   * The rows that have changed behind {@code since}, each where it changed last: what leaves a name
   * stands in front of what takes it. Null if that is too long ago.
   */
  Collection<RowKey> since(long since) {
    if (since < complete) {
      return null;
    }
    Set<RowKey> keys = new LinkedHashSet<>();
    for (Iterator<Change> last = changes.descendingIterator(); last.hasNext(); ) {
      Change change = last.next();
      if (change.number <= since) {
        break;
      }
      keys.add(change.key);
    }
    List<RowKey> oldestFirst = new ArrayList<>(keys);
    Collections.reverse(oldestFirst);
    return oldestFirst;
  }
}
