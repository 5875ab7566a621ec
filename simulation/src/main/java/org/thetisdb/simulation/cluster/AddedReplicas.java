package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;

/**
 * Replicas are added at sites that hold only a part of the rows, and dropped, while clients call
 * and things break. An administrator asks, and repeats what was not answered. In the end all that
 * there are must be filled, and the copies be there that the cluster keeps by itself.
 */
final class AddedReplicas {
  private static final long REPEAT_US = 100_000;
  private static final long GAP_US = 120_000;
  private static final int MOST = 6;

  private final Surroundings surroundings;
  private final List<SiteMachine> sites;
  private final List<String> tables;
  private final ClientMachine administrator;
  private final RandomGenerator random;
  private final List<Replica> there = new ArrayList<>();
  private boolean active = true;
  private int asked;
  private int changes;
  private boolean filled;

  private record Replica(String range, int site) {}

  /**
   * Nothing happens until {@link #start}.
   *
   * @param sites all there are
   * @param tables of which replicas are added
   */
  AddedReplicas(
      Surroundings surroundings,
      List<SiteMachine> sites,
      ClientMachine administrator,
      List<String> tables) {
    this.surroundings = surroundings;
    this.sites = sites;
    this.tables = tables;
    this.administrator = administrator;
    this.random = surroundings.world().newRandom();
  }

  /** Begins to add and drop. */
  void start() {
    after(
        1 + random.nextLong(2 * GAP_US),
        () -> {
          if (active) {
            change();
            start();
          }
        });
  }

  /** Begins no more changes; what was asked for goes on. From here on it looks what is filled. */
  void stop() {
    active = false;
    look();
  }

  /** Whether what was asked for was answered, and all replicas are filled. */
  boolean isIdle() {
    return asked == 0 && filled;
  }

  /** How many were added or dropped. */
  int changes() {
    return changes;
  }

  private void change() {
    if (asked > 0) {
      return;
    }
    if (there.size() < MOST && random.nextInt(3) > 0) {
      add();
    } else if (!there.isEmpty()) {
      ask(ChangeReplicas.DROP, there.get(random.nextInt(there.size())));
    }
  }

  private void add() {
    List<SiteMachine> partial =
        sites.stream()
            .filter(
                site -> !surroundings.cluster().holdsAll(site.id()) && !site.isToLeave(site.id()))
            .toList();
    if (partial.isEmpty()) {
      return;
    }
    int site = partial.get(random.nextInt(partial.size())).id();
    String table = tables.get(random.nextInt(tables.size()));
    int from = random.nextInt(12);
    String range = random.nextInt(3) > 0 ? table : table + ":" + from + ".." + (from + 8);
    ask(ChangeReplicas.ADD, new Replica(range, site));
  }

  private void ask(String action, Replica replica) {
    asked++;
    surroundings.trace("CHANGE %s replica of %s at site-%d", action, replica.range, replica.site);
    askAgain(action, replica);
  }

  private void askAgain(String action, Replica replica) {
    administrator
        .core()
        .changeReplicas(
            action, replica.range, replica.site, outcome -> onAnswer(action, replica, outcome));
  }

  private void onAnswer(String action, Replica replica, CallOutcome outcome) {
    boolean refused = outcome.code() == ErrorCode.REPLICA_CHANGE_REFUSED;
    if (!outcome.isCommitted() && !refused) {
      after(REPEAT_US, () -> askAgain(action, replica));
      return;
    }
    surroundings.trace("CHANGE %s %s: %s", action, replica, outcome);
    asked--;
    changes += refused ? 0 : 1;
    if (action.equals(ChangeReplicas.ADD) && !refused && !there.contains(replica)) {
      there.add(replica);
    } else if (action.equals(ChangeReplicas.DROP)) {
      there.remove(replica);
    }
  }

  private void look() {
    administrator
        .core()
        .changeReplicas(
            ChangeReplicas.LIST,
            "",
            0,
            outcome -> {
              filled = outcome.isCommitted() && isWhole(outcome.result().toString());
              after(REPEAT_US, this::look);
            });
  }

  /** All are filled, and there are as many copies as are wanted. */
  private static boolean isWhole(String told) {
    return !told.contains("\"copying\"")
        && !told.contains("another copy is to come")
        && !told.contains("a copy is filled")
        && !told.contains("a copy goes");
  }

  private void after(long us, Runnable task) {
    surroundings.world().at(surroundings.world().nowUs() + us, task);
  }
}
