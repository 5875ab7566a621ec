package org.thetisdb.server.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;

/**
 * The routers that do not lead and read at this site. They know nothing of mastership, schemes or
 * catalogs, so the site judges what they may read, and says no to the rest: then they ask the
 * router that leads. Owned by the site's engine.
 */
public final class ReadingRouters {
  /** Routers that read here at a time. */
  public static final int MOST_ROUTERS = 64;

  /** Reads of one router that are under way here. */
  public static final int MOST_READS = 1_024;

  private final String cluster;
  private final Reads reads;
  private final Map<Connection, Reader> readers = new LinkedHashMap<>();

  /** What the site does for them. */
  public interface Reads {
    /** Why a user may not run a procedure so; null if it may. */
    WhyNot whyNot(String procedure, String user);

    /**
     * Whether this site belongs to the cluster now. What is found elsewhere is reported to nobody.
     */
    boolean isMember();

    /** Runs a read. {@code reader} is sent one answer, as the router that leads would be. */
    void begin(Read read, Connection reader);

    /** Nobody waits for the reads of a router any more. */
    void drop(Connection reader);
  }

  /** None has come yet. */
  public ReadingRouters(String cluster, Reads reads) {
    this.cluster = cluster;
    this.reads = reads;
  }

  /** A router says that it wants to read. */
  public void shakeHands(Connection connection, ReaderHello hello) {
    if (!hello.cluster().equals(cluster)) {
      sendAway(connection, "this site is of cluster \"" + cluster + "\"");
    } else if (readers.size() >= MOST_ROUTERS && !readers.containsKey(connection)) {
      sendAway(connection, MOST_ROUTERS + " routers read here already");
    } else {
      readers.putIfAbsent(connection, new Reader(connection, reads::isMember));
    }
  }

  /** Whether it is the connection of a router that has shaken hands. */
  public boolean knows(Connection connection) {
    return readers.containsKey(connection);
  }

  /** A router wants something read. */
  public void read(Connection connection, Read read) {
    Reader reader = readers.get(connection);
    if (reader == null) {
      sendAway(connection, "a router says first that it wants to read");
      return;
    }
    WhyNot why =
        reader.underWay() < MOST_READS
            ? reads.whyNot(read.procedure(), read.user())
            : WhyNot.NOT_NOW;
    if (why != null) {
      connection.send(new ReadRefused(read.readId(), why));
    } else {
      reader.begins();
      reads.begin(read, reader);
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection connection) {
    Reader reader = readers.remove(connection);
    if (reader != null) {
      reads.drop(reader);
    }
  }

  /** The site ends. */
  public void stop() {
    List.copyOf(readers.keySet()).forEach(Connection::close);
    readers.clear();
  }

  private static void sendAway(Connection connection, String why) {
    ErrorCode code = ErrorCode.BAD_REQUEST;
    connection.send(new Goodbye(code.number(), code.format(why)));
    connection.close();
  }
}
