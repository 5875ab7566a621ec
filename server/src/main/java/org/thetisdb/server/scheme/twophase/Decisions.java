package org.thetisdb.server.scheme.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * Ends what was prepared for transactions that were never committed. The router says which are not
 * decided yet, and how much of the logs holds the decisions of all others; what is still prepared
 * when that much is applied here was aborted. The log gets to know it where it was prepared; what a
 * site prepared that is lost is only forgotten, so that a new master of its rows can go on. Owned
 * by the site's engine.
 */
final class Decisions {
  /** Later news hold all that earlier ones do, so the oldest may be dropped. */
  private static final int MOST_WAITING = 16;

  private final Catalog catalog;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Committer committer;
  private final ArrayDeque<Undecided> waiting = new ArrayDeque<>(4);

  /** Nothing heard yet. */
  Decisions(
      Catalog catalog, SiteProgress progress, SiteLife life, GroupCommit log, Committer committer) {
    this.catalog = catalog;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.committer = committer;
  }

  /** A router says what is not decided. */
  void onUndecided(Undecided news) {
    if (waiting.size() >= MOST_WAITING) {
      waiting.remove();
    }
    waiting.add(news);
    onReached();
  }

  /**
   * A router says that nothing comes of one of its attempts. If there is no room to log it now, it
   * is free with the news that follow.
   */
  void onAborted(Aborted news) {
    long transaction = news.transaction();
    PreparedRows prepared = catalog.prepared();
    if (prepared.isRecorded(transaction, progress.self()) && !life.hasLeft() && !log.hasFailed()) {
      forgetOwn(List.of(PreparedRows.recordKey(transaction, progress.self())));
    }
    prepared.doom(List.of(transaction));
    prepared.doom(news.doomed());
  }

  /** More of the logs is applied. */
  void onReached() {
    while (!waiting.isEmpty() && progress.everything().covers(waiting.peek().vector())) {
      if (!forget(waiting.peek())) {
        return; // there is no room to log it now: it is tried again when more is applied
      }
      waiting.remove();
    }
  }

  /** The router is gone; the next one says it anew. */
  void drop() {
    waiting.clear();
  }

  /** Whether all is done that follows from news. */
  private boolean forget(Undecided news) {
    LongHashSet undecided = new LongHashSet();
    news.undecided().forEach(undecided::add);
    List<RowKey> own = new ArrayList<>();
    List<RowKey> ofOthers = new ArrayList<>();
    for (RowKey record : catalog.prepared().all().keySet()) {
      long transaction = PreparedRows.transactionOf(record);
      if (transaction <= news.last() && !undecided.contains(transaction)) {
        boolean mine = PreparedRows.participantOf(record) == progress.self();
        (mine ? own : ofOthers).add(record);
      }
    }
    // Only its participant deletes a record: installs of one row must not come side by side.
    ofOthers.forEach(record -> catalog.prepared().apply(record, null));
    return own.isEmpty() || life.hasLeft() || log.hasFailed() || forgetOwn(own);
  }

  private boolean forgetOwn(List<RowKey> records) {
    try {
      committer.forgetPrepared(records);
      return true;
    } catch (ThetisException full) {
      if (full.code() != ErrorCode.MEMORY_FULL) {
        throw full;
      }
      return false;
    }
  }
}
