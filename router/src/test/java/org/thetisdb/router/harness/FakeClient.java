package org.thetisdb.router.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;
import org.thetisdb.core.wire.Software;

/** A client with one session after the other, each call in a session of its own unless told. */
public class FakeClient implements ConnectionListener {
  public final Map<Long, CallResult> results = new TreeMap<>();
  public final List<Message> others = new ArrayList<>();
  public ServerHello hello;
  public Goodbye goodbye;
  public String status;
  public boolean closed;

  private final Connection[] connection = new Connection[1];
  private final String token;
  private long lastRequest;
  private long lastSession;

  public FakeClient(String token) {
    this.token = token;
  }

  /** Calls a procedure in a new session; returns the number of the request. */
  public long call(String procedure, Object... arguments) {
    return send(hello.sessionBase() + ++lastSession, 1, false, 1000, procedure, arguments);
  }

  /** The same, for a session that has seen this. */
  public long callWith(VersionVector seen, String procedure, Object... arguments) {
    return send(seen, hello.sessionBase() + ++lastSession, 1, false, 1000, procedure, arguments);
  }

  /** Calls a procedure. */
  public long send(
      long session,
      long sequence,
      boolean repetition,
      int timeoutMs,
      String procedure,
      Object... arguments) {
    return send(VersionVector.ZERO, session, sequence, repetition, timeoutMs, procedure, arguments);
  }

  private long send(
      VersionVector seen,
      long session,
      long sequence,
      boolean repetition,
      int timeoutMs,
      String procedure,
      Object... arguments) {
    long request = ++lastRequest;
    say(
        new Call(
            request,
            session,
            sequence,
            repetition,
            timeoutMs,
            seen,
            procedure,
            ValueCodec.encodeArguments(arguments)));
    return request;
  }

  /** Sends a message. */
  public void say(ClientMessage message) {
    connection[0].send(message);
  }

  /** The result of a request as a person would see it: the value, or the error's id. */
  public Object result(long request) {
    CallResult result = results.get(request);
    if (result == null) {
      return null;
    }
    return result.errorNumber() == 0
        ? ValueCodec.decode(result.value())
        : ErrorCode.ofNumber(result.errorNumber());
  }

  /** What the answer to a request says; empty if it is no error. */
  public String message(long request) {
    return results.get(request).message();
  }

  /** What it says to run. */
  public Software software = Software.OWN;

  @Override
  public void onConnected(Connection opened) {
    connection[0] = opened;
    opened.send(new ClientHello(token, "", software));
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (message instanceof ServerHello handshake) {
      hello = handshake;
    } else if (message instanceof CallResult result) {
      if (results.put(result.requestId(), result) != null) {
        throw new AssertionError("two answers to request " + result.requestId());
      }
    } else if (message instanceof Goodbye last) {
      goodbye = last;
    } else if (message instanceof StatusResult answer) {
      status = answer.json();
    } else {
      others.add(message);
    }
  }

  @Override
  public void onClosed(Connection from, String reason) {
    closed = true;
  }
}
