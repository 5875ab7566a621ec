package org.thetisdb.router.reading;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.ClientMessage.Call;

/** A call that is read at a site. Owned by the engine's thread. */
final class SiteRead {
  private final Call call;
  private Outcome outcome;

  /** Hears once what became of a read, unless it is canceled before. */
  interface Outcome {
    /** A site has read it at a cut. */
    void onResult(SiteRead read, VersionVector cut, byte[] value);

    /** It is for the router that leads. */
    void onRefused(SiteRead read);
  }

  SiteRead(Call call, Outcome outcome) {
    this.call = call;
    this.outcome = outcome;
  }

  Call call() {
    return call;
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
