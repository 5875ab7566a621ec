package org.thetisdb.router.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Scheduler.Timer;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.LoginChallenge;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.Software;
import org.thetisdb.router.reading.ClientReads;

/**
 * One client of a router that does not lead, and its connection to the one that does. All that
 * either says goes to the other in the same order, but for reads that sites answer ({@link
 * ClientReads}). Both connections end together.
 *
 * <pre>
 *  NEW      → WAITING   the client has shaken hands
 *  WAITING  → OPENING   a leader is known
 *  WAITING  → LOCAL     this router leads now, and takes the client itself
 *  WAITING  → CLOSED    no leader in time
 *  OPENING  → OPEN      connected to the leader
 *  OPENING  → WAITING   it cannot be reached: its successor is waited for, within the same time
 *  OPENING, OPEN → WAITING or LOCAL   there is another leader before this one has shaken hands
 *  OPEN     → CLOSED    the leader is gone, another one leads, or the client is gone
 *  any      → CLOSED    this router ends
 * </pre>
 *
 * <p>Signs of life are asked for on each side alone: the client is served as long as this router
 * lives, though the leader may be lost and its successor not known yet. A leader that is silent for
 * seconds while a client waits for it, and is not replaced meanwhile, cannot be reached from here;
 * the client has to look for another way.
 *
 * <p>A client that does not read, or sends more than the leader reads, has its messages parked; one
 * that goes on sending then is sent away. Owned by the engine's thread.
 */
final class ClientRelay implements ConnectionListener {
  private static final long OWN_PING = 0;

  /** After so many looks a silent leader is given up: far longer than others take to replace it. */
  private static final int SILENT_LOOKS = 4;

  private enum State {
    NEW,
    WAITING,
    OPENING,
    OPEN,
    LOCAL,
    CLOSED
  }

  private final Relays relays;
  private final Connection client;
  private final Deque<ClientMessage> parked = new ArrayDeque<>();
  private final ClientReads reads;
  private State state = State.NEW;
  private ClientHello hello;
  private Upstream upstream;

  /** Whether a leader has answered its handshake: then it has a session there. */
  private boolean shookHands;

  /** Whether the present leader has asked the client to log in. */
  private boolean challenged;

  private ConnectionListener local;

  /**
   * How much the client asked the leader for beyond what was answered; what needs no answer, too.
   */
  private int awaited;

  /** At how many looks in a row the leader had said nothing. */
  private int silentLooks;

  private Timer wait;

  ClientRelay(Relays relays, Connection client) {
    this.relays = relays;
    this.client = client;
    this.reads = relays.newReads(new Ends());
  }

  @Override
  public void onMessage(Connection from, Message message) {
    switch (state) {
      case NEW -> shakeHands(message);
      case WAITING, OPENING -> sendAway(bad("a message before the answer to the handshake"));
      case OPEN -> take(message);
      case LOCAL -> local.onMessage(from, message);
      case CLOSED -> {
        // It was sent away, and has not read that yet.
      }
    }
  }

  @Override
  public void onWritable(Connection from) {
    if (state == State.LOCAL) {
      local.onWritable(from);
    } else {
      drain();
    }
  }

  @Override
  public void onClosed(Connection from, String reason) {
    if (state == State.LOCAL) {
      local.onClosed(from, reason);
    } else {
      end();
    }
  }

  /** Another router leads. */
  void onLeader() {
    switch (state) {
      case WAITING -> open();
      case OPENING, OPEN -> {
        if (!upstream.leader.equals(relays.leader())) {
          turnToNextLeader();
        }
      }
      case NEW, LOCAL, CLOSED -> {
        // It asks for the leader in its handshake; or is none of those that are relayed.
      }
    }
  }

  /** This router leads. */
  void onOwnTerm(OwnTerm term) {
    switch (state) {
      case NEW, WAITING -> becomeLocal(term);
      case OPENING, OPEN -> {
        if (shookHands || challenged) {
          sendAway(relays.comeAgain());
        } else {
          upstream.end();
          becomeLocal(term);
        }
      }
      case LOCAL, CLOSED -> {
        // It has ended here.
      }
    }
  }

  /**
   * A client that the last leader has not even shaken hands with need not notice that there is
   * another; one that has begun to log in there would prove itself to the wrong one.
   */
  private void turnToNextLeader() {
    if (shookHands || challenged) {
      sendAway(relays.notLeader());
    } else {
      upstream.end();
      state = State.WAITING;
      open();
    }
  }

  private void becomeLocal(OwnTerm term) {
    local = term.accept(client);
    ClientHello first = hello;
    become(State.LOCAL);
    if (first != null) {
      local.onMessage(client, first);
    }
  }

  /** Ends the connection and says why. */
  void sendAway(ThetisException reason) {
    if (state != State.LOCAL && state != State.CLOSED) {
      client.send(new Goodbye(reason.code().number(), reason.getMessage()));
      client.close();
      end();
    }
  }

