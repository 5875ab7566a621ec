package org.thetisdb.core.scheme;

import java.util.Iterator;
import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.core.scheme.SchemeSpec.ReplicaLayout;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;

/** All schemes that there are. Stateless. */
public final class SchemeRegistry {
  /** Mastership moves until each transaction runs at one site. */
  public static final SchemeSpec DYNAMAST =
      new SchemeSpec(
          "dynamast",
          "mastership moves to where transactions need it",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.FOLLOWS_TRANSACTIONS,
          Dispatch.ONE_SITE,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.LOCAL);

  /** All updates at one site, reads at any: what DynaMast is compared with. */
  public static final SchemeSpec SINGLE_MASTER =
      new SchemeSpec(
          "single-master",
          "all updates run at one site, reads at any",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.ONE_SITE,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.LOCAL);

  /** Masters are fixed, and two-phase commit joins them. */
  public static final SchemeSpec MULTI_MASTER =
      new SchemeSpec(
          "multi-master",
          "masters are fixed; transactions over several of them use two-phase commit",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED,
          Dispatch.WITH_PARTICIPANTS,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.TWO_PHASE);

  /** Partitions with fixed masters and backups; transactions involve all masters they meet. */
  public static final SchemeSpec PARTITION_STORE =
      new SchemeSpec(
          "partition-store",
          "masters are fixed, reads go to them; over several of them two-phase commit",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED,
          Dispatch.WITH_ALL_MASTERS,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.TWO_PHASE);

  /** A partitioned store whose placement was cut from a trace, as Schism does. */
  public static final SchemeSpec SCHISM =
      new SchemeSpec(
          "schism",
          "a partition-store whose placement was cut offline from a trace",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED_BY_TRACE,
          Dispatch.WITH_ALL_MASTERS,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.TWO_PHASE);

  /** All that a transaction meets is brought to its client's site. */
  public static final SchemeSpec LEAP =
      new SchemeSpec(
          "leap",
          "all that a transaction reads or writes is brought to its client's site",
          Isolation.STRONG_SESSION_SNAPSHOT,
          ReplicaLayout.FULL,
          PlacementPolicy.FOLLOWS_EACH_TRANSACTION,
          Dispatch.WHERE_ALL_IS_MASTERED,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.LOCAL);

  /** Batches on one state, of which reservations choose what commits. */
  public static final SchemeSpec ARIA =
      new SchemeSpec(
          "aria",
          "calls run in batches at one site, without locks; reads go to any site",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.ONE_SITE,
          ConcurrencyControl.BATCH_RESERVATIONS,
          SiteCommit.LOCAL);

  /** Locks in an order that was fixed before. */
  public static final SchemeSpec CALVIN =
      new SchemeSpec(
          "calvin",
          "calls run at one site, under locks that are granted in a fixed order; reads at any",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.ONE_SITE,
          ConcurrencyControl.ORDERED_LOCKS,
          SiteCommit.LOCAL);

  /** Placeholders in an order that was fixed before. */
  public static final SchemeSpec BOHM =
      new SchemeSpec(
          "bohm",
          "calls run at one site, when what they read is filled in by those before; reads at any",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.ONE_SITE,
          ConcurrencyControl.PLACEHOLDERS,
          SiteCommit.LOCAL);

  /** Placeholders that are filled piece by piece. */
  public static final SchemeSpec PWV =
      new SchemeSpec(
          "pwv",
          "as bohm; what a piece of a call wrote is seen by later ones before the call is whole",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.ONE_SITE,
          ConcurrencyControl.PIECES,
          SiteCommit.LOCAL);

  /** Two phases in turn: each site alone for what it masters, then one for all that crosses. */
  public static final SchemeSpec STAR =
      new SchemeSpec(
          "star",
          "masters are fixed; in turn each runs its own calls, and one site those over several",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED,
          Dispatch.BY_PHASE,
          ConcurrencyControl.ROW_LOCKS,
          SiteCommit.LOCAL);

