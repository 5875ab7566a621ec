package org.thetisdb.router.reading;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.ClientMessage.Call;

/** A call that is read at a site. Owned by the engine's thread. */
final class SiteRead {
  private final Call call;
  private final String user;
  private Outcome outcome;

  /** Hears once what became of a read, unless it is canceled before. */
  interface Outcome {
    /** A site has read it at a cut. */
    void onResult(SiteRead read, VersionVector cut, byte[] value);

    /** It is for the router that leads. */
    void onRefused(SiteRead read);
  }

  SiteRead(Call call, String user, Outcome outcome) {
    this.call = call;
    this.user = user;
    this.outcome = outcome;
  }

  Call call() {
    return call;
  }

  /** Whose call it is; empty for one who may do everything. */
  String user() {
    return user;
  }

  /** Nobody waits for it any more. */
  void cancel() {
    outcome = null;
  }

  void succeed(VersionVector cut, byte[] value) {
    Outcome waiting = outcome;
    outcome = null;
    if (waiting != null) {
      waiting.onResult(this, cut, value);
    }
  }

  void refuse() {
    Outcome waiting = outcome;
    outcome = null;
    if (waiting != null) {
      waiting.onRefused(this);
    }
  }
}
