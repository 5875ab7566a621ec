package org.thetisdb.core.scheme;

import java.util.Iterator;
import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;

/** All schemes that there are. Stateless. */
public final class SchemeRegistry {
  /** Mastership moves until each transaction runs at one site. */
  public static final SchemeSpec DYNAMAST =
      SchemeSpec.named("dynamast", "mastership moves to where transactions need it")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.FOLLOWS_TRANSACTIONS)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.READS_ANYWHERE, Trait.LEARNS_PLACEMENT)
          .build();

  /** All updates at one site, reads at any: what DynaMast is compared with. */
  public static final SchemeSpec SINGLE_MASTER =
      SchemeSpec.named("single-master", "all updates run at one site, reads at any")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.READS_ANYWHERE, Trait.ONE_MASTER)
          .build();

  /** Masters are fixed, and two-phase commit joins them. */
  public static final SchemeSpec MULTI_MASTER =
      SchemeSpec.named(
              "multi-master",
              "masters are fixed; transactions over several of them use two-phase commit")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.WITH_PARTICIPANTS)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .traits(
              Trait.READS_ANYWHERE,
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.ASKS_MASTERS,
              Trait.PREPARES_READS)
          .build();

  /** Partitions with fixed masters and backups; transactions involve all masters they meet. */
  public static final SchemeSpec PARTITION_STORE =
      SchemeSpec.named(
              "partition-store",
              "masters are fixed, reads go to them; over several of them two-phase commit")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.WITH_ALL_MASTERS)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .livesOn(Layout.PARTIAL)
          .traits(
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.PREPARES_READS)
          .build();

  /** A partitioned store of which each master runs its part of a transaction. */
  public static final SchemeSpec DTXN =
      SchemeSpec.named(
              "dtxn", "masters are fixed; each runs its part of a call, and one record commits all")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.IN_FRAGMENTS)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .traits(
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.PREPARES_READS)
          .build();

  /** A partitioned store whose placement was derived from a trace, as Schism does. */
  public static final SchemeSpec SCHISM =
      SchemeSpec.named("schism", "a partition-store whose placement was cut offline from a trace")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.FIXED_BY_TRACE)
          .dispatch(Dispatch.WITH_ALL_MASTERS)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .livesOn(Layout.PARTIAL)
          .traits(
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.NEEDS_PLACEMENT,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.PREPARES_READS)
          .build();

  /** A partitioned store of which clumps move to where there is less to do, as Clay has it. */
  public static final SchemeSpec CLAY =
      SchemeSpec.named(
              "clay",
              "a partition-store; what is accessed together moves to less busy sites every so often")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.BY_CLUMPS)
          .dispatch(Dispatch.WITH_ALL_MASTERS)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .livesOn(Layout.PARTIAL)
          .traits(
              Trait.MASTERS_STAY,
              Trait.MOVES_CLUMPS,
              Trait.HAS_GRID,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.PREPARES_READS)
          .build();

  /** All that a transaction meets is brought to its client's site. */
  public static final SchemeSpec LEAP =
      SchemeSpec.named(
              "leap", "all that a transaction reads or writes is brought to its client's site")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.FOLLOWS_EACH_TRANSACTION)
          .dispatch(Dispatch.WHERE_ALL_IS_MASTERED)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.LOCAL)
          .livesOn(Layout.PARTIAL)
          .traits(Trait.HAS_GRID, Trait.MOVES_ROWS)
          .build();

  /** Masters and borders by plans whose costs and benefits are learned. */
  public static final SchemeSpec MORPHOSYS =
      SchemeSpec.named(
              "morphosys", "masters and borders change by plans, whose costs and gains are learned")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .placement(PlacementPolicy.LEARNED_COST)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.LOCAL)
          .livesOn(Layout.PARTIAL)
          .livesOn(Layout.WITHOUT_FULL_SITE)
          .traits(
              Trait.READS_ANYWHERE, Trait.LEARNS_PLACEMENT, Trait.KEEPS_LEARNED, Trait.MOVES_ROWS)
          .build();

  /** Batches on one state, of which reservations choose what commits. */
  public static final SchemeSpec ARIA =
      SchemeSpec.named(
              "aria", "calls run in batches at one site, without locks; reads go to any site")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.BATCH_RESERVATIONS)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.CHOOSES_ISOLATION)
          .build();

  /** Locks in an order that was fixed before. */
  public static final SchemeSpec CALVIN =
      SchemeSpec.named(
              "calvin",
              "calls run at one site, under locks that are granted in a fixed order; reads at any")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.ORDERED_LOCKS)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES)
          .build();

  /** Placeholders in an order that was fixed before. */
  public static final SchemeSpec BOHM =
      SchemeSpec.named(
              "bohm",
              "calls run at one site, when what they read is filled in by those before; reads at any")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.PLACEHOLDERS)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES)
          .build();

  /** Placeholders that are filled piece by piece. */
  public static final SchemeSpec PWV =
      SchemeSpec.named(
              "pwv",
              "as bohm; what a piece of a call wrote is seen by later ones before the call is whole")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.ONE_SITE)
          .concurrency(ConcurrencyControl.PIECES)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES)
          .build();

  /** Two phases in turn: each site alone for what it masters, then one for all that crosses. */
  public static final SchemeSpec STAR =
      SchemeSpec.named(
              "star",
              "masters are fixed; in turn each runs its own calls, and one site those over several")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.BY_PHASE)
          .concurrency(ConcurrencyControl.ROW_LOCKS)
          .commit(SiteCommit.LOCAL)
          .livesOn(Layout.PARTIAL)
          .traits(Trait.MASTERS_STAY, Trait.HAS_GRID, Trait.READS_AT_MASTERS, Trait.LENDS_MASTERS)
          .build();

  /** Strict two-phase locking over fixed masters: what STAR is compared with. */
  public static final SchemeSpec DIST_S2PL =
      SchemeSpec.named(
              "dist-s2pl",
              "masters are fixed; read and write locks at all of them, and two-phase commit")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.WITH_ALL_MASTERS)
          .concurrency(ConcurrencyControl.READ_WRITE_LOCKS)
          .commit(SiteCommit.TWO_PHASE)
          .traits(
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.LOCKS_READS_AT_MASTERS)
          .build();

  /** Optimistic concurrency control at one primary: what STAR is compared with. */
  public static final SchemeSpec PB_OCC =
      SchemeSpec.named(
              "pb-occ",
              "all calls run at one primary, without locks; the other sites are its backups")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.AT_PRIMARY)
          .concurrency(ConcurrencyControl.VALIDATION)
          .commit(SiteCommit.LOCAL)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES)
          .build();

  /** Optimistic concurrency control over fixed masters: what STAR is compared with. */
  public static final SchemeSpec DIST_OCC =
      SchemeSpec.named(
              "dist-occ",
              "masters are fixed; what was read is validated at them, and two-phase commit")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.FIXED)
          .dispatch(Dispatch.WITH_ALL_MASTERS)
          .concurrency(ConcurrencyControl.VALIDATION)
          .commit(SiteCommit.TWO_PHASE)
          .traits(
              Trait.MASTERS_STAY,
              Trait.HAS_GRID,
              Trait.READS_AT_MASTERS,
              Trait.ASKS_MASTERS,
              Trait.LOCKS_READS_AT_MASTERS)
          .build();

  /** Epochs over sites, with Silo's validation: COCO with physical time. */
  public static final SchemeSpec COCO_PT =
      SchemeSpec.named(
              "coco-pt",
              "keys are spread over all sites; calls are validated there, and commit by the epoch")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.IN_EPOCHS)
          .concurrency(ConcurrencyControl.VALIDATION)
          .commit(SiteCommit.EPOCH)
          .traits(
              Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.SPREADS_CALLS, Trait.CHOOSES_ISOLATION)
          .build();

  /** Epochs over sites, with TicToc's intervals: COCO with logical time. */
  public static final SchemeSpec COCO_LT =
      SchemeSpec.named(
              "coco-lt",
              "as coco-pt; calls commit in logical time, and what they have read is not locked")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.IN_EPOCHS)
          .concurrency(ConcurrencyControl.LOGICAL_TIME)
          .commit(SiteCommit.EPOCH)
          .traits(
              Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.SPREADS_CALLS, Trait.CHOOSES_ISOLATION)
          .build();

  /** Batches over sites, of which reservations at all of them choose what commits. */
  public static final SchemeSpec DIST_ARIA =
      SchemeSpec.named(
              "dist-aria",
              "keys are spread over all sites; calls run there in batches, without locks")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.IN_EPOCHS)
          .concurrency(ConcurrencyControl.BATCHES_OVER_SITES)
          .commit(SiteCommit.EPOCH)
          .traits(
              Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.SPREADS_CALLS, Trait.CHOOSES_ISOLATION)
          .build();

  /** Locks at all sites, granted in the order in which the router sends calls. */
  public static final SchemeSpec DIST_CALVIN =
      SchemeSpec.named(
              "dist-calvin",
              "keys are spread over all sites; calls run there when all they meet is locked, in order")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.IN_EPOCHS)
          .concurrency(ConcurrencyControl.ORDERED_LOCKS_OVER_SITES)
          .commit(SiteCommit.EPOCH)
          .traits(
              Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.SPREADS_CALLS, Trait.CHOOSES_ISOLATION)
          .build();

  /** Strict two-phase locking over sites, committed by the epoch: what STAR is compared with. */
  public static final SchemeSpec EPOCH_S2PL =
      SchemeSpec.named(
              "epoch-s2pl",
              "keys are spread over all sites; calls lock what they meet there, and commit by the epoch")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.IN_EPOCHS)
          .concurrency(ConcurrencyControl.READ_WRITE_LOCKS)
          .commit(SiteCommit.EPOCH)
          .traits(
              Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.SPREADS_CALLS, Trait.CHOOSES_ISOLATION)
          .build();

  /** One primary, whose log takes commits by the epoch: what STAR is compared with. */
  public static final SchemeSpec EPOCH_PB_OCC =
      SchemeSpec.named(
              "epoch-pb-occ",
              "as pb-occ; what an epoch has committed goes to the log and the backups at its end")
          .claims(Isolation.SERIALIZABLE)
          .placement(PlacementPolicy.ONE_SITE)
          .dispatch(Dispatch.AT_PRIMARY)
          .concurrency(ConcurrencyControl.VALIDATION)
          .commit(SiteCommit.EPOCH)
          .traits(Trait.ONE_MASTER, Trait.NEEDS_RANGES, Trait.LOGS_BY_EPOCHS)
          .build();

  private static final List<SchemeSpec> ALL =
      List.of(
          DYNAMAST,
          SINGLE_MASTER,
          MULTI_MASTER,
          PARTITION_STORE,
          SCHISM,
          CLAY,
          LEAP,
          MORPHOSYS,
          ARIA,
          CALVIN,
          BOHM,
          PWV,
          STAR,
          DIST_S2PL,
          DIST_OCC,
          PB_OCC,
          COCO_PT,
          COCO_LT,
          DIST_ARIA,
          DIST_CALVIN,
          EPOCH_S2PL,
          EPOCH_PB_OCC,
          DTXN);

  private SchemeRegistry() {}

  /** Every scheme; the first is what a cluster has that has no other setting. */
  public static List<SchemeSpec> all() {
    return ALL;
  }

  /** The scheme of a name; null if there is none. */
  public static SchemeSpec find(String name) {
    for (SchemeSpec scheme : ALL) {
      if (scheme.name().equals(name)) {
        return scheme;
      }
    }
    return null;
  }

  /** The scheme of a cluster that has no other setting. */
  public static SchemeSpec byDefault() {
    return ALL.get(0);
  }

  /** The names of all schemes, for helps and completions of the command line. */
  public static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ALL.stream().map(SchemeSpec::name).iterator();
    }
  }
}