  /** Looks, from time to time, whether the leader still answers. */
  void look() {
    if (state != State.OPEN || awaited == 0) {
      return;
    }
    if (silentLooks == SILENT_LOOKS) {
      sendAway(relays.notLeader());
    } else {
      silentLooks++;
      upstream.connection.send(new Ping(OWN_PING));
    }
  }

  private void shakeHands(Message message) {
    if (message instanceof Ping ping) {
      client.send(new Pong(ping.requestId()));
    } else if (message instanceof RelayHello) {
      sendAway(relays.notLeader()); // one router on the way is enough: no cycles
    } else if (message instanceof ClientHello first) {
      hello = first;
      wait = relays.whenWaitIsOver(this::onWaitOver);
      state = State.WAITING;
      open();
    } else {
      sendAway(bad("the first message is no handshake"));
    }
  }

  private static ThetisException bad(String why) {
    return new ThetisException(ErrorCode.BAD_REQUEST, why);
  }

  private void onWaitOver() {
    wait = null;
    if (state == State.WAITING) {
      sendAway(relays.notLeader());
    }
  }

  private void open() {
    Address leader = relays.leader();
    if (leader != null) {
      state = State.OPENING;
      upstream = new Upstream(leader);
      relays.connect(leader, upstream);
    }
  }

  /** Takes what an open client says. */
  private void take(Message message) {
    if (!shookHands && challenged && message instanceof LoginProof proof) {
      upstream.connection.send(proof);
      return;
    }
    if (!(message instanceof ClientMessage said)
        || message instanceof ClientHello
        || message instanceof RelayHello
        || message instanceof LoginProof) {
      sendAway(bad("no client sends such a message"));
    } else if (message instanceof Ping ping) {
      client.send(new Pong(ping.requestId()));
    } else if (parked.isEmpty() && mayHandOn()) {
      reads.take(said);
    } else if (parked.size() < relays.mostParked()) {
      parked.add(said);
    } else {
      sendAway(new ThetisException(ErrorCode.OVERLOADED, "answers that are not read"));
    }
  }

  /** Nothing is asked for a client that does not read what it asked for before. */
  private boolean mayHandOn() {
    return !client.isCongested() && !upstream.connection.isCongested();
  }

  private void drain() {
    while (state == State.OPEN && !parked.isEmpty() && mayHandOn()) {
      reads.take(parked.remove());
    }
  }

  private void end() {
    become(State.CLOSED);
    parked.clear();
    reads.end();
    if (upstream != null) {
      upstream.end();
    }
  }

  private void become(State last) {
    state = last;
    hello = null;
    if (wait != null) {
      wait.cancel();
      wait = null;
    }
    relays.remove(this);
  }

  /** Where its calls and their answers go. */
  private final class Ends implements ClientReads.Client {
    @Override
    public void answer(CallResult result) {
      client.send(result);
    }

    @Override
    public void handOn(ClientMessage message) {
      relays.onHandedOn();
      awaited++;
      upstream.connection.send(message);
    }
  }

  /** The connection to the leader; deaf once it is over. */
  private final class Upstream implements ConnectionListener {
    private final Address leader;
    private Connection connection;
    private boolean over;

    Upstream(Address leader) {
      this.leader = leader;
    }

    void end() {
      over = true;
      if (connection != null) {
        connection.close();
      }
    }

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      if (over) {
        opened.close();
        return;
      }
      state = State.OPEN;
      byte[] binding = client.peer().serverEndPoint();
      opened.send(
          new RelayHello(
              hello.token(),
              client.remoteAddress(),
              relays.self(),
              hello.login(),
              client.peer().isSameUser(),
              binding == null ? new byte[0] : binding,
              Software.OWN,
              hello.software()));
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (over) {
        return;
      }
      silentLooks = 0;
      if (message instanceof ServerHello handshake) {
        onHandshake(handshake);
      } else if (message instanceof LoginChallenge) {
        challenged = true;
        client.send(message);
      } else if (!(message instanceof Pong)) {
        awaited = Math.max(0, awaited - 1);
        reads.onAnswer(message);
        client.send(message);
        if (message instanceof Goodbye) {
          client.close();
          ClientRelay.this.end();
        }
      }
    }

    /** From here on the client has its answer, so it waits for no leader any more. */
    private void onHandshake(ServerHello handshake) {
      shookHands = true;
      client.allowLongMessages();
      reads.onUser(handshake.user());
      if (wait != null) {
        wait.cancel();
        wait = null;
      }
      client.send(handshake.withRouters(relays.others()));
    }

    @Override
    public void onWritable(Connection from) {
      drain();
    }

    @Override
    public void onClosed(Connection from, String reason) {
      if (over) {
        return;
      }
      over = true;
      if (state == State.OPENING && wait != null) {
        state = State.WAITING;
      } else {
        sendAway(relays.comeAgain());
      }
    }
  }
}
