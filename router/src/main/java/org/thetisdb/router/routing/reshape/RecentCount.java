package org.thetisdb.router.routing.reshape;

/** A count in which everything weighs half as much after two seconds. Not thread-safe. */
final class RecentCount {
  private static final double HALF_LIFE_US = 2_000_000;

  /** What comes so often in a second weighs that much divided by this, after a while. */
  static final double PER_S = Math.log(2) * 1e6 / HALF_LIFE_US;

  private double weight;
  private long weighedUs;

  void add(double more, long nowUs) {
    weight = at(nowUs) + more;
    weighedUs = nowUs;
  }

  double at(long nowUs) {
    return weight * Math.pow(0.5, (nowUs - weighedUs) / HALF_LIFE_US);
  }

  /** When something was counted last. */
  long lastUs() {
    return weighedUs;
  }

  /** A share of it as a count of its own. */
  RecentCount part(double share) {
    RecentCount part = new RecentCount();
    part.weight = share * weight;
    part.weighedUs = weighedUs;
    return part;
  }
}
