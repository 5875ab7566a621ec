package org.thetisdb.migration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyFrame;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.core.wire.SiteToSite.End;

/**
 * Gets one copy from the first of several sites that gives it. Sites that cannot be reached or
 * refuse are passed over; once the first frame is there, any trouble ends the copy, because the
 * sink holds a part of it. Frames and slices are bounded, and their numbers checked. Lives on one
 * scheduler, on which the sink is called.
 */
public final class CopyReceiver {
  static final int CREDIT = 32;

  /** A slice holds at least one row, so it may be as long as the longest row, or jar. */
  static final int MOST_SLICE_BYTES = 256 << 20;

  static final long FIRST_FRAME_US = 5_000_000;
  static final long STALLED_US = 10_000_000;

  private final CopyRequest request;
  private final Transport transport;
  private final Scheduler scheduler;
  private final CopySink sink;
  private final Listener listener;
  private final Deque<Address> untried;
  private final ByteWriter slice = new ByteWriter(CopySender.FRAME_BYTES);
  private Attempt attempt;
  private String refusal = "no other site is there";
  private int refusalNumber;
  private long frames;
  private long credited;
  private long lastFrameAtUs;
  private boolean over;

  /** Hears one of these. */
  public interface Listener {
    /** The sink has all of it. */
    void onCopied();

    /**
     * No site gives a copy; the sink was given nothing.
     *
     * @param lastError the number of the ErrorCode that the last one refused with; 0 if none did
     */
    void onRefused(int lastError, String lastReason);

    /** The copy broke off, and the sink holds a part of it; or the site that asks has left. */
    void onFailed(ThetisException reason);
  }

  /**
   * A copy that does not begin before {@link #start}.
   *
   * @param peers sites that may be asked, in this order
   */
  public CopyReceiver(
      String cluster,
      int site,
      CopyPlan plan,
      List<Address> peers,
      Transport transport,
      Scheduler scheduler,
      CopySink sink,
      Listener listener) {
    this.request = new CopyRequest(cluster, site, plan.encode(), CREDIT);
    this.untried = new ArrayDeque<>(peers);
    this.transport = transport;
    this.scheduler = scheduler;
    this.sink = sink;
    this.listener = listener;
  }

  /** Begins. */
  public void start() {
    tryNext();
  }

  /** Gives up without a word; the sink is not called any more. */
  public void cancel() {
    over = true;
    if (attempt != null) {
      attempt.close();
    }
  }

  private void tryNext() {
    Address next = untried.poll();
    if (next == null) {
      over = true;
      listener.onRefused(refusalNumber, refusal);
      return;
    }
    Attempt mine = new Attempt();
    attempt = mine;
    transport.connect(next, scheduler, mine);
    scheduler.schedule(FIRST_FRAME_US, () -> mine.giveUpUnlessBegun(next));
  }

  private void passOver(Attempt gone, String reason) {
    if (over || gone != attempt) {
      return;
    }
    attempt = null;
    gone.close();
    if (frames == 0) {
      refusal = reason;
      tryNext();
    } else {
      fail(reason);
    }
  }

  /** A site that has left hears it from any other; no other needs to be asked. */
  private void refuse(Attempt by, Goodbye refused) {
    if (refused.errorNumber() == ErrorCode.SITE_HAS_LEFT.number() && frames == 0) {
      cancel();
      listener.onFailed(new ThetisException(ErrorCode.SITE_HAS_LEFT, request.site()));
    } else {
      refusalNumber = refused.errorNumber();
      passOver(by, refused.message());
    }
  }

  private void fail(String reason) {
    if (!over) {
      cancel();
      listener.onFailed(new ThetisException(ErrorCode.COPY_FAILED, request.site(), reason));
    }
  }

  private void take(CopyFrame frame) {
    if (frame.number() != frames + 1) {
      fail("frame " + frame.number() + " followed " + frames);
      return;
    }
    frames++;
    lastFrameAtUs = scheduler.clock().nowUs();
    if (frames == 1) {
      watch();
    }
    if (slice.length() + frame.bytes().length > MOST_SLICE_BYTES) {
      fail("a slice is longer than " + MOST_SLICE_BYTES + " bytes");
      return;
    }
    slice.putBytes(frame.bytes(), 0, frame.bytes().length);
    try {
      apply(frame.end());
    } catch (RuntimeException damaged) {
      fail(String.valueOf(damaged.getMessage()));
    }
  }

  private void apply(End end) {
    if (end == End.SLICE) {
      byte[] whole = slice.toByteArray();
      slice.reset();
      sink.apply(whole);
    }
    boolean done = end == End.COPY;
    if (done) {
      sink.end();
    }
    if (done || frames - credited >= CREDIT / 2) {
      credited = frames;
      attempt.connection.send(new CopyCredit(frames));
    }
    if (done) {
      over = true;
      listener.onCopied();
    }
  }

  private void watch() {
    scheduler.schedule(
        STALLED_US / 4,
        () -> {
          if (over) {
            return;
          }
          if (scheduler.clock().nowUs() - lastFrameAtUs > STALLED_US) {
            fail("nothing came for " + STALLED_US / 1_000_000 + " s");
          } else {
            watch();
          }
        });
  }

  /** One site that was asked. */
  private final class Attempt implements ConnectionListener {
    private Connection connection;
    private boolean closed;

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      if (closed) {
        opened.close();
      } else {
        opened.send(request);
      }
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (over || attempt != this) {
        return;
      }
      if (message instanceof CopyFrame frame) {
        take(frame);
      } else if (message instanceof Goodbye refused) {
        refuse(this, refused);
      } else {
        passOver(this, "it sent something that is no part of a copy");
      }
    }

    @Override
    public void onClosed(Connection from, String reason) {
      passOver(this, reason);
    }

    void giveUpUnlessBegun(Address peer) {
      if (frames == 0) {
        passOver(this, "the site at " + peer + " does not answer");
      }
    }

    void close() {
      closed = true;
      if (connection != null) {
        connection.close();
      }
    }
  }
}
