package org.thetisdb.router.scheme.morphosys;

/**
 * What was learned, from one router that leads to the next (decision 0170), and whether that is
 * enough to plan with. Not thread-safe.
 */
final class ModelHandOver {
  /** Of fewer sampled updates nothing is made that no call needs. */
  private static final int LEAST_SAMPLES = 500;

  /** The same where those of another router are among them, as many as it could hand over. */
  private static final int LEAST_TAKEN_OVER = 100;

  /** Sampled transactions that are handed over at most. */
  private static final int MOST_HANDED_OVER = 4_096;

  private final WorkloadModel model;
  private final LearnedCosts costs;
  private final PlannedCopies copies;
  private int leastSamples = LEAST_SAMPLES;
  private long handedOver;

  ModelHandOver(WorkloadModel model, LearnedCosts costs, PlannedCopies copies) {
    this.model = model;
    this.costs = costs;
    this.copies = copies;
  }

  /** Whether enough updates were sampled to plan what no call needs. */
  boolean hasSeenEnough() {
    return model.updates() >= leastSamples;
  }

  /** What was learned since the last time; empty if there is nothing new. */
  byte[] learned() {
    if (costs.observations() == handedOver) {
      return new byte[0];
    }
    handedOver = costs.observations();
    return ModelCodec.encode(
        new ModelCodec.Learned(costs.learned(), model.someSamples(MOST_HANDED_OVER), copies.own()));
  }

  /**
   * Goes on with it.
   *
   * @throws org.thetisdb.core.bytes.CodecException if it is damaged; then nothing is changed
   */
  void goOnWith(byte[] learned, long nowUs) {
    ModelCodec.Learned before = ModelCodec.decode(learned);
    costs.take(before.costs());
    model.takeOver(before.samples(), nowUs);
    copies.takeOver(before.copies(), nowUs);
    handedOver = costs.observations();
    leastSamples = Math.max(LEAST_TAKEN_OVER, Math.min(LEAST_SAMPLES, model.updates()));
  }
}
