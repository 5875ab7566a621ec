package org.thetisdb.benchmarks.hostile.kind;

import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.Message;

/** Clients that come and go, are killed, read nothing, or speak another language. */
final class ConnectionKinds {
  private static final int CONNECT_MS = 5_000;
  private static final int SOCKETS_KEPT = 300;
  private static final int CURSORS_KEPT = 40;
  private static final int KILLED_AT_ONCE = 50;
  private static final int REQUESTS_UNREAD = 2_000;

  private ConnectionKinds() {}

  static List<HostileKind> all() {
    return List.of(
        new HostileKind("comers", "connections that come and go", 4, ConnectionKinds::comers),
        new HostileKind(
            "killed", "clients that are killed while they hold rows", 1, ConnectionKinds::killed),
        new HostileKind(
            "cancels", "statements that are canceled at any time", 2, ConnectionKinds::cancels),
        new HostileKind(
            "strangers", "sockets that say nothing, or garbage", 1, ConnectionKinds::strangers),
        new HostileKind("half-frames", "messages that never end", 1, ConnectionKinds::halfFrames),
        new HostileKind("unread", "answers that nobody reads", 1, ConnectionKinds::unread),
        new HostileKind(
            "slow-readers",
            "large results, of which little is read",
            1,
            ConnectionKinds::slowReaders));
  }

  private static void comers(Attacker attacker) throws InterruptedException {
    attacker.attempt(
        unused -> {
          try (Connection own = attacker.open()) {
            attacker.execute(own, "SELECT v FROM hostile WHERE id = 1", 5);
          }
        });
  }

  private static void killed(Attacker attacker) throws InterruptedException {
    int first = 100 + attacker.random().nextInt(1_000);
    attacker.attempt(
        unused -> {
          for (int i = 0; i < KILLED_AT_ONCE; i++) {
            Connection victim = attacker.open();
            try {
              ChangeKinds.holdRows(victim, first + i);
            } finally {
              victim.abort(Runnable::run);
            }
          }
        });
    attacker.send(
        "UPDATE hostile SET v = v + 1 WHERE id >= %d AND id < %d"
            .formatted(first, first + KILLED_AT_ONCE));
  }

  private static void cancels(Attacker attacker) throws InterruptedException {
    long afterMs = attacker.size(1, 500);
    attacker.attempt(
        on -> {
          try (Statement statement = on.createStatement()) {
            Thread other =
                new Thread(
                    () -> {
                      try {
                        TimeUnit.MILLISECONDS.sleep(afterMs);
                        statement.cancel();
                      } catch (InterruptedException | SQLException e) {
                        // It was over before.
                      }
                    });
            other.setDaemon(true);
            other.start();
            try (ResultSet rows =
                statement.executeQuery("SELECT count(*) FROM hostile a, hostile b, hostile c")) {
              rows.next();
            } finally {
              other.join();
            }
          }
        });
  }

  private static Socket socket(Attacker attacker) throws Exception {
    Socket socket = new Socket();
    socket.connect(
        new InetSocketAddress(attacker.address().host(), attacker.address().port()), CONNECT_MS);
    attacker.keep(socket);
    return socket;
  }

  private static void strangers(Attacker attacker) throws InterruptedException {
    if (isFull(attacker)) {
      return;
    }
    byte[] garbage = new byte[attacker.size(1, 100_000)];
    attacker.random().nextBytes(garbage);
    boolean silent = attacker.random().nextBoolean();
    attacker.attempt(
        unused -> {
          Socket socket = socket(attacker);
          if (!silent) {
            socket.getOutputStream().write(garbage);
          }
        });
  }

  /**
   * A frame that says that it is long, and of which little comes; half of them shake hands before.
   */
  private static void halfFrames(Attacker attacker) throws InterruptedException {
    if (isFull(attacker)) {
      return;
    }
    boolean shakesHands = attacker.random().nextBoolean();
    int length = attacker.size(100, FrameCodec.DEFAULT_LIMIT_BYTES);
    int part = attacker.size(1, length);
    attacker.attempt(
        unused -> {
          OutputStream out = socket(attacker).getOutputStream();
          if (shakesHands) {
            out.write(frame(new ClientHello("")));
          }
          ByteWriter head = new ByteWriter();
          head.putInt(length).putByte(FrameCodec.VERSION);
          out.write(head.toByteArray());
          out.write(new byte[part - 1]);
          out.flush();
        });
  }

  /** Asks for much and reads nothing of it. */
  private static void unread(Attacker attacker) throws InterruptedException {
    if (isFull(attacker)) {
      return;
    }
    attacker.attempt(
        unused -> {
          OutputStream out = socket(attacker).getOutputStream();
          out.write(frame(new ClientHello("")));
          for (int i = 0; i < REQUESTS_UNREAD && !attacker.isOver(); i++) {
            out.write(frame(new StatusRequest(i + 1)));
          }
          out.flush();
        });
  }

  private static byte[] frame(Message message) {
    ByteWriter out = new ByteWriter();
    FrameCodec.encode(message, out, FrameCodec.DEFAULT_LIMIT_BYTES);
    return out.toByteArray();
  }

  private static void slowReaders(Attacker attacker) throws InterruptedException {
    if (attacker.kept() >= CURSORS_KEPT) {
      TimeUnit.MILLISECONDS.sleep(100);
      return;
    }
    attacker.attempt(
        unused -> {
          Connection own = attacker.open();
          attacker.keep(own);
          Statement statement = own.createStatement();
          statement.setFetchSize(100);
          ResultSet rows =
              statement.executeQuery(
                  "SELECT g, repeat('r', 1000) FROM generate_series(1, 1000000) AS q(g)");
          rows.next();
        });
  }

  /** So many sockets are enough; they stay open until the kind is over. */
  private static boolean isFull(Attacker attacker) throws InterruptedException {
    boolean full = attacker.kept() >= SOCKETS_KEPT;
    if (full) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return full;
  }
}
