package org.thetisdb.server.lock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;

/**
 * Grants read and write locks in the order of places (Calvin). A call that has a place asks at once
 * for all that it is going to read or write: keys, be there a row or not, and ranges, so that there
 * are no phantoms. It has its locks when nobody before it is left that it conflicts with. One waits
 * for earlier ones alone, so there are no deadlocks, and nobody is refused anything.
 *
 * <p>Deterministic: depends on nothing but which call asked for what and which has left. Not
 * thread-safe; the site's engine owns it, and the calls at the site are its bound.
 */
public final class OrderedLocks {
  private final TreeMap<RowKey, KeyQueue> keys = new TreeMap<>();
  private final TreeMap<Long, Ticket> tickets = new TreeMap<>();

  /** Those that have asked for ranges, or for everything, by their places. */
  private final TreeMap<Long, Ticket> wide = new TreeMap<>();

  private long lastPlace;

  /** One that asks for locks. */
  @FunctionalInterface
  public interface Owner {
    /** All of its locks are there. Must not leave before it returns. */
    void onLocksGranted();
  }

  /** What one has asked for, from its place on until it leaves. */
  public static final class Ticket {
    private final long place;
    private final Owner owner;
    private final AccessPlan plan;

    /** Those behind it that it keeps waiting through a range; one once for each reason. */
    private final List<Ticket> behind = new ArrayList<>(0);

    private int missing;
    private boolean left;

    private Ticket(long place, Owner owner, AccessPlan plan) {
      this.place = place;
      this.owner = owner;
      this.plan = plan;
    }

    /** Its place in the order. */
    public long place() {
      return place;
    }

    /** Whether it has all of its locks. */
    public boolean isGranted() {
      return missing == 0;
    }

    /** Whether it has locked everything that there is. */
    public boolean isOfEverything() {
      return plan == null;
    }

    /** Whether it has asked for a key that is read. */
    public boolean coversRead(RowKey key) {
      return plan == null || plan.coversRead(key);
    }

    /** Whether it has asked for a range that is read. */
    public boolean coversRead(KeyRange range) {
      return plan == null || plan.coversRead(range);
    }

    /** Whether it has asked for a key that is written. */
    public boolean coversWrite(RowKey key) {
      return plan == null || plan.coversWrite(key);
    }

    private boolean isWide() {
      return plan == null || !plan.readRanges().isEmpty() || !plan.writeRanges().isEmpty();
    }
  }

  /**
   * Gives the next place, and asks for all that a plan names.
   *
   * @param plan what is read and written; null for everything
   * @return what it has now or waits for; if it waits, its owner hears when it has all
   */
  public Ticket ask(Owner owner, AccessPlan plan) {
    return ask(lastPlace + 1, owner, plan);
  }

  /** The latest place that somebody has, or had. */
  public long lastPlace() {
    return lastPlace;
  }

  /**
   * The same for a place that others have given.
   *
   * @throws IllegalArgumentException if it is not behind all that there were
   */
  public Ticket ask(long place, Owner owner, AccessPlan plan) {
    if (place <= lastPlace) {
      throw new IllegalArgumentException("place " + place + " behind place " + lastPlace);
    }
    lastPlace = place;
    Ticket ticket = new Ticket(place, owner, plan);
    if (plan == null) {
      tickets.values().forEach(earlier -> waitFor(earlier, ticket));
    } else {
      askForWrites(ticket);
      askForReads(ticket);
      askForRanges(ticket);
      waitForWide(ticket);
    }
    tickets.put(ticket.place, ticket);
    if (ticket.isWide()) {
      wide.put(ticket.place, ticket);
    }
    return ticket;
  }

  private void askForWrites(Ticket ticket) {
    for (RowKey key : ticket.plan.writes()) {
      enqueue(key, ticket, true);
    }
  }

  private void askForReads(Ticket ticket) {
    for (RowKey key : ticket.plan.reads()) {
      enqueue(key, ticket, false);
    }
  }

