package org.thetisdb.router.routing.reshape;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Clock;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;

/**
 * Decides where ranges get borders and where borders go. What masters what is a scheme's affair;
 * borders only say what can be mastered apart. Called on one thread.
 */
public interface ReshapePolicy {
  /** Leaves all borders as they are: for a grid, and for schemes that spread nothing. */
  ReshapePolicy NONE =
      new ReshapePolicy() {
        @Override
        public boolean wantsCall() {
          return false;
        }

        @Override
        public void onWrite(long partition, RowKey lowest, RowKey highest) {}

        @Override
        public List<Reshape> plan(long nowUs) {
          return List.of();
        }
      };

  /** Whether the next call that writes is wanted; asked once for each. */
  boolean wantsCall();

  /**
   * Takes note that a call that was wanted writes in a range.
   *
   * @param lowest the first key that it writes there, and {@code highest} the last
   */
  void onWrite(long partition, RowKey lowest, RowKey highest);

  /**
   * Takes note that a range was moved for a call. Reported once for a call and a range.
   *
   * @param lowest where that which the call writes there begins, and {@code highest} where it ends;
   *     keys that are found while it runs may come from a span that reaches beyond the range
   */
  default void onMoved(long partition, RowKey lowest, RowKey highest) {}

  /**
   * Takes note that at this moment load cannot be spread, for want of borders ({@link
   * Scheme#needsBorders}).
   */
  default void onNeeded(long nowUs) {}

  /** Changes that should be made now; called some times in a second. */
  List<Reshape> plan(long nowUs);

  /** The scheme does not want a change that was planned. */
  default void onRefused(Reshape change) {}

  /** Moves of ranges that nobody else would make; none, but in tests. */
  default Optional<Rebalance> move(long nowUs) {
    return Optional.empty();
  }

  /** Makes a policy. */
  @FunctionalInterface
  interface Factory {
    /**
     * A policy over a placement.
     *
     * @param mostRanges no border is to come when there are so many ranges
     */
    ReshapePolicy create(
        Placement placement,
        ClusterView cluster,
        KeyPrefixes keys,
        Clock clock,
        int mostRanges,
        RandomGenerator random);
  }

  /** Knows where columns end in keys. */
  @FunctionalInterface
  interface KeyPrefixes {
    /**
     * Bytes of the first {@code columns} columns of a key; 0 if its table is not known or its key
     * has fewer columns.
     */
    int prefixLength(RowKey key, int columns);
  }
}
