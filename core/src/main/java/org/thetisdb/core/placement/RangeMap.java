package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;

/**
 * The map over ranges. Each table begins as one range, so keys that are not there yet belong to the
 * range around them. A split makes two of one, a merger one of two; all have the next term, so the
 * term of a key only ever rises, whatever range it is in, and a term of a range stands for its
 * borders, too. Memory is taken by the ranges that live now, and by nothing else.
 */
public final class RangeMap extends PartitionMap {
  private final Long2ObjectHashMap<Range> byId = new Long2ObjectHashMap<>();
  private RangeList[] tables = new RangeList[32];
  private long shape;
  private int size;

  RangeMap(FirstPlacement first) {
    super(first);
  }

  @Override
  public Partitioning partitioning(int tableId, PartitionGrid grid) {
    return table(tableId);
  }

  private RangeList table(int tableId) {
    if (tableId >= tables.length) {
      tables = Arrays.copyOf(tables, Math.max(tableId + 1, 2 * tables.length));
    }
    RangeList list = tables[tableId];
    if (list == null) {
      list = new RangeList(tableId, first.master(PartitionId.of(tableId, 0)));
      tables[tableId] = list;
    }
    return list;
  }

  private RangeList tableOf(long partition) {
    return table(PartitionId.table(partition));
  }

  /** Whether this is the one range of a table that no record has named. */
  private boolean isImplicit(long partition) {
    return PartitionId.index(partition) == 0 && tableOf(partition).isImplicit();
  }

  @Override
  public int masterAt(int tableId, PartitionGrid grid, byte[] key) {
    RangeList table = table(tableId);
    return table.isImplicit()
        ? first.master(PartitionId.of(tableId, 0))
        : table.floor(key).master();
  }

  @Override
  public int master(long partition) {
    Range range = byId.get(partition);
    if (range != null) {
      return range.master();
    }
    return isImplicit(partition) ? first.master(partition) : 0;
  }

  @Override
  public int term(long partition) {
    Range range = byId.get(partition);
    if (range != null) {
      return range.term();
    }
    return isImplicit(partition) ? first.term(partition) : 0;
  }

  @Override
  public boolean isLive(long partition) {
    return byId.get(partition) != null || isImplicit(partition);
  }

  @Override
  public byte[] lowerBound(long partition) {
    Range range = byId.get(partition);
    return range == null ? Range.OPEN : range.from();
  }

  @Override
  public int termAt(Mastership wanted) {
    RangeList table = tableOf(wanted.partition());
    return table.isImplicit()
        ? first.term(PartitionId.of(table.tableId(), 0))
        : table.floor(wanted.from()).term();
  }

  @Override
  public Owner describe(long partition) {
    return describe(tableOf(partition), lowerBound(partition));
  }

  @Override
  public Owner describe(Mastership wanted) {
    Owner present = describe(tableOf(wanted.partition()), wanted.from());
    return new Owner(
        wanted.partition(), present.term(), present.site(), present.from(), present.to());
  }

  @Override
  public Owner describeAt(int tableId, byte[] key) {
    return describe(table(tableId), key);
  }

  private Owner describe(RangeList table, byte[] key) {
    if (table.isImplicit()) {
      long root = PartitionId.of(table.tableId(), 0);
      return new Owner(root, first.term(root), first.master(root), Range.OPEN, Range.OPEN);
    }
    Range range = table.floor(key);
    return owner(range, table.upperBound(key));
  }

  private static Owner owner(Range range, byte[] to) {
    return new Owner(range.id(), range.term(), range.master(), range.from(), to);
  }

  @Override
  public boolean move(long partition, int term, int grantee) {
    if (!isLive(partition) || term != term(partition) + 1) {
      return false;
    }
    put(tableOf(partition), new Range(partition, lowerBound(partition), term, grantee));
    return true;
  }

  @Override
  public boolean fits(Reshape change) {
    RangeList table = table(change.tableId());
    Owner lower = describe(table, change.from());
    if (!Arrays.equals(lower.from(), change.from())) {
      return false;
    }
    if (change.split()) {
      return Arrays.equals(lower.to(), change.to()) && lower.term() + 1 == change.term();
    }
    Owner upper = describe(table, change.at());
    return Arrays.equals(lower.to(), change.at())
        && Arrays.equals(upper.to(), change.to())
        && lower.site() == upper.site()
        && Math.max(lower.term(), upper.term()) + 1 == change.term();
  }

