package org.thetisdb.router.routing.reshape;

import java.util.List;
import java.util.Optional;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.Rebalance;

/** A policy for borders in whose place another one can be put. Not thread-safe. */
public final class ExchangeableReshaping implements ReshapePolicy {
  private ReshapePolicy now;

  /** Begins with a policy. */
  public ExchangeableReshaping(ReshapePolicy first) {
    this.now = first;
  }

  /** Puts another policy over the same placement in its place. */
  public void exchange(ReshapePolicy next) {
    now = next;
  }

  @Override
  public boolean wantsCall() {
    return now.wantsCall();
  }

  @Override
  public void onWrite(long partition, RowKey lowest, RowKey highest) {
    now.onWrite(partition, lowest, highest);
  }

  @Override
  public void onMoved(long partition, RowKey lowest, RowKey highest) {
    now.onMoved(partition, lowest, highest);
  }

  @Override
  public void onNeeded(long nowUs) {
    now.onNeeded(nowUs);
  }

  @Override
  public List<Reshape> plan(long nowUs) {
    return now.plan(nowUs);
  }

  @Override
  public void onRefused(Reshape change) {
    now.onRefused(change);
  }

  @Override
  public Optional<Rebalance> move(long nowUs) {
    return now.move(nowUs);
  }
}
