package org.thetisdb.router.estimate;

import java.util.List;

/**
 * What a call does under a scheme, in the mean of all calls of a workload: work of the router and
 * of all engines together, where that is done, waits, and what is kept from others. Immutable.
 */
public final class CallWork {
  private final Builder parts;

  private CallWork(Builder parts) {
    this.parts = parts;
  }

  /**
   * What a site has of a call in epoch views, or anywhere else where sites have different parts.
   *
   * @param once however often the call runs
   * @param eachRun for each of its runs
   */
  public record Part(Steps once, Steps eachRun) {}

  /**
   * How much later a call begins anew that had to.
   *
   * @param us microseconds for each time
   * @param often the sooner the less often it had to, until it had to so often; 0 if that makes no
   *     difference
   */
  public record Anew(double us, double often) {
    /** Microseconds of all times together. */
    public double us(double times) {
      return times * us * (often == 0 ? 1 : Math.min(1, times / often));
    }
  }

  /** What is described, for people. */
  public static Builder named(String why) {
    return new Builder(why);
  }

  /** How the work comes, in a few words. */
  public String why() {
    return parts.why;
  }

  /** What the router does for each run. */
  public Steps router() {
    return parts.router;
  }

  /** What engines do once for a call. */
  public Steps once() {
    return parts.once;
  }

  /** What engines do for each run. */
  public Steps eachRun() {
    return parts.eachRun;
  }

  /** How often a call runs, beside what {@link Hold}s make it run again. */
  public double runs() {
    return parts.runs;
  }

  /** The share of the busiest site, beside reads that go anywhere, and parts of sites. */
  public double busiest() {
    return parts.busiest;
  }

  /** Of the work of engines that which is done at any site that is fresh. */
  public Steps anywhere() {
    return parts.anywhere;
  }

  /** Parts of sites that may have more to do than others; empty where {@link #busiest} says all. */
  public List<Part> sites() {
    return parts.sites;
  }

  /** Microseconds that a call waits, also for others, so that they bound how many there are. */
  public double waitUs() {
    return parts.waitUs;
  }

  /** Microseconds of its way there and back, which bound nothing but a call alone. */
  public double answerUs() {
    return parts.answerUs;
  }

  /** Microseconds that each run waits while nobody works for others. */
  public double idleUs() {
    return parts.idleUs;
  }

  /** What is done for others, one after the other, before a call is answered. */
  public Steps queued() {
    return parts.queued;
  }

  /** How much later a call begins anew. */
  public Anew anew() {
    return parts.anew;
  }

  /** What it keeps from others. */
  public List<Hold> holds() {
    return parts.holds;
  }

  /** Puts a description together. For one thread. */
  public static final class Builder {
    private final String why;
    private Steps router = Steps.NONE;
    private Steps once = Steps.NONE;
    private Steps eachRun = Steps.NONE;
    private double runs = 1;
    private double busiest = 1;
    private Steps anywhere = Steps.NONE;
    private List<Part> sites = List.of();
    private double waitUs;
    private double answerUs;
    private double idleUs;
    private Steps queued = Steps.NONE;
    private Anew anew = new Anew(0, 0);
    private List<Hold> holds = List.of();

    private Builder(String why) {
      this.why = why;
    }

    /** See {@link CallWork#router}. */
    public Builder router(Steps steps) {
      router = steps;
      return this;
    }

    /** See {@link CallWork#once}. */
    public Builder once(Steps steps) {
      once = steps;
      return this;
    }

    /** See {@link CallWork#eachRun}. */
    public Builder eachRun(Steps steps) {
      eachRun = steps;
      return this;
    }

    /** See {@link CallWork#runs}. */
    public Builder runs(double times) {
      runs = times;
      return this;
    }

    /** See {@link CallWork#busiest}. */
    public Builder busiest(double share) {
      busiest = share;
      return this;
    }

    /** See {@link CallWork#anywhere}. */
    public Builder anywhere(Steps steps) {
      anywhere = steps;
      return this;
    }

    /** See {@link CallWork#sites}. */
    public Builder sites(Part... parts) {
      sites = List.of(parts);
      return this;
    }

    /** See {@link CallWork#waitUs}. */
    public Builder waits(double us) {
      waitUs = us;
      return this;
    }

    /** See {@link CallWork#answerUs}. */
    public Builder answers(double us) {
      answerUs = us;
      return this;
    }

    /** See {@link CallWork#idleUs}. */
    public Builder idles(double us) {
      idleUs = us;
      return this;
    }

    /** See {@link CallWork#queued}. */
    public Builder queued(Steps steps) {
      queued = steps;
      return this;
    }

    /** See {@link CallWork#anew}. */
    public Builder anew(Anew newAnew) {
      anew = newAnew;
      return this;
    }

    /** See {@link CallWork#holds}. */
    public Builder holds(Hold... newHolds) {
      holds = List.of(newHolds);
      return this;
    }

    /** The description. */
    public CallWork build() {
      return new CallWork(this);
    }
  }
}
