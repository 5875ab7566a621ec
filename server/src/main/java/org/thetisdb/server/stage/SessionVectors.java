package org.thetisdb.server.stage;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.commit.GroupCommit;

/** What sessions have seen of this site, as their calls tell it. */
public final class SessionVectors {
  private final GroupCommit log;
  private final int self;

  /** Sessions of the site with this log. */
  SessionVectors(GroupCommit log, int self) {
    this.log = log;
    this.self = self;
  }

  /**
   * What a session has seen of this site was there.
   *
   * @throws ThetisException VECTOR_AHEAD if it was not
   */
  public void requireReal(Execute call) {
    if (call.vector().get(self) > log.position()) {
      throw new ThetisException(
          ErrorCode.VECTOR_AHEAD, call.vector().get(self), self, log.position());
    }
  }
}
