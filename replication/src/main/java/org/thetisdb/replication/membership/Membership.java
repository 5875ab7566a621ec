package org.thetisdb.replication.membership;

import java.util.function.Consumer;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;

/**
 * Which processes live, in which incarnation, and which router leads. Transactions never touch it.
 * Callbacks run on the scheduler that the caller names; no call blocks.
 */
public interface Membership extends AutoCloseable {
  /**
   * Reads the cluster's settings, or writes {@code wanted} if the cluster is new. All that call get
   * the same answer.
   */
  void cluster(ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done);

  /** Gives a number that no earlier call for this site got: 1, 2, 3 and so on. */
  void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done);

  /**
   * Gives an epoch above all that were ever given, to number things with; nobody leads with it, and
   * the leader goes on with its own.
   */
  void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done);

  /**
   * Registers a site as alive until the registration is closed. If the session with the registry is
   * lost, the same incarnation is registered again as soon as the registry can be reached: whether
   * it may still act is for the log to say.
   */
  Registration register(SiteInfo site);

  /**
   * Stands for leadership with {@code address} as the place where clients find this router. As long
   * as it stands, and its session with the registry lasts, all that watch hear that it lives.
   */
  Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener);

  /**
   * Watches the living sites, the living routers and the leader. The listener gets the present
   * state first.
   */
  AutoCloseable watch(Scheduler scheduler, MembershipListener listener);

  /** Leaves. */
  @Override
  void close();

  /** An answer or an error. */
  record Result<T>(T value, RuntimeException error) {
    /** The value; throws the error if there is one. */
    public T orThrow() {
      if (error != null) {
        throw error;
      }
      return value;
    }
  }

  /** A living site: id, incarnation, and where the router reaches it. */
  record SiteInfo(int site, int incarnation, Address address) {}

  /** A site that is registered. */
  interface Registration extends AutoCloseable {
    /**
     * Until when, on the clock given to the membership, this process may believe that nobody has
     * declared it dead. It counts from the sending of the last renewal that was answered.
     * Thread-safe.
     */
    LeaseTerm lease();

    /**
     * Whether a later incarnation of the site was given out: this one is never registered again,
     * and nothing that it appends behind the later one's fence counts. Thread-safe.
     */
    boolean isReplaced();

    @Override
    void close();
  }

  /** A router that stands for leadership. */
  interface Candidacy extends AutoCloseable {
    /**
     * Takes the place of the router that leads, if that is still the one at {@code silent}: of
     * which nobody hears, though its session with the registry lasts. It is tried once. A router
     * that is overthrown so hears of it like one that loses its session. Thread-safe.
     */
    void challenge(Address silent);

    @Override
    void close();
  }

  /** Hears about the own leadership. */
  interface LeaderListener {
    /** This router leads, with an epoch above that of every leader before. */
    void onElected(int epoch);

    /** Leadership may be lost: take no new decision. */
    void onDeposed();
  }
}
