package org.thetisdb.server.txn;

/** The stages that calls pass, in their order. */
@FunctionalInterface
public interface CallPath {
  /** Takes a call from where it stands as far as it goes at this moment. */
  void lead(Transaction t);
}