  private void enqueue(RowKey key, Ticket ticket, boolean writes) {
    if (!keys.computeIfAbsent(key, k -> new KeyQueue()).add(ticket, writes)) {
      ticket.missing++;
    }
  }

  /** Keys of earlier ones that lie in ranges of this one. */
  private void askForRanges(Ticket ticket) {
    for (KeyRange range : ticket.plan.readRanges()) {
      range
          .within(keys)
          .values()
          .forEach(queue -> queue.writers().forEach(w -> waitFor(w, ticket)));
    }
    for (KeyRange range : ticket.plan.writeRanges()) {
      range.within(keys).values().forEach(queue -> queue.all().forEach(w -> waitFor(w, ticket)));
    }
  }

  /** Ranges of earlier ones that hold keys of this one, or meet its ranges. */
  private void waitForWide(Ticket ticket) {
    for (Ticket earlier : wide.values()) {
      if (earlier.plan == null || Overlap.isBetween(earlier.plan, ticket.plan)) {
        waitFor(earlier, ticket);
      }
    }
  }

  private static void waitFor(Ticket earlier, Ticket later) {
    if (earlier != later) {
      earlier.behind.add(later);
      later.missing++;
    }
  }

  /** Gives back all that one has or waits for; those that have all of theirs now hear of it. */
  public void leave(Ticket ticket) {
    if (tickets.remove(ticket.place) != ticket) {
      throw new IllegalStateException("place " + ticket.place + " is left twice");
    }
    ticket.left = true;
    wide.remove(ticket.place);
    List<Ticket> nearer = new ArrayList<>(ticket.behind);
    if (ticket.plan != null) {
      giveBackWrites(ticket, nearer);
      giveBackReads(ticket, nearer);
    }
    List<Ticket> granted = new ArrayList<>(0);
    for (Ticket each : nearer) {
      each.missing--;
      if (each.missing == 0 && !each.left) {
        granted.add(each);
      }
    }
    granted.sort(Comparator.comparingLong(Ticket::place));
    granted.forEach(each -> each.owner.onLocksGranted());
  }

  private void giveBackWrites(Ticket ticket, List<Ticket> granted) {
    ticket.plan.writes().forEach(key -> dequeue(key, ticket, granted));
  }

  private void giveBackReads(Ticket ticket, List<Ticket> granted) {
    ticket.plan.reads().forEach(key -> dequeue(key, ticket, granted));
  }

  private void dequeue(RowKey key, Ticket ticket, List<Ticket> granted) {
    KeyQueue queue = keys.get(key);
    queue.remove(ticket, granted);
    if (queue.isEmpty()) {
      keys.remove(key);
    }
  }

  /**
   * The owners of those that have a key, or everything, which one waits for; those of ranges are
   * left out.
   */
  public List<Owner> ahead(Ticket ticket) {
    Set<Owner> found = new LinkedHashSet<>();
    if (ticket.plan == null) {
      tickets.headMap(ticket.place, false).values().forEach(each -> found.add(each.owner));
      return List.copyOf(found);
    }
    wide.headMap(ticket.place, false).values().stream()
        .filter(Ticket::isOfEverything)
        .forEach(each -> found.add(each.owner));
    for (RowKey key : ticket.plan.writes()) {
      addAhead(keys.get(key).all(), ticket, found);
    }
    for (RowKey key : ticket.plan.reads()) {
      addAhead(keys.get(key).writers(), ticket, found);
    }
    return List.copyOf(found);
  }

  private static void addAhead(Iterable<Ticket> queue, Ticket ticket, Set<Owner> found) {
    for (Ticket each : queue) {
      if (each.place < ticket.place) {
        found.add(each.owner);
      }
    }
  }

  /** The first place of those that have not left; 0 if all have. */
  public long firstPlace() {
    return tickets.isEmpty() ? 0 : tickets.firstKey();
  }

  /** How many have a place, and have not left. */
  public int size() {
    return tickets.size();
  }

  /** How many keys are locked or asked for. */
  public int lockedKeys() {
    return keys.size();
  }
}
