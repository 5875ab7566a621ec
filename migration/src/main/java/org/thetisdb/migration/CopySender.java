package org.thetisdb.migration;

import java.util.Arrays;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyFrame;
import org.thetisdb.core.wire.SiteToSite.End;

/**
 * Sends one copy over a connection, in frames of bounded size. The receiver grants credit: so many
 * frames may be on their way that it has not applied. A slice is asked of the source only when its
 * first frame may be sent, so at most one waits here. A receiver that applies nothing for a while
 * is given up, because versions are kept for it.
 *
 * <p>Lives on one scheduler.
 */
public final class CopySender {
  static final int FRAME_BYTES = 64 << 10;
  static final int MOST_CREDIT = 256;
  static final long STALLED_US = 10_000_000;

  private static final byte[] NOTHING = {};

  private final Connection connection;
  private final int credit;
  private final Scheduler scheduler;
  private final CopySource source;
  private final Listener listener;
  private byte[] slice = NOTHING;
  private int sliceSent;
  private long sent;
  private long applied;
  private long slices;
  private long progressAtUs;
  private boolean asking;
  private boolean endSent;
  private boolean over;

  /** Hears how the copy gets on. */
  public interface Listener {
    /** So many slices have been handed to the connection. */
    void onProgress(long slices);

    /** The receiver has all of it. */
    void onCopied();

    /** It will not be finished. The connection is left to the listener. */
    void onFailed(String reason);
  }

  /**
   * A copy that does not begin before {@link #start}.
   *
   * @param wantedCredit frames that may be on their way; bounded here
   */
  public CopySender(
      Connection connection,
      int wantedCredit,
      Scheduler scheduler,
      CopySource source,
      Listener listener) {
    this.connection = connection;
    this.credit = Math.max(1, Math.min(MOST_CREDIT, wantedCredit));
    this.scheduler = scheduler;
    this.source = source;
    this.listener = listener;
  }

  /** Begins. */
  public void start() {
    progressAtUs = scheduler.clock().nowUs();
    watch();
    pump();
  }

  /** The receiver has applied more. */
  public void onCredit(CopyCredit message) {
    if (over || message.appliedFrame() <= applied || message.appliedFrame() > sent) {
      return;
    }
    applied = message.appliedFrame();
    progressAtUs = scheduler.clock().nowUs();
    if (endSent && applied == sent) {
      end();
      listener.onCopied();
    } else {
      pump();
    }
  }

  /** The connection takes more. */
  public void onWritable() {
    pump();
  }

  /** Gives the copy up without a word. */
  public void cancel() {
    end();
  }

  private void pump() {
    while (!over && !asking && !endSent && sent - applied < credit && !connection.isCongested()) {
      if (sliceSent < slice.length) {
        sendFrame();
      } else {
        ask();
      }
    }
  }

  private void sendFrame() {
    int end = Math.min(slice.length, sliceSent + FRAME_BYTES);
    byte[] bytes = Arrays.copyOfRange(slice, sliceSent, end);
    sliceSent = end;
    boolean last = end == slice.length;
    connection.send(new CopyFrame(++sent, last ? End.SLICE : End.NOTHING, bytes));
    if (last) {
      slice = NOTHING;
      sliceSent = 0;
      listener.onProgress(++slices);
    }
  }

  private void ask() {
    asking = true;
    source.next(
        new CopySource.Answer() {
          @Override
          public void onSlice(byte[] next) {
            scheduler.execute(() -> take(next));
          }

          @Override
          public void onEnd() {
            scheduler.execute(() -> takeEnd());
          }

          @Override
          public void onFailed(RuntimeException reason) {
            scheduler.execute(() -> fail(String.valueOf(reason.getMessage())));
          }
        });
  }

  private void take(byte[] next) {
    if (!over) {
      asking = false;
      slice = next;
      pump();
    }
  }

  private void takeEnd() {
    if (!over) {
      asking = false;
      endSent = true;
      connection.send(new CopyFrame(++sent, End.COPY, NOTHING));
    }
  }

  private void watch() {
    scheduler.schedule(
        STALLED_US / 4,
        () -> {
          if (over) {
            return;
          }
          boolean waiting = sent > applied;
          if (waiting && scheduler.clock().nowUs() - progressAtUs > STALLED_US) {
            fail("the other site applies nothing");
          } else {
            watch();
          }
        });
  }

  private void fail(String reason) {
    if (!over) {
      end();
      listener.onFailed(reason);
    }
  }

  private void end() {
    if (!over) {
      over = true;
      slice = NOTHING;
      source.close();
    }
  }
}
