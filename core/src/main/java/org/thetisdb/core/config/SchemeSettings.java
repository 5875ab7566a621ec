package org.thetisdb.core.config;

import java.util.List;

/** What only some schemes have: batches, phases, epochs, tables that all read. */
public final class SchemeSettings {
  /** Bound on a batch. */
  public static final Setting<Integer> BATCH_CALLS =
      Setting.ofInt(
          "batch.calls",
          256,
          1,
          10_000,
          "Schemes aria, calvin, bohm and pwv: calls of one batch at most; dist-aria: for each site");

  /** How long calls wait for others to share their batch. */
  public static final Setting<Integer> BATCH_WAIT_US =
      Setting.ofInt(
          "batch.wait_us",
          0,
          0,
          100_000,
          "Schemes aria, calvin, bohm, pwv and dist-aria: microseconds that a batch waits for more"
              + " calls, from its first call on");

  /** Whether reading what an earlier transaction of the batch writes is a conflict. */
  public static final Setting<Reordering> BATCH_REORDERING =
      Setting.ofChoice(
          "batch.reordering",
          Reordering.ON,
          "Schemes aria and dist-aria: on, a call that has read what an earlier one of its batch"
              + " writes commits before that one where it can; off, it loses");

  /** Whether later calls see pieces of earlier ones. */
  public static final Setting<Pieces> BATCH_PIECES =
      Setting.ofChoice(
          "batch.pieces",
          Pieces.ON,
          "Scheme pwv: on, what a piece of a call wrote is seen by later ones before the call is"
              + " whole; off, each call is one piece");

  /** What becomes of those that lost. */
  public static final Setting<BatchFallback> BATCH_FALLBACK =
      Setting.ofChoice(
          "batch.fallback",
          BatchFallback.AUTO,
          "Schemes aria and dist-aria: always, calls that lost a conflict lock their rows and"
              + " run behind their batch; never, they are first in the next one; auto, the first"
              + " while many lose, under dist-aria if more is decided so");

  /** How long the two phases of STAR last together. */
  public static final Setting<Integer> STAR_ITERATION_MS =
      Setting.ofInt(
          "star.iteration_ms",
          10,
          1,
          10_000,
          "Scheme star: how long both phases last together; longer, fewer switches; shorter,"
              + " calls wait less for their phase");

  /** How long an epoch of COCO lasts; 0 if that follows from what the log takes. */
  public static final Setting<Integer> EPOCH_MS =
      Setting.ofInt(
          "epoch.ms",
          0,
          0,
          1_000,
          "Schemes coco-pt, coco-lt, dist-calvin, epoch-s2pl and epoch-pb-occ: how long an"
              + " epoch lasts; longer, fewer and larger appends; shorter, calls wait less; 0: about"
              + " as long as the log takes, from 1 to 10 ms");

  /** What calls in epochs and batches are held to. */
  public static final Setting<EpochIsolation> EPOCH_ISOLATION =
      Setting.ofChoice(
          "epoch.isolation",
          EpochIsolation.SERIALIZABLE,
          "Schemes coco-pt, coco-lt, aria and dist-aria, of a new cluster: serializable; or snapshot,"
              + " what a call reads is from one snapshot, and need not hold when it commits (write"
              + " skew is possible)");

  /** What a fragment does that meets rows which others have prepared. */
  public static final Setting<FragmentControl> DTXN_CONTROL =
      Setting.ofChoice(
          "dtxn.control",
          FragmentControl.LOCKING,
          "Scheme dtxn, a fragment that meets rows which another one has prepared: locking, it waits"
              + " for the decision; speculative, it runs on them, and commits behind that one;"
              + " blocking, it waits for all that is undecided at its site, whatever the rows, and"
              + " what comes behind it waits for it; auto, the router chooses locking or speculative"
              + " by what it measures, at most once in 10 s");

  /** The time after which a table that nobody writes counts as read-mostly. */
  public static final Setting<Integer> READ_MOSTLY_REST_MS =
      Setting.ofInt(
          "read_mostly.rest_ms",
          3_000,
          0,
          3_600_000,
          "Schemes star, coco-pt, coco-lt, dist-aria, dist-calvin, epoch-s2pl, dtxn,"
              + " partition-store, schism and leap: a table that no call has written for so long is"
              + " read-mostly, and each site reads its own copy. Under the first seven calls have to"
              + " meet several sites"
              + " for it before, and a call that writes it runs alone, or in a single-master phase."
              + " 0: no table is");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          BATCH_CALLS,
          BATCH_WAIT_US,
          BATCH_REORDERING,
          BATCH_PIECES,
          BATCH_FALLBACK,
          STAR_ITERATION_MS,
          EPOCH_MS,
          EPOCH_ISOLATION,
          DTXN_CONTROL,
          READ_MOSTLY_REST_MS);

  private SchemeSettings() {}

  /** What a fragment does over rows that are not decided (Dtxn). */
  public enum FragmentControl {
    /** It waits for the decision. */
    LOCKING,
    /** It runs on them, and is decided behind those who wrote them. */
    SPECULATIVE,
    /** Locking or speculative, which the router chooses by what it measures. */
    AUTO,
    /** It waits for all that is undecided at its site, and all behind it wait for it. */
    BLOCKING
  }

  /** Whether transactions of a batch may commit in another order than they came (Aria). */
  public enum Reordering {
    /** They may. */
    ON,
    /** They commit in the order in which they came. */
    OFF
  }

  /** Whether transactions are seen piece by piece by those behind them (PWV). */
  public enum Pieces {
    /** They are. */
    ON,
    /** Each is one piece. */
    OFF
  }

  /** When transactions of a batch that lost a conflict run under row locks (Aria). */
  public enum BatchFallback {
    /** While many of them lose. */
    AUTO,
    /** At once. */
    ALWAYS,
    /** They are first in the next batch, where they win. */
    NEVER
  }

  /** What calls that run in epochs or in batches are held to (COCO, Aria). */
  public enum EpochIsolation {
    /** They are as if they had run one after the other. */
    SERIALIZABLE,
    /** Each reads one snapshot, and the first to commit a change of a row wins. */
    SNAPSHOT
  }
}
