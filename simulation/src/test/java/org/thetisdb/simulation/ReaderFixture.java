package org.thetisdb.simulation;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;

/** The fixture of scenarios about routers that do not lead, and read at one of two sites. */
abstract class ReaderFixture extends SiteFixture {
  private final SimulatedProcess replica = world.newProcess("replica");

  /** Sites that hold every row, and a router that has said which scheme is in force. */
  ReaderFixture() {
    this(0);
  }

  /** The same, where so many sites hold every row and the others what they master. */
  ReaderFixture(int fullSites) {
    super(fullSites);
    follow("dynamast");
  }

  /** The router that leads says which scheme is in force. */
  final void follow(String scheme) {
    nodes.values().forEach(node -> node.send(new FollowScheme(scheme)));
    world.runFor(STEP_US);
  }

  /** Another router that reads at a site, and has said so. */
  final Reader reader(int site) {
    Reader reader = reader(site, new ReaderHello("scenarios"));
    world.runFor(STEP_US);
    return reader;
  }

  /** A router that says something first. */
  final Reader reader(int site, Message first) {
    Reader reader = new Reader(first);
    network.transport(replica).connect(nodes.get(site).address, replica.newLine(), reader);
    world.runFor(STEP_US);
    return reader;
  }

  static WhyNot whyNot(Message answer) {
    return ((ReadRefused) answer).why();
  }

  static Object found(Message answer) {
    return ValueCodec.decode(((ReadResult) answer).value());
  }

  final class Reader implements ConnectionListener {
    final List<Message> answers = new ArrayList<>();
    private final Message first;
    boolean closed;
    private Connection connection;
    private long lastRead;

    private Reader(Message first) {
      this.first = first;
    }

    /** Reads for a session that has seen nothing. */
    Message read(String procedure, Object... arguments) {
      return read(VersionVector.ZERO, procedure, arguments);
    }

    /** Reads for a session that has seen this. */
    Message read(VersionVector seen, String procedure, Object... arguments) {
      int before = answers.size();
      send(seen, procedure, arguments);
      world.runFor(2 * STEP_US);
      return answers.get(before);
    }

    void send(VersionVector seen, String procedure, Object... arguments) {
      byte[] encoded = ValueCodec.encodeArguments(arguments);
      connection.send(new Read(++lastRead, 1_000, 0, 1, seen, procedure, encoded));
    }

    void leave() {
      connection.close();
      world.runFor(STEP_US);
    }

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      opened.send(first);
    }

    @Override
    public void onMessage(Connection from, Message message) {
      answers.add(message);
    }

    @Override
    public void onClosed(Connection from, String reason) {
      closed = true;
    }
  }
}
