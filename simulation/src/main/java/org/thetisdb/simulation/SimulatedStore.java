package org.thetisdb.simulation;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.store.DelegatingRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * A row store whose memory is full for a while. Then it refuses what transactions want to write;
 * when the headroom is used up as well, it cannot take refresh transactions either. What was
 * promised to a transaction it keeps.
 */
public final class SimulatedStore extends DelegatingRowStore {
  private static final int MIB = 20;

  private final List<Integer> sites;
  private final Clock clock;
  private final Memory memory;

  /** How long the memory of a machine is full; outlives the processes on it. */
  public static final class Memory {
    private long fullUntilUs;
    private boolean headroomIsUsed;

    /** From now on there is no room for a while. */
    public void fill(long untilUs, boolean withHeadroom) {
      fullUntilUs = untilUs;
      headroomIsUsed = withHeadroom;
    }
  }

  /** A store of {@code sites}, which share it, over {@code rows}. */
  public SimulatedStore(List<Integer> sites, Clock clock, Memory memory, RowStore rows) {
    super(rows);
    this.sites = sites;
    this.clock = clock;
    this.memory = memory;
  }

  private boolean isFull() {
    return clock.nowUs() < memory.fullUntilUs;
  }

  private ThetisException full() {
    return new ThetisException(
        ErrorCode.MEMORY_FULL, sites.get(0), store.limitBytes() >> MIB, store.limitBytes() >> MIB);
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    return store.read(key, snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    return store.readNewest(key, into);
  }

  @Override
  public int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    refuseIfFull(stamp);
    return store.install(key, stamp, position, row, offset, length, watermark);
  }

  @Override
  public int installDelta(
      RowKey key,
      long base,
      long stamp,
      long position,
      byte[] delta,
      int offset,
      int length,
      Snapshot watermark) {
    refuseIfFull(stamp);
    return store.installDelta(key, base, stamp, position, delta, offset, length, watermark);
  }

  private void refuseIfFull(long stamp) {
    if (memory.headroomIsUsed && !sites.contains(Stamp.site(stamp)) && isFull()) {
      throw full();
    }
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    store.scan(tableId, from, to, backwards, snapshot, visitor);
  }

  @Override
  public void reserve(int count, long bytes) {
    if (isFull()) {
      throw full();
    }
    super.reserve(count, bytes);
  }

  @Override
  public void reserveDeletes(int count) {
    if (memory.headroomIsUsed && isFull()) {
      throw full();
    }
    super.reserveDeletes(count);
  }

  @Override
  public RowStore whole() {
    return store.whole();
  }
}
