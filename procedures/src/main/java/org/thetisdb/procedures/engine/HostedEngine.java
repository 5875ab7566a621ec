package org.thetisdb.procedures.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.partition.EnginePartition;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;

/**
 * An engine of one version of a jar at one site: its partitions are made when a fragment first
 * comes, and brought to where their logs stand. Thread-safe.
 */
public final class HostedEngine {
  private final String name;
  private final EngineTables tables;
  private final Supplier<StorageEngine> maker;

  /** Is asked about fragments, and runs none. */
  private final StorageEngine empty;

  private final AtomicReferenceArray<HostedPartition> partitions =
      new AtomicReferenceArray<>(ChangePartitions.MOST_PARTITIONS);

  private HostedEngine(String name, Supplier<StorageEngine> maker) {
    this.name = name;
    this.tables = EngineTables.of(name);
    this.maker = maker;
    this.empty = maker.get();
  }

  /**
   * The procedures by which clients reach an engine.
   *
   * @param name of the engine: the simple name of its class
   * @param maker makes an empty partition
   */
  public static List<Procedure> procedures(String name, Supplier<StorageEngine> maker) {
    HostedEngine engine = new HostedEngine(name, maker);
    return List.of(
        new RunFragment(engine),
        new RunFragments(engine),
        new ChangePartitions(engine),
        new ReadMetadata(engine));
  }

  String name() {
    return name;
  }

  EngineTables tables() {
    return tables;
  }

  void plan(Plan plan, long partition, byte[] fragment) {
    if (empty.onlyReads(fragment)) {
      plan.read(tables.partitions(), partition)
          .readRange(tables.log().prefix(partition))
          .readRange(tables.snapshots().prefix(partition));
      return;
    }
    plan.write(tables.partitions(), partition)
        .writeRange(tables.log().prefix(partition))
        .writeRange(tables.snapshots().prefix(partition));
  }

  byte[] execute(Context ctx, long partition, byte[] fragment, long metadataVersion) {
    if (partition < 0 || partition >= ChangePartitions.MOST_PARTITIONS) {
      throw ctx.abort("Engine %s has no partition %d.".formatted(name, partition));
    }
    return hosted((int) partition).execute(ctx, tables, partition, fragment, metadataVersion);
  }

  private HostedPartition hosted(int partition) {
    HostedPartition hosted = partitions.get(partition);
    if (hosted == null) {
      partitions.compareAndSet(partition, null, host(partition));
      hosted = partitions.get(partition);
    }
    return hosted;
  }

  private HostedPartition host(int partition) {
    return new HostedPartition(
        new EnginePartition("Partition %d of engine %s".formatted(partition, name), maker));
  }
}
