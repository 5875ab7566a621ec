package org.thetisdb.simulation;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.simulation.cost.UnitCosts;
import org.thetisdb.store.DelegatingRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * A row store that takes time: what reads or writes a row keeps its event loop busy for what that
 * costs on a real machine ({@link World#spend}).
 */
public final class ChargedStore extends DelegatingRowStore {
  private final World world;
  private final List<Integer> sites;
  private final UnitCosts costs;
  private Work ownWrite = Work.ROW_WRITTEN;
  private long read;
  private long scanned;
  private long written;
  private long refreshed;

  /** Rows of {@code sites}, which share them, that cost their readers and writers time. */
  public ChargedStore(World world, List<Integer> sites, UnitCosts costs, RowStore rows) {
    super(rows);
    this.world = world;
    this.sites = List.copyOf(sites);
    this.costs = costs;
  }

  /** While {@code task} runs, its own sites write what an epoch has decided. */
  void whileCommitting(Runnable task) {
    ownWrite = Work.ROW_COMMITTED;
    try {
      task.run();
    } finally {
      ownWrite = Work.ROW_WRITTEN;
    }
  }

  /** Rows that were looked for by their keys so far. */
  public long read() {
    return read;
  }

  /** Rows that scans have met so far. */
  public long scanned() {
    return scanned;
  }

  /** Versions that its own sites have installed so far. */
  public long written() {
    return written;
  }

  /** Versions of other sites that were installed so far. */
  public long refreshed() {
    return refreshed;
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    spendOnReading();
    return store.read(key, snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    spendOnReading();
    return store.readNewest(key, into);
  }

  private void spendOnReading() {
    read++;
    world.spend(costs, Work.ROW_READ, 1);
  }

  private void spendOnWriting(long stamp) {
    if (sites.contains(Stamp.site(stamp))) {
      written++;
      world.spend(costs, ownWrite, 1);
    } else {
      refreshed++;
      world.spend(costs, Work.ROW_REFRESHED, 1);
    }
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
    spendOnWriting(stamp);
    return store.install(key, stamp, position, row, offset, length, watermark);
  }

  @Override
  public int installIfNewer(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    spendOnWriting(stamp);
    return store.installIfNewer(key, stamp, position, row, offset, length, watermark);
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
    spendOnWriting(stamp);
    return store.installDelta(key, base, stamp, position, delta, offset, length, watermark);
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    spendOnReading();
    store.scan(
        tableId,
        from,
        to,
        backwards,
        snapshot,
        (key, version) -> {
          scanned++;
          world.spend(costs, Work.ROW_SCANNED, 1);
          return visitor.visit(key, version);
        });
  }
}
