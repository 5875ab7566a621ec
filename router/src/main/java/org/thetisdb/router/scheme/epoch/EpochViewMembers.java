package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * The sites that take part in an epoch view, the rules that they follow, and how they are notified.
 * One of them is the epoch coordinator, whose log takes all. Owned by the engine's thread.
 */
final class EpochViewMembers implements EpochOrder.Primaries {
  private final long epochView;
  private final int epochCoordinator;
  private final SiteLink epochCoordinatorLink;
  private final List<Integer> members;
  private final int epochCoordinatorShare;
  private final EpochViewRules rules;
  private final List<Integer> closed;
  private final SiteTable sites;
  private final EpochMemberChoice primaries;

  EpochViewMembers(
      long epochView,
      int epochCoordinator,
      List<Integer> members,
      int epochCoordinatorShare,
      EpochViewRules rules,
      List<Integer> closed,
      SiteTable sites,
      RouterCatalog catalog) {
    this.epochView = epochView;
    this.epochCoordinator = epochCoordinator;
    this.epochCoordinatorLink = sites.link(epochCoordinator);
    this.members = List.copyOf(members);
    this.epochCoordinatorShare = epochCoordinatorShare;
    this.rules = rules;
    this.closed = List.copyOf(closed);
    this.sites = sites;
    this.primaries =
        new EpochMemberChoice(this.members, epochCoordinator, epochCoordinatorShare, catalog);
  }

  /** The rules of epoch views under a scheme. */
  static EpochViewRules rules(SchemeSpec scheme, EpochConfig config) {
    Apart apart =
        switch (scheme.concurrency()) {
          case LOGICAL_TIME -> Apart.LOGICAL_TIME;
          case BATCHES_OVER_SITES ->
              config.batches().fallback() == BatchFallback.NEVER
                  ? Apart.BATCHES
                  : Apart.BATCHES_WITH_FALLBACK;
          case ORDERED_LOCKS_OVER_SITES -> Apart.ORDERED_LOCKS;
          case READ_WRITE_LOCKS -> Apart.NO_WAIT_LOCKS;
          case ROW_LOCKS,
              BATCH_RESERVATIONS,
              ORDERED_LOCKS,
              PLACEHOLDERS,
              PIECES,
              VALIDATION,
              OWN ->
              Apart.PHYSICAL_TIME;
        };
    return new EpochViewRules(apart, config.snapshots() && !apart.locksFirst());
  }

  /** The number of the epoch view. */
  long epochView() {
    return epochView;
  }

  EpochViewRules rules() {
    return rules;
  }

  int epochCoordinator() {
    return epochCoordinator;
  }

  /** The link to the epoch coordinator as it was when the epoch view began. */
  SiteLink epochCoordinatorLink() {
    return epochCoordinatorLink;
  }

  /** All members, the epoch coordinator among them. */
  List<Integer> sites() {
    return members;
  }

  /**
   * The part of the keys that the epoch coordinator has, in tenths of what each other member has.
   */
  int epochCoordinatorShare() {
    return epochCoordinatorShare;
  }

  /** Whether nobody writes a table, so that each member reads its own copy. */
  boolean isClosed(int table) {
    return closed.contains(table);
  }

  @Override
  public KeySet openPart(KeySet footprint) {
    return closed.isEmpty() ? footprint : footprint.without(this::isClosed);
  }

  @Override
  public BitSet primariesOf(KeySet footprint, List<KeyRange> alsoRanges) {
    return primaries.primariesOf(footprint, alsoRanges);
  }

  /** Adds the primary of a key. */
  void addPrimary(RowKey key, BitSet all) {
    primaries.addPrimary(key, all);
  }

  /** Adds the primaries of the keys of a range. */
  void addPrimaries(KeyRange range, BitSet all) {
    primaries.addPrimaries(range, all);
  }

  /** At which member a call runs. */
  int executorOf(PendingCall call) {
    return primaries.of(call);
  }

  /** The other members than some. */
  BitSet without(BitSet some) {
    BitSet others = new BitSet();
    members.forEach(others::set);
    others.andNot(some);
    return others;
  }

  /** Has all begin, in two steps; {@code seen} is what they have together. */
  void begin(boolean second, VersionVector seen) {
    tellAll(
        new BeginEpochView(
            epochView,
            epochCoordinator,
            members,
            epochCoordinatorShare,
            rules,
            closed,
            second,
            seen));
  }

  void tellAll(RouterToSite message) {
    members.forEach(member -> send(member, message));
  }

  /** Notifies all but one; all, if that is site 0. */
  void tellOthers(int site, RouterToSite message) {
    members.stream().filter(member -> member != site).forEach(member -> send(member, message));
  }

  /** Sends a message to a member if it is there; one that is lost ends the epoch view. */
  void send(int site, RouterToSite message) {
    if (sites.isReady(site)) {
      sites.link(site).send(message);
    }
  }
}
