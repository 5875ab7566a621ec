package org.thetisdb.benchmarks.hostile;

/**
 * A family of hostile work.
 *
 * @param name how it is asked for
 * @param description what it does, in a few words
 * @param clients how many threads do it side by side
 * @param attack what each of them does again and again
 * @param user as whom they log in, one of {@link HostileUsers}; empty for whoever runs them
 */
public record HostileKind(
    String name, String description, int clients, Attack attack, String user) {
  /** One whose clients may do what whoever runs them may. */
  public HostileKind(String name, String description, int clients, Attack attack) {
    this(name, description, clients, attack, "");
  }

  /** Whether its clients log in. */
  public boolean logsIn() {
    return !user.isEmpty();
  }

  /** One thread's doing. */
  @FunctionalInterface
  public interface Attack {
    /**
     * Does it once. What the database refuses is noted by the attacker and does not come up here.
     *
     * @throws InterruptedException if the time is over
     */
    void strike(Attacker attacker) throws InterruptedException;
  }
}
