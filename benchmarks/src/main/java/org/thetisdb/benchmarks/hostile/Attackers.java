package org.thetisdb.benchmarks.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;
import org.thetisdb.core.id.Address;

/** The threads of one kind, from their beginning to their end. For one thread. */
final class Attackers {
  private static final long PATIENCE_MS = 3_000;

  private final List<Attacker> attackers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Tally tally = new Tally();

  /** Threads that work for so long, and begin at once. */
  static Attackers start(
      HostileKind kind, long seed, Address address, ConnectionSource source, long forMs) {
    Attackers started = new Attackers();
    SplittableRandom seeds = new SplittableRandom(seed * 31 + kind.name().hashCode());
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMs);
    for (int i = 0; i < kind.clients(); i++) {
      Attacker attacker = new Attacker(seeds.split(), address, source, started.tally, deadlineNs);
      Thread thread = new Thread(() -> work(kind, attacker), "hostile " + kind.name() + " " + i);
      thread.setDaemon(true);
      started.attackers.add(attacker);
      started.threads.add(thread);
    }
    started.threads.forEach(Thread::start);
    return started;
  }

  private static void work(HostileKind kind, Attacker attacker) {
    try (attacker) {
      while (!attacker.isOver()) {
        kind.attack().strike(attacker);
      }
    } catch (InterruptedException e) {
      // The time is over.
    }
  }

  /** Waits until all have ended; cancels what runs then, and at last tears connections down. */
  void end(long waitMs) throws InterruptedException {
    if (!join(waitMs)) {
      attackers.forEach(Attacker::stop);
    }
    if (!join(PATIENCE_MS)) {
      attackers.forEach(Attacker::abandon);
      threads.forEach(Thread::interrupt);
    }
    boolean unused = join(PATIENCE_MS);
  }

  private boolean join(long waitMs) throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    for (Thread thread : threads) {
      long restMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
      if (thread.isAlive()) {
        thread.join(Math.max(1, restMs));
      }
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }

  Tally.Counts counts() {
    return tally.counts();
  }
}
