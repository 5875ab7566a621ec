package org.thetisdb.core.net.inprocess;

import java.util.function.Consumer;
import org.thetisdb.core.bytes.BufferRetention;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.socket.FrameCodec;
import org.thetisdb.core.time.BurstEnd;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;

/**
 * One end of a connection within the process. What a burst of this end's event loop has sent is
 * handed, as one task, to the event loop of the other end.
 *
 * <p><em>Any thread</em> sends and closes. All else belongs to the event loop of the listener, as
 * in {@link ConnectionListener}.
 */
final class InProcessConnection implements Connection {
  private final Address remoteAddress;
  private final Scheduler scheduler;
  private final BurstEnd burstEnd;
  private final Mailbox outbox;
  private final Consumer<InProcessConnection> onEnded;
  private final Receiver receiver = new Receiver();
  private final ResumableTask receiverElsewhere = receiver::run;
  private final Runnable endOfBurst = this::callPeerAtEndOfBurst;
  private InProcessConnection peer;

  /** Written on the event loop only. */
  private volatile boolean ended;

  /** Why this side has closed it; null if it has not. */
  private volatile String closedFor;

  // Owned by the event loop.
  private ConnectionListener listener;
  private String goodbye;

  /**
   * An end that is not {@link #join joined} yet.
   *
   * @param burstEnd of the scheduler; null if it has no bursts
   * @param outbox takes what this end sends
   * @param onEnded is notified once, on the event loop
   */
  InProcessConnection(
      Address remoteAddress,
      Scheduler scheduler,
      BurstEnd burstEnd,
      Mailbox outbox,
      Consumer<InProcessConnection> onEnded) {
    this.remoteAddress = remoteAddress;
    this.scheduler = scheduler;
    this.burstEnd = burstEnd;
    this.outbox = outbox;
    this.onEnded = onEnded;
  }

  /** Makes a connection of two ends, before anybody else knows them. */
  static void join(InProcessConnection one, InProcessConnection other) {
    one.peer = other;
    other.peer = one;
  }

  /** Any thread: this end stands, and {@code newListener} hears of it. */
  void connected(ConnectionListener newListener) {
    scheduler.execute(
        () -> {
          if (!ended) {
            newListener.onConnected(this);
          }
          listener(newListener);
        });
  }

  /** On the event loop: what listens from now on. */
  void listener(ConnectionListener newListener) {
    listener = newListener;
    if (ended) {
      newListener.onClosed(this, "the transport is closed");
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws ThetisException FRAME_TOO_LONG if the message is longer than a frame may be; nothing
   *     was sent then
   */
  @Override
  public void send(Message message) {
    switch (outbox.put(message)) {
      case WAITS, CLOSED -> {}
      case FIRST -> {
        if (burstEnd == null || !burstEnd.later(endOfBurst)) {
          callPeer();
        }
      }
      case OVERFLOW -> {
        outbox.discard();
        close(
            remoteAddress
                + " does not read: what waits to be sent to it has used up "
                + outbox.hardLimitBytes()
                + " bytes");
      }
    }
  }

  /** Any thread, which may hold what it likes: so it is not made to work off what it has sent. */
  private void callPeer() {
    peer.scheduler.execute(peer.receiverElsewhere);
  }

  private void callPeerAtEndOfBurst() {
    peer.scheduler.execute(peer.receiver);
  }

  @Override
  public Peer peer() {
    return Peer.IN_PROCESS;
  }

  @Override
  public boolean isCongested() {
    return outbox.isCongested();
  }

  @Override
  public Address remoteAddress() {
    return remoteAddress;
  }

  @Override
  public void close() {
    close("closed by this side");
  }

  /** Any thread: closes for a reason; what was sent before still arrives, nothing else does. */
  void close(String reason) {
    closedFor = reason; // Before the event loop can see what follows from it.
    outbox.close();
    peer.outbox.discard();
    scheduler.execute(() -> end(reason));
    callPeer();
  }

  private void end(String reason) {
    if (!ended) {
      ended = true;
      onEnded.accept(this);
      if (listener != null) {
        listener.onClosed(this, reason);
      }
    }
  }

  /** Any thread: whether the listener has heard, or is just hearing, of the end. */
  boolean hasEnded() {
    return ended;
  }

  private void onWritable() {
    if (!ended) {
      listener.onWritable(this);
    }
  }

  @Override
  public String toString() {
    return "connection with " + remoteAddress + " within the process";
  }

  /**
   * Works off what the other end has sent, all that waits in one run. If user code loses its thread
   * in a message, it is run again and the next message follows.
   */
  private final class Receiver implements ResumableTask, ShortTask {
    private final ByteReader reader = new ByteReader(new byte[0]);
    private final BufferRetention retention = new BufferRetention();
    private ByteWriter batch = new ByteWriter();
    private int at;

    @Override
    public void run() {
      if (at == batch.length() && !takeNext()) {
        return;
      }
      while (at < batch.length() && !ended) {
        int start = at;
        Message message = nextMessage();
        if (message != null) {
          if (!message.isShort() && scheduler.handBack()) {
            at = start;
            return;
          }
          receive(message);
        }
      }
      endBatch();
    }

    private boolean takeNext() {
      ByteWriter full = peer.outbox.take(batch);
      if (full == null) {
        if (peer.outbox.isDrained()) {
          outbox.close();
          end(whyDrained());
        }
        return false;
      }
      batch = full;
      at = 0;
      return true;
    }

    private String whyDrained() {
      if (closedFor != null) {
        return closedFor;
      }
      String whoClosed = remoteAddress + " closed the connection";
      return goodbye == null ? whoClosed : whoClosed + ": " + goodbye;
    }

    /** The next message; null if it cannot be decoded, which ends the connection. */
    private Message nextMessage() {
      byte[] frames = batch.array();
      int start = at;
      at = batch.length();
      try {
        int length = reader.wrap(frames, start, FrameCodec.LENGTH_BYTES).getInt();
        int frameBytes = FrameCodec.frameBytes(length, outbox.frameLimitBytes());
        Message message =
            FrameCodec.decodeBody(reader.wrap(frames, start + FrameCodec.LENGTH_BYTES, length));
        // Before it is received: a thread that goes on after a lost one goes on behind it.
        at = start + frameBytes;
        return message;
      } catch (ThetisException refused) {
        close(refused.getMessage());
        return null;
      }
    }

    private void receive(Message message) {
      if (message instanceof Goodbye last) {
        goodbye = last.message();
      }
      listener.onMessage(InProcessConnection.this, message);
    }

    /** Others on the event loop get their turn before the next batch. */
    private void endBatch() {
      int bytes = batch.length();
      if (retention.isOver(batch.array().length, bytes)) {
        batch = new ByteWriter();
      }
      at = batch.length();
      if (peer.outbox.workedOff(bytes)) {
        peer.scheduler.execute(peer::onWritable);
      }
      scheduler.execute(this);
    }
  }
}
