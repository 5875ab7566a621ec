package org.thetisdb.server.stage;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.state.SiteState;

/** What sessions have seen, as their calls tell it. */
final class SessionVectors {
  private SessionVectors() {}

  /**
   * What a session has seen of this site was there.
   *
   * @throws ThetisException VECTOR_AHEAD if it was not
   */
  static void requireReal(Execute call, SiteState state) {
    if (call.vector().get(state.self()) > state.log().position()) {
      throw new ThetisException(
          ErrorCode.VECTOR_AHEAD,
          call.vector().get(state.self()),
          state.self(),
          state.log().position());
    }
  }
}