  @Override
  public boolean reshape(Reshape change) {
    if (!fits(change)) {
      return false;
    }
    RangeList table = table(change.tableId());
    int master = describe(table, change.from()).site();
    if (change.split()) {
      put(table, Range.of(change.tableId(), change.at(), change.term(), master));
    } else {
      remove(table, table.floor(change.at()));
    }
    put(table, Range.of(change.tableId(), change.from(), change.term(), master));
    shape++;
    return true;
  }

  private void put(RangeList table, Range range) {
    if (table.isImplicit() && range.from().length > 0) {
      put(table, Range.of(table.tableId(), Range.OPEN, range.term(), range.master()));
    }
    int before = table.isImplicit() ? 0 : table.size();
    table.put(range);
    size += table.size() - before;
    byId.put(range.id(), range);
  }

  private void remove(RangeList table, Range range) {
    table.remove(range.from());
    size--;
    byId.remove(range.id());
  }

  @Override
  public void restore(long partition, byte[] from, int term, int master) {
    RangeList table = tableOf(partition);
    if (from.length > 0 && table.isImplicit()) {
      throw new CodecException("a table whose first range is missing");
    }
    put(table, Range.of(table.tableId(), from, term, master));
    shape++;
  }

  @Override
  public boolean learn(Owner news, Listener listener) {
    RangeList table = tableOf(news.partition());
    boolean whole = news.from().length == 0 && news.to().length == 0;
    long root = PartitionId.of(table.tableId(), 0);
    boolean known = table.isImplicit() && whole && first.isOfLine(root, news.term(), news.site());
    if (known || news.term() == 0) {
      return false;
    }
    if (table.isImplicit()) {
      // The range was not what it began as, so any term that sites which left gave it is none.
      put(table, new Range(root, Range.OPEN, 0, first.master(root)));
    }
    Range present = table.floor(news.from());
    boolean same =
        Arrays.equals(present.from(), news.from())
            && Arrays.equals(table.upperBound(news.from()), news.to());
    return same ? learnMaster(table, present, news, listener) : overlay(table, news, listener);
  }

  private boolean learnMaster(RangeList table, Range present, Owner news, Listener listener) {
    if (news.term() <= present.term()) {
      return false;
    }
    put(table, present.with(news.term(), news.site()));
    if (present.master() != news.site()) {
      listener.onMoved(present.id(), present.master(), news.site());
    }
    return true;
  }

  /** Each key takes the higher term; what is left of ranges that are gone is as it was believed. */
  private boolean overlay(RangeList table, Owner news, Listener listener) {
    RangeOverlay overlay = new RangeOverlay(table, news);
    List<Range> gone = overlay.gone();
    List<Range> come = overlay.come();
    if (come.isEmpty() && gone.isEmpty()) {
      return false;
    }
    overlay.reshaped().forEach(listener::onReshaped);
    List<Range> before = new ArrayList<>();
    come.forEach(range -> before.add(byId.get(range.id())));
    gone.forEach(range -> remove(table, range));
    come.forEach(range -> put(table, range));
    for (int i = 0; i < come.size(); i++) {
      Range old = before.get(i);
      if (old != null && old.master() != come.get(i).master()) {
        listener.onMoved(old.id(), old.master(), come.get(i).master());
      }
    }
    shape++;
    return true;
  }

  @Override
  public long shape() {
    return shape;
  }

  @Override
  public int size() {
    return size;
  }

  /** The ranges of this instant, though there be others when they are reached. */
  @Override
  public Walk walk() {
    Range[] all = new Range[size];
    int[] count = {0};
    for (RangeList table : tables) {
      if (table != null && !table.isImplicit()) {
        table.forEach(range -> all[count[0]++] = range);
      }
    }
    int[] next = {0};
    return (most, visitor) -> {
      int end = (int) Math.min(all.length, (long) next[0] + most);
      for (; next[0] < end; next[0]++) {
        visitor.visit(owner(all[next[0]], upperBound(all, next[0])));
      }
      return next[0] < all.length;
    };
  }

  private static byte[] upperBound(Range[] all, int index) {
    boolean last =
        index + 1 == all.length
            || PartitionId.table(all[index + 1].id()) != PartitionId.table(all[index].id());
    return last ? Range.OPEN : all[index + 1].from();
  }
}
