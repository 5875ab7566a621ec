package org.thetisdb.server.reader;

import java.util.function.BooleanSupplier;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;

/**
 * One router that reads here, as its reads see it: takes what a call reports to the router that
 * leads, and hands on results alone. All else means that the router that leads is to be asked.
 * Owned by the site's engine.
 */
final class Reader implements Connection {
  private final Connection router;
  private final BooleanSupplier isMember;
  private int underWay;

  Reader(Connection router, BooleanSupplier isMember) {
    this.router = router;
    this.isMember = isMember;
  }

  /** Reads that are not answered yet. */
  int underWay() {
    return underWay;
  }

  /** Another read begins. */
  void begins() {
    underWay++;
  }

  @Override
  public void send(Message message) {
    if (message instanceof Executed executed) {
      if (executed.errorNumber() == 0 && isMember.getAsBoolean()) {
        answer(new ReadResult(executed.attemptId(), executed.vector(), executed.value()));
      } else {
        refuse(executed.attemptId());
      }
    } else if (message instanceof Replan replan) {
      refuse(replan.attemptId());
    } else if (message instanceof Unsettled unsettled) {
      refuse(unsettled.attemptId());
    }
  }

  private void refuse(long readId) {
    answer(new ReadRefused(readId, WhyNot.NOT_NOW));
  }

  private void answer(Message answer) {
    underWay--;
    router.send(answer);
  }

  @Override
  public Peer peer() {
    return router.peer();
  }

  @Override
  public boolean isCongested() {
    return router.isCongested();
  }

  @Override
  public Address remoteAddress() {
    return router.remoteAddress();
  }

  @Override
  public void close() {
    router.close();
  }
}
