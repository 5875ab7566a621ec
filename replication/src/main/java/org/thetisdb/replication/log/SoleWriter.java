package org.thetisdb.replication.log;

import java.util.Map;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;

/**
 * Appends for one incarnation, and makes sure that it is the only one whose entries count (hazard
 * 8). Each offset must follow the one before it. If one does not, somebody else wrote to this log:
 * then what lies between is read back before anything is acknowledged.
 *
 * <ul>
 *   <li>Only entries of older incarnations: every reader ignores them, since they stand behind the
 *       fence. The append is good.
 *   <li>Anything else, such as the fence of a newer incarnation: readers may ignore what was
 *       appended here. It fails with FENCED, and nothing more can be appended.
 * </ul>
 *
 * <p>The first append is the incarnation's fence. One append may be in flight at a time. Lives on
 * the scheduler of the appender that it is given, which it owns.
 */
public final class SoleWriter implements LogAppender {
  private static final long UNKNOWN = -1;

  private final CommitLog log;
  private final int site;
  private final int incarnation;
  private final Scheduler scheduler;
  private final LogAppender appender;
  private long nextOffset = UNKNOWN;
  private boolean inFlight;
  private boolean failed;
  private volatile boolean closed;
  private ReadBack readBack;

  /**
   * A writer for {@code incarnation} of {@code site}.
   *
   * @param scheduler on which appends are made and answered
   */
  public SoleWriter(CommitLog log, int site, int incarnation, Scheduler scheduler) {
    this.log = log;
    this.site = site;
    this.incarnation = incarnation;
    this.scheduler = scheduler;
    this.appender = log.openAppender(site, scheduler);
  }

  @Override
  public void append(byte[] entry, AppendCallback callback) {
    if (inFlight) {
      throw new IllegalStateException("an append while another one is in flight");
    }
    inFlight = true;
    appender.append(
        entry,
        new AppendCallback() {
          @Override
          public void onAppended(long offset) {
            if (!closed) {
              arrived(offset, callback);
            }
          }

          @Override
          public void onFailed(RuntimeException reason) {
            if (!closed) {
              fail(callback, reason);
            }
          }
        });
  }

  private void arrived(long offset, AppendCallback callback) {
    if (failed) {
      fail(callback, fenced(offset, "an append before it was not acknowledged"));
    } else if (nextOffset == UNKNOWN || offset == nextOffset) {
      succeed(offset, callback);
    } else if (offset < nextOffset) {
      fail(callback, fenced(offset, "offset " + nextOffset + " was next"));
    } else {
      readBack = new ReadBack(offset, callback);
    }
  }

  private void succeed(long offset, AppendCallback callback) {
    inFlight = false;
    nextOffset = offset + 1;
    callback.onAppended(offset);
  }

  private void fail(AppendCallback callback, RuntimeException reason) {
    inFlight = false;
    failed = true;
    callback.onFailed(reason);
  }

  private ThetisException fenced(long offset, String why) {
    return ThetisException.withMessage(
        ErrorCode.FENCED,
        "Incarnation %d of site %d was fenced: its entry came to offset %d, but %s."
            .formatted(incarnation, site, offset, why));
  }

  /** Gives up what is not acknowledged. Any thread. */
  @Override
  public void close() {
    closed = true;
    appender.close();
    scheduler.execute(
        () -> {
          if (readBack != null) {
            readBack.end();
          }
        });
  }

  /** Reads what somebody else has put before our entry. */
  private final class ReadBack implements LogListener {
    private final long ownOffset;
    private final AppendCallback callback;
    private final LogReader reader;
    private boolean over;

    ReadBack(long ownOffset, AppendCallback callback) {
      this.ownOffset = ownOffset;
      this.callback = callback;
      this.reader = log.openReader(Map.of(site, nextOffset), scheduler, this);
      reader.expedite();
    }

    @Override
    public void onEntry(int from, long offset, byte[] entry) {
      if (over || closed) {
        return;
      }
      if (offset == ownOffset) {
        end();
        succeed(ownOffset, callback);
      } else if (!isIgnored(entry)) {
        end();
        fail(callback, fenced(ownOffset, "another incarnation wrote at offset " + offset));
      } else {
        reader.expedite();
      }
    }

    /**
     * Whether an older incarnation wrote it. A later one's fence counts under every scheme, or a
     * site that was fenced out would go on beside its failover successor (hazard 12).
     */
    private boolean isIgnored(byte[] entry) {
      try {
        return new LogBatchReader(entry).incarnation() < incarnation;
      } catch (CodecException damaged) {
        return false;
      }
    }

    @Override
    public void onFailed(int from, RuntimeException reason) {
      if (!over && !closed) {
        end();
        fail(callback, reason);
      }
    }

    void end() {
      if (!over) {
        over = true;
        reader.close();
      }
    }
  }
}
