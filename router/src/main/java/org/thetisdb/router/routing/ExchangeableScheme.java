package org.thetisdb.router.routing;

import java.util.List;
import java.util.Optional;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.cost.CostSummary;

/**
 * A scheme in whose place another one can be put, so that what asks it need not hear of that
 * (decision 0034). Not thread-safe.
 */
public final class ExchangeableScheme implements Scheme {
  private Scheme now;

  /** Begins with a scheme. */
  public ExchangeableScheme(Scheme first) {
    this.now = first;
  }

  /** Puts another scheme over the same placement in its place. */
  public void exchange(Scheme next) {
    now = next;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    now.observe(footprint, session, nowUs);
  }

  @Override
  public void observe(Footprint footprint, long kind, long session, long nowUs) {
    now.observe(footprint, kind, session, nowUs);
  }

  @Override
  public void observeRead(Footprint footprint, long nowUs) {
    now.observeRead(footprint, nowUs);
  }

  @Override
  public boolean wantsTimes(long nowUs) {
    return now.wantsTimes(nowUs);
  }

  @Override
  public void onTimed(TimedCall call) {
    now.onTimed(call);
  }

  @Override
  public void onReleased(List<Move> moves, ChangeTimes times) {
    now.onReleased(moves, times);
  }

  @Override
  public boolean wants(Reshape change, long nowUs) {
    return now.wants(change, nowUs);
  }

  @Override
  public void onReshaped(Reshape change, ChangeTimes times) {
    now.onReshaped(change, times);
  }

  @Override
  public List<CostSummary> costs() {
    return now.costs();
  }

  @Override
  public CopyChange nextCopy(ReplicaSets there, long nowUs) {
    return now.nextCopy(there, nowUs);
  }

  @Override
  public void onCopyRecorded(CopyChange change, long id, long nowUs) {
    now.onCopyRecorded(change, id, nowUs);
  }

  @Override
  public byte[] learned() {
    return now.learned();
  }

  @Override
  public void goOnWith(byte[] learned, long nowUs) {
    now.goOnWith(learned, nowUs);
  }

  @Override
  public List<Rebalance> takeAside() {
    return now.takeAside();
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    return now.routeUpdate(footprint, session, nowUs);
  }

  @Override
  public Route routeFrom(long client, Footprint footprint, VersionVector session, long nowUs) {
    return now.routeFrom(client, footprint, session, nowUs);
  }

  @Override
  public Footprint localized(long client, Footprint footprint, long nowUs) {
    return now.localized(client, footprint, nowUs);
  }

  @Override
  public long[] lackedAt(int site, Footprint footprint) {
    return now.lackedAt(site, footprint);
  }

  @Override
  public Footprint gathered(Footprint footprint, long nowUs) {
    return now.gathered(footprint, nowUs);
  }

  @Override
  public int copiesFor(Footprint footprint, long nowUs) {
    return now.copiesFor(footprint, nowUs);
  }

  @Override
  public void copyFor(Footprint footprint, long nowUs) {
    now.copyFor(footprint, nowUs);
  }

  @Override
  public boolean wantsKept(long id) {
    return now.wantsKept(id);
  }

  @Override
  public boolean hasCopiesFor(int site, Footprint footprint) {
    return now.hasCopiesFor(site, footprint);
  }

  @Override
  public int lostMasterOf(Footprint footprint) {
    return now.lostMasterOf(footprint);
  }

  @Override
  public void onTooLarge(long partition, long nowUs) {
    now.onTooLarge(partition, nowUs);
  }

  @Override
  public long[] predictWrites(Beginning beginning) {
    return now.predictWrites(beginning);
  }

  @Override
  public Route routeTo(int site, long[] partitions, VersionVector session, long nowUs) {
    return now.routeTo(site, partitions, session, nowUs);
  }

  @Override
  public Placement placement() {
    return now.placement();
  }

  @Override
  public int gathersAt() {
    return now.gathersAt();
  }

  @Override
  public String gatheringReason() {
    return now.gatheringReason();
  }

  @Override
  public void observeTransaction(Footprint written, Beginning beginning, long session, long nowUs) {
    now.observeTransaction(written, beginning, session, nowUs);
  }

  @Override
  public void onCommitted(boolean moved, long nowUs) {
    now.onCommitted(moved, nowUs);
  }

  @Override
  public DecisionLog decisions() {
    return now.decisions();
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return now.routeRead(footprint, session);
  }

  @Override
  public Route routeKeepingReads(Footprint footprint) {
    return now.routeKeepingReads(footprint);
  }

  @Override
  public int[] participants(Footprint footprint, int site) {
    return now.participants(footprint, site);
  }

  @Override
  public int[] alsoRead(Footprint footprint, int site) {
    return now.alsoRead(footprint, site);
  }

  @Override
  public boolean mastersAreFixed() {
    return now.mastersAreFixed();
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return now.rebalance(nowUs);
  }

  @Override
  public boolean needsBorders() {
    return now.needsBorders();
  }

  @Override
  public double writeShare(int site) {
    return now.writeShare(site);
  }
}
