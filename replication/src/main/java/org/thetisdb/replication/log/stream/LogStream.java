package org.thetisdb.replication.log.stream;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;

/**
 * One connection to the site whose log is followed. It is good as long as messages come that follow
 * each other. Lives on one scheduler.
 */
final class LogStream implements ConnectionListener {
  /** A small part of what may be on its way, so that credit is never what is waited for. */
  private static final int CREDIT_BYTES = 256 << 10;

  private final FollowLog request;
  private final LogDelivery delivery;
  private final Owner owner;
  private Connection connection;
  private long heardAtUs;
  private boolean begun;
  private boolean over;
  private long takenBytes;
  private long creditedBytes;

  /** Hears what becomes of a log stream. */
  interface Owner {
    /** A connection stands, which {@link #onEnded} is notified of, too. */
    void onOpened(Connection connection);

    /** Something came; the time is kept as that of the last word. */
    long onHeard(boolean entries);

    /** The log stream is of no use any more. Reported once, by the log stream itself. */
    void onEnded(LogStream logStream, Connection connection, String why);
  }

  /**
   * A log stream that is to be opened.
   *
   * @param nowUs from when on something should be heard
   */
  LogStream(FollowLog request, LogDelivery delivery, long nowUs, Owner owner) {
    this.request = request;
    this.delivery = delivery;
    this.heardAtUs = nowUs;
    this.owner = owner;
  }

  /** The incarnation of the site that sends. */
  int incarnation() {
    return request.incarnation();
  }

  /** Whether the site has answered. */
  boolean hasBegun() {
    return begun;
  }

  /** When it last gave a sign of life. */
  long heardAtUs() {
    return heardAtUs;
  }

  @Override
  public void onConnected(Connection opened) {
    connection = opened;
    if (over) {
      opened.close();
      return;
    }
    owner.onOpened(opened);
    opened.send(request);
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (over) {
      return;
    }
    if (message instanceof LogPart part && begun) {
      heardAtUs = owner.onHeard(true);
      take(part);
    } else if (message instanceof LogHeld sign) {
      heardAtUs = owner.onHeard(false);
      take(sign);
    } else if (message instanceof Goodbye refused) {
      end(refused.message());
    } else {
      end("it sent something that is no part of a log");
    }
  }

  private void take(LogHeld sign) {
    if (!begun) {
      begun = true;
      delivery.begin(sign.nextOffset());
    } else if (delivery.isGap(sign.nextOffset())) {
      end("it goes on to offset " + sign.nextOffset() + ", of which nothing came");
    }
  }

  /** Entries passed on may have ended the log stream. */
  private void take(LogPart part) {
    long offset = part.firstOffset();
    for (byte[] entry : part.entries()) {
      boolean isNew = offset == delivery.fed();
      if (!delivery.onFed(offset, entry)) {
        end(delivery.isGap(offset) ? "offset " + offset + " left a gap" : "too much is kept of it");
      }
      if (over) {
        return;
      }
      takenBytes += isNew ? entry.length : 0;
      offset++;
    }
    if (takenBytes - creditedBytes >= CREDIT_BYTES) {
      creditedBytes = takenBytes;
      connection.send(new FollowCredit(takenBytes));
    }
  }

  @Override
  public void onClosed(Connection from, String reason) {
    end(reason);
  }

  /** Is of no use any more; the log is read again. */
  void end(String why) {
    if (!over) {
      over = true;
      if (connection != null) {
        connection.close();
      }
      delivery.end();
      owner.onEnded(this, connection, why);
    }
  }
}
