package org.thetisdb.benchmarks.hostile;

/** Hears how a run gets on. */
public interface HostileListener {
  /** Something begins. */
  void onStep(String what);

  /** A kind is over. */
  void onKind(KindResult result);
}