  /** Strict two-phase locking over fixed masters: what STAR is compared with. */
  public static final SchemeSpec DIST_S2PL =
      new SchemeSpec(
          "dist-s2pl",
          "masters are fixed; read and write locks at all of them, and two-phase commit",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED,
          Dispatch.WITH_ALL_MASTERS,
          ConcurrencyControl.READ_WRITE_LOCKS,
          SiteCommit.TWO_PHASE);

  /** Optimistic concurrency control at one primary: what STAR is compared with. */
  public static final SchemeSpec PB_OCC =
      new SchemeSpec(
          "pb-occ",
          "all calls run at one primary, without locks; the other sites are its backups",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.AT_PRIMARY,
          ConcurrencyControl.VALIDATION,
          SiteCommit.LOCAL);

  /** Optimistic concurrency control over fixed masters: what STAR is compared with. */
  public static final SchemeSpec DIST_OCC =
      new SchemeSpec(
          "dist-occ",
          "masters are fixed; what was read is validated at them, and two-phase commit",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.FIXED,
          Dispatch.WITH_ALL_MASTERS,
          ConcurrencyControl.VALIDATION,
          SiteCommit.TWO_PHASE);

  /** Epochs over sites, with Silo's validation: COCO with physical time. */
  public static final SchemeSpec COCO_PT =
      new SchemeSpec(
          "coco-pt",
          "keys are spread over all sites; calls are validated there, and commit by the epoch",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.IN_EPOCHS,
          ConcurrencyControl.VALIDATION,
          SiteCommit.EPOCH);

  /** Epochs over sites, with TicToc's intervals: COCO with logical time. */
  public static final SchemeSpec COCO_LT =
      new SchemeSpec(
          "coco-lt",
          "as coco-pt; calls commit in logical time, and what they have read is not locked",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.IN_EPOCHS,
          ConcurrencyControl.LOGICAL_TIME,
          SiteCommit.EPOCH);

  /** Batches over sites, of which reservations at all of them choose what commits. */
  public static final SchemeSpec DIST_ARIA =
      new SchemeSpec(
          "dist-aria",
          "keys are spread over all sites; calls run there in batches, without locks",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.IN_EPOCHS,
          ConcurrencyControl.BATCHES_OVER_SITES,
          SiteCommit.EPOCH);

  /** Locks at all sites, granted in the order in which the router sends calls. */
  public static final SchemeSpec DIST_CALVIN =
      new SchemeSpec(
          "dist-calvin",
          "keys are spread over all sites; calls run there when all they meet is locked, in order",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.IN_EPOCHS,
          ConcurrencyControl.ORDERED_LOCKS_OVER_SITES,
          SiteCommit.EPOCH);

  /** Strict two-phase locking over sites, committed by the epoch: what STAR is compared with. */
  public static final SchemeSpec EPOCH_S2PL =
      new SchemeSpec(
          "epoch-s2pl",
          "keys are spread over all sites; calls lock what they meet there, and commit by the epoch",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.IN_EPOCHS,
          ConcurrencyControl.READ_WRITE_LOCKS,
          SiteCommit.EPOCH);

  /** One primary, whose log takes commits by the epoch: what STAR is compared with. */
  public static final SchemeSpec EPOCH_PB_OCC =
      new SchemeSpec(
          "epoch-pb-occ",
          "as pb-occ; what an epoch has committed goes to the log and the backups at its end",
          Isolation.SERIALIZABLE,
          ReplicaLayout.FULL,
          PlacementPolicy.ONE_SITE,
          Dispatch.AT_PRIMARY,
          ConcurrencyControl.VALIDATION,
          SiteCommit.EPOCH);

  private static final List<SchemeSpec> ALL =
      List.of(
          DYNAMAST,
          SINGLE_MASTER,
          MULTI_MASTER,
          PARTITION_STORE,
          SCHISM,
          LEAP,
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
          EPOCH_PB_OCC);

  private SchemeRegistry() {}

  /** Every scheme; the first is what a cluster has that is not told otherwise. */
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

  /** The scheme of a cluster that is not told otherwise. */
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
