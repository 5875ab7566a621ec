package org.thetisdb.server.scheme;

import java.util.function.Predicate;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/** The calls at a site, as far as schemes take, stop or wake them. */
public interface SiteCalls {
  /**
   * Takes a call from a router.
   *
   * @param part its part in a transaction over several sites; null if it is whole
   * @param state what the scheme that leads it keeps of it
   */
  void admit(Execute call, Connection router, Part part, CallState state);

  /** Sends calls back that wait, and are no part of interactive transactions. */
  void sendBack(Predicate<Transaction> which);

  /** Ends interactive transactions that keep partitions here. */
  void endInteractive(String why);

  /** What may be written here has changed. */
  void onMastersChanged();

  /** What stands in the logs is waited for. */
  void expedite();
}
