package org.thetisdb.simulation.cluster.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToSite.LogPart;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.simulation.SimulatedLog;

/** What sites send of their logs stands there, byte for byte and at that offset. */
public final class LogStreamJudge {
  private static final int MOST_PROBLEMS = 10;

  private final SimulatedLog log;
  private final List<String> problems = new ArrayList<>();

  /** Judges what sites send each other by what is in this log. */
  public LogStreamJudge(SimulatedLog log) {
    this.log = log;
  }

  /** Judges a message in the moment in which it is sent. */
  public void onSent(String from, Message message) {
    if (message instanceof LogPart part) {
      long offset = part.firstOffset();
      for (byte[] entry : part.entries()) {
        int site = new LogBatchReader(entry).site();
        if (!Arrays.equals(entry, log.entry(site, offset)) && problems.size() < MOST_PROBLEMS) {
          problems.add("%s sends what is not in its log at offset %d".formatted(from, offset));
        }
        offset++;
      }
    }
  }

  /** What was found, in the order in which it was found. */
  public List<String> problems() {
    return problems;
  }
}
