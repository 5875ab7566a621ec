package org.thetisdb.router.schism;

import java.util.Arrays;
import java.util.List;

/**
 * Transactions of a cluster, each with the partitions that it wrote, and those that it only read.
 * Immutable by contract: the arrays must not be changed.
 *
 * @param partitionKeys keys in a cell of the cluster's grid; 0 where partitions were ranges, and
 *     then there are no transactions
 * @param seen how many transactions there were, of which these are the last
 * @param transactions in the order in which they began
 */
public record Trace(int partitionKeys, long seen, List<Access> transactions) {
  /**
   * What one transaction accessed.
   *
   * @param written partitions that it wrote
   * @param read partitions that it read and did not write
   */
  public record Access(long[] written, long[] read) {
    /** All partitions; those first that are written. */
    long[] all() {
      long[] all = Arrays.copyOf(written, written.length + read.length);
      System.arraycopy(read, 0, all, written.length, read.length);
      return all;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Access that
          && Arrays.equals(written, that.written)
          && Arrays.equals(read, that.read);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(written) + Arrays.hashCode(read);
    }

    @Override
    public String toString() {
      return TraceFile.line(this);
    }
  }
}
