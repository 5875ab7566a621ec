package org.thetisdb.benchmarks.ycsb;

import org.thetisdb.benchmarks.driver.script.Weights;

/** The workloads A to F of YCSB: weights, and which records are preferred. */
public enum YcsbPreset {
  /** Half reads, half updates. */
  A(false, "50,50,0,0,0"),
  /** Few updates. */
  B(false, "95,5,0,0,0"),
  /** Reads only. */
  C(false, "100,0,0,0,0"),
  /** New records, and those are read most. */
  D(true, "95,0,5,0,0"),
  /** Short scans, and new records. */
  E(false, "0,0,5,95,0"),
  /** Half reads, half reads that are followed by a change of the same record. */
  F(false, "50,0,0,0,50");

  private final boolean latest;
  private final String percent;

  YcsbPreset(boolean latest, String percent) {
    this.latest = latest;
    this.percent = percent;
  }

  /** Whether the newest records are preferred; else records all over the table. */
  public boolean prefersLatest() {
    return latest;
  }

  /** Read, update, insert, scan, read-modify-write. */
  public Weights weights() {
    return Weights.parse(percent, Ycsb.OPERATIONS);
  }
}
