package org.thetisdb.benchmarks.hostile;

/**
 * A family of hostile work.
 *
 * @param name how it is asked for
 * @param description what it does, in a few words
 * @param clients how many threads do it side by side
 * @param attack what each of them does again and again
 */
public record HostileKind(String name, String description, int clients, Attack attack) {
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
