package org.thetisdb.dtxn.partition;

import static com.example.sums.SumsEngine.add;
import static com.example.sums.SumsEngine.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.sums.SumsEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.UndoRecord;

/** A partition runs each fragment on what the log says, whatever it has run before. */
class EnginePartitionTest {
  private SumsEngine engine;
  private final EnginePartition partition = new EnginePartition("Partition 0", this::make);

  private SumsEngine make() {
    engine = new SumsEngine();
    return engine;
  }

  /** A log as one transaction sees it; another one may see another. */
  private static final class ListLog implements PartitionLog {
    private final List<LogRecord> records = new ArrayList<>();
    private LogPosition head = LogPosition.START;
    private LogPosition held = LogPosition.START;
    private long first = 1;
    private byte[] snapshot = {};

    long run(EnginePartition partition, byte[] fragment) {
      ExecutedFragment done = partition.execute(this, fragment);
      if (done.record() != null) {
        records.add(done.record());
        head = done.head();
      }
      return sum(done.response());
    }

    /** The snapshot of a partition that has run this log takes the place of its records. */
    void hold(EnginePartition partition) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        partition.writeSnapshot(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      snapshot = out.toByteArray();
      held = head;
      first = head.version() + 1;
      records.clear();
    }

    ListLog copy() {
      ListLog copy = new ListLog();
      copy.records.addAll(records);
      copy.head = head;
      copy.held = held;
      copy.first = first;
      copy.snapshot = snapshot;
      return copy;
    }

    @Override
    public LogPosition head() {
      return head;
    }

    @Override
    public LogPosition snapshotPosition() {
      return held;
    }

    @Override
    public InputStream snapshot() {
      return new ByteArrayInputStream(snapshot);
    }

    @Override
    public List<LogRecord> records(long version, int limit) {
      int from = (int) (version - first);
      return from < 0 || from >= records.size()
          ? List.of()
          : List.copyOf(records.subList(from, Math.min(records.size(), from + limit)));
    }
  }

  @Test
  void fragmentsGoOneOnTheOther() {
    ListLog log = new ListLog();
    assertThat(log.run(partition, add(1, 5))).isEqualTo(5);
    assertThat(log.run(partition, add(1, 6))).isEqualTo(11);
    assertThat(log.run(partition, add(1, 0))).isEqualTo(11);
    assertThat(log.records).as("who only reads is not logged").hasSize(2);
  }

  @Test
  void whatWasRolledBackIsUndoneBeforeTheNextOne() {
    ListLog log = new ListLog();
    log.run(partition, add(1, 5));
    log.copy().run(partition, add(1, 100));
    assertThat(log.run(partition, add(1, 1))).isEqualTo(6);
    assertThat(engine.undone).isEqualTo(1);
  }

  @Test
  void twoTransactionsTakeTurnsOverTheirOwnRounds() {
    ListLog log = new ListLog();
    log.run(partition, add(1, 5));
    ListLog one = log.copy();
    ListLog other = log.copy();
    assertThat(one.run(partition, add(1, 10))).isEqualTo(15);
    assertThat(other.run(partition, add(1, 20))).isEqualTo(25);
    assertThat(one.run(partition, add(1, 1))).isEqualTo(16);
    assertThat(other.run(partition, add(1, 1))).isEqualTo(26);
  }

  @Test
  void aRefusedFragmentLeavesNothing() {
    ListLog log = new ListLog();
    log.run(partition, add(1, 5));
    assertThatThrownBy(() -> log.run(partition, add(1, -6)))
        .isInstanceOf(FragmentRefusedException.class)
        .hasMessage("Sum 1 has only 5.");
    assertThat(log.run(partition, add(1, 0))).isEqualTo(5);
  }

  @Test
  void anotherSiteFollowsTheLog() {
    ListLog log = new ListLog();
    for (int i = 0; i < 3_000; i++) {
      log.run(partition, add(i % 7, i));
    }
    EnginePartition other = new EnginePartition("Partition 0", SumsEngine::new);
    assertThat(log.copy().run(other, add(3, 0))).isEqualTo(log.run(partition, add(3, 0)));
  }

