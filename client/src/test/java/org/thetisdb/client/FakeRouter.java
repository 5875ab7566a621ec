package org.thetisdb.client;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;

/** A router that does what the test says; it keeps the calls that arrived. */
final class FakeRouter implements ConnectionListener {
  final List<Call> calls = new ArrayList<>();
  final List<Statement> statements = new ArrayList<>();
  final List<Message> others = new ArrayList<>();
  final List<String> tokens = new ArrayList<>();

  /** The routers that it names to clients. */
  List<Address> named = List.of();

  String cluster = "test";
  long sessionBase = 1_000;
  long clusterId;
  boolean shakesHands = true;

  /** What answers to statements say that has been seen. */
  VersionVector vector = VersionVector.ZERO;

  boolean answersPings = true;
  Consumer<Call> onCall = call -> {};
  Consumer<Statement> onStatement = statement -> {};
  FakeNetwork.End connection;

  /** A connection with it has ended. */
  boolean isLeft;

  private final Server server;

  FakeRouter(FakeNetwork network, VirtualTime scheduler, Address address) {
    server =
        network.listen(
            address,
            scheduler,
            accepted -> {
              connection = (FakeNetwork.End) accepted;
              return this;
            });
  }

  /** Answers each call at once with success and the given value. */
  void commitsEverything(byte[] value) {
    onCall = call -> commit(call, VersionVector.ZERO, value);
  }

  void commit(Call call, VersionVector vector, byte[] value) {
    connection.send(new CallResult(call.requestId(), 0, "", vector, value));
  }

  void fail(Call call, ErrorCode code, Object... variables) {
    connection.send(
        new CallResult(
            call.requestId(),
            code.number(),
            code.format(variables),
            VersionVector.ZERO,
            new byte[0]));
  }

  /** Answers a statement: done, with a transaction open now or not. */
  void done(Statement statement, boolean inTransaction) {
    done(statement, status(inTransaction));
  }

  void done(Statement statement, TransactionStatus status) {
    reply(statement, 0, "", status, List.of(1L));
  }

  private static TransactionStatus status(boolean inTransaction) {
    return inTransaction ? TransactionStatus.OPEN : TransactionStatus.NONE;
  }

  void refuse(Statement statement, ErrorCode code, boolean inTransaction, Object... variables) {
    reply(statement, code.number(), code.format(variables), status(inTransaction), List.of());
  }

  private void reply(
      Statement statement, int error, String message, TransactionStatus status, List<Long> counts) {
    connection.send(
        new Result(
            statement.requestId(),
            error,
            message,
            vector,
            status,
            counts,
            List.of(),
            ByteSlice.EMPTY,
            0));
  }

  Statement lastStatement() {
    return statements.get(statements.size() - 1);
  }

  Call lastCall() {
    return calls.get(calls.size() - 1);
  }

  /** Accepts no more, and breaks the connection. */
  void crash() {
    server.close();
    connection.breakNow();
  }

  @Override
  public void onMessage(Connection source, Message message) {
    if (message instanceof ClientHello hello) {
      tokens.add(hello.token());
      if (shakesHands) {
        source.allowLongMessages();
        source.send(
            new ServerHello(cluster, clusterId, 1, sessionBase, "dynamast", "process", named));
      }
    } else if (message instanceof Call call) {
      calls.add(call);
      onCall.accept(call);
    } else if (message instanceof Statement statement) {
      statements.add(statement);
      onStatement.accept(statement);
    } else if (message instanceof Ping ping) {
      if (answersPings) {
        source.send(new Pong(ping.requestId()));
      }
    } else {
      others.add(message);
    }
  }

  @Override
  public void onClosed(Connection source, String reason) {
    isLeft = true;
  }
}
