package org.thetisdb.lab.torture;

/** Hears how a run gets on; calls come from the thread that runs it. */
public interface TortureListener {
  /** A step of the run begins or has ended; one sentence. */
  void onStep(String what);

  /** A fault is over: when it came, what was done, and what it cost, see {@link InjectedFault}. */
  void onWound(double atS, String what, long pauseMs, long longestMs, long wholeMs);

  /** Something went wrong. */
  void onProblem(double atS, String what);
}