  @Test
  void aSnapshotTakesThePlaceOfTheLog() {
    ListLog log = new ListLog();
    ListLog old = new ListLog();
    for (int i = 0; i < 300; i++) {
      log.run(partition, add(i % 7, i));
      if (i == 100) {
        old = log.copy();
      }
    }
    long expected = log.run(partition, add(3, 0));
    log.hold(partition);
    EnginePartition other = new EnginePartition("Partition 0", SumsEngine::new);
    assertThat(log.run(other, add(3, 1))).isEqualTo(expected + 1);
    assertThat(old.run(other, add(0, 0))).as("a transaction from before").isPositive();
    assertThat(log.run(other, add(3, 0))).isEqualTo(expected + 1);
  }

  @Test
  void onlySoMuchIsKeptToBeUndone() {
    ListLog log = new ListLog();
    for (int i = 0; i < EnginePartition.MOST_UNDONE + 10; i++) {
      log.run(partition, add(1, 1));
    }
    assertThat(engine.freed).isEqualTo(10);
    ListLog far = log.copy();
    for (int i = 0; i < EnginePartition.MOST_UNDONE + 1; i++) {
      far.run(partition, add(1, 1));
    }
    assertThat(log.run(partition, add(1, 0)))
        .as("built anew")
        .isEqualTo(EnginePartition.MOST_UNDONE + 10);
  }

  @Test
  void whatDiffersAtAnotherSiteIsNoticed() {
    ListLog log = new ListLog();
    for (int i = 1; i <= EnginePartition.DIGEST_EVERY; i++) {
      log.run(partition, add(i % 7, i));
    }
    EnginePartition other =
        new EnginePartition(
            "Partition 0",
            () ->
                new SumsEngine() {
                  @Override
                  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
                    byte[] other = fragment.clone();
                    other[11] ^= (byte) (fragment[10] == 1 ? 1 : 0);
                    return super.executeFragment(other, undo);
                  }
                });
    assertThatThrownBy(() -> log.copy().run(other, add(1, 0)))
        .isInstanceOf(EngineFaultException.class)
        .hasMessageContaining("differs from its first run at version 1024");
  }

  @Test
  void anEngineThatFailsIsBuiltAnew() {
    ListLog log = new ListLog();
    log.run(partition, add(1, 5));
    assertThatThrownBy(() -> log.run(partition, new byte[3]))
        .isInstanceOf(EngineFaultException.class)
        .hasMessageStartingWith("Partition 0 failed: ");
    assertThat(log.run(partition, add(1, 1))).isEqualTo(6);
  }

  @Test
  void aLogWithAGapIsRefused() {
    ListLog log = new ListLog();
    log.run(partition, add(1, 5));
    log.run(partition, add(1, 6));
    log.records.remove(0);
    EnginePartition other = new EnginePartition("Partition 0", SumsEngine::new);
    assertThatThrownBy(() -> log.run(other, add(1, 0))).isInstanceOf(EngineFaultException.class);
  }

  /** Three sites run and roll back at random; each answer is what the log alone gives. */
  @Test
  void anyWayOverSitesAndRollbacksGivesTheSame() {
    for (long seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<EnginePartition> sites = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        sites.add(new EnginePartition("Partition 0", SumsEngine::new));
      }
      ListLog committed = new ListLog();
      long[] sums = new long[4];
      for (int step = 0; step < 400; step++) {
        ListLog transaction = committed.copy();
        long[] seen = sums.clone();
        EnginePartition site = sites.get(random.nextInt(10) == 0 ? random.nextInt(3) : 0);
        for (int rounds = 1 + random.nextInt(3); rounds > 0; rounds--) {
          int sum = random.nextInt(4);
          int delta = random.nextInt(4);
          seen[sum] += delta;
          assertThat(transaction.run(site, add(sum, delta)))
              .as("seed %d, step %d", seed, step)
              .isEqualTo(seen[sum]);
        }
        if (random.nextInt(3) > 0) {
          committed = transaction;
          sums = seen;
          if (random.nextInt(50) == 0) {
            committed.hold(site);
          }
        }
      }
    }
  }
}
