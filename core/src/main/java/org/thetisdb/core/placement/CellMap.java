package org.thetisdb.core.placement;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/**
 * The map over the cells of a grid, which never change. Only cells that ever moved take memory, and
 * they take it for ever: a grid is for figures of papers and for tests.
 */
public final class CellMap extends PartitionMap {
  private static final long NEVER_MOVED = -1;
  private static final int SITE_BITS = 8;
  private static final int SITE_MASK = (1 << SITE_BITS) - 1;

  private final Long2LongHashMap moved = new Long2LongHashMap(NEVER_MOVED);

  /** The keys of {@code moved} in the order in which they came: to walk over them in pieces. */
  private final LongArrayList inOrder = new LongArrayList();

  CellMap(FirstPlacement first) {
    super(first);
  }

  @Override
  public Partitioning partitioning(int tableId, PartitionGrid grid) {
    return grid;
  }

  @Override
  public int masterAt(int tableId, PartitionGrid grid, byte[] key) {
    return master(partitioning(tableId, grid).partitionOf(key));
  }

  @Override
  public int master(long partition) {
    long entry = moved.get(partition);
    return entry == NEVER_MOVED ? first.master(partition) : (int) (entry & SITE_MASK);
  }

  @Override
  public int term(long partition) {
    long entry = moved.get(partition);
    return entry == NEVER_MOVED ? first.term(partition) : (int) (entry >>> SITE_BITS);
  }

  @Override
  public boolean isLive(long partition) {
    return true;
  }

  @Override
  public byte[] lowerBound(long partition) {
    return Range.OPEN;
  }

  @Override
  public int termAt(Mastership wanted) {
    return term(wanted.partition());
  }

  @Override
  public Owner describe(long partition) {
    return new Owner(partition, term(partition), master(partition));
  }

  @Override
  public Owner describeAt(int tableId, byte[] key) {
    throw new IllegalStateException("a grid has no ranges");
  }

  @Override
  public Owner describe(Mastership wanted) {
    return describe(wanted.partition());
  }

  @Override
  public boolean move(long partition, int term, int grantee) {
    if (term != term(partition) + 1) {
      return false;
    }
    put(partition, term, grantee);
    return true;
  }

  @Override
  public boolean reshape(Reshape change) {
    return false; // a grid has the borders that it has
  }

  @Override
  public boolean fits(Reshape change) {
    return false;
  }

  /**
   * Holds unless a later term is known, whatever sites have left: they left what never moved, and
   * this one had.
   */
  @Override
  public void restore(long partition, byte[] from, int term, int master) {
    long entry = moved.get(partition);
    if (entry == NEVER_MOVED || term > (int) (entry >>> SITE_BITS)) {
      put(partition, term, master);
    }
  }

  /**
   * Of a partition that is not known to have moved, the successors of sites that left may be known,
   * and not that it had moved before: then what is reported holds, whatever the term.
   */
  @Override
  public boolean learn(Owner owner, Listener listener) {
    long partition = owner.partition();
    boolean known =
        moved.get(partition) == NEVER_MOVED
            ? first.isOfLine(partition, owner.term(), owner.site())
            : owner.term() <= term(partition);
    if (known || owner.term() == 0) {
      return false;
    }
    int before = master(partition);
    put(partition, owner.term(), owner.site());
    if (before != owner.site()) {
      listener.onMoved(partition, before, owner.site());
    }
    return true;
  }

  private void put(long partition, int term, int master) {
    if (!moved.containsKey(partition)) {
      inOrder.addLong(partition);
    }
    moved.put(partition, (long) term << SITE_BITS | master);
  }

  @Override
  public long shape() {
    return 0;
  }

  @Override
  public int size() {
    return inOrder.size();
  }

  /** Cells keep their place, so those that move first while it lasts are visited, too. */
  @Override
  public Walk walk() {
    int[] next = {0};
    return (most, visitor) -> {
      int end = (int) Math.min(inOrder.size(), (long) next[0] + most);
      while (next[0] < end) {
        visitor.visit(describe(inOrder.getLong(next[0]++)));
      }
      return next[0] < inOrder.size();
    };
  }
}
