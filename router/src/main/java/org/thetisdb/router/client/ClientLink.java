package org.thetisdb.router.client;

import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.CertificateSubject;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.time.Scheduler.Timer;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ChangeBorder;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.ClientMessage.ChangeScheme;
import org.thetisdb.core.wire.ClientMessage.ChangeSite;
import org.thetisdb.core.wire.ClientMessage.ClaimSessions;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.CompareRequest;
import org.thetisdb.core.wire.ClientMessage.ExplainRequest;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.Rebalance;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.ClientMessage.WorkloadRequest;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.LoginChallenge;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.StatusResult;
import org.thetisdb.core.wire.Software;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.login.AuditLog.Event;
import org.thetisdb.router.login.Caller;
import org.thetisdb.router.login.LoginLimits;
import org.thetisdb.router.login.Logins;
import org.thetisdb.router.site.LeaderCheck;
import org.thetisdb.router.site.LeaderCheck.Refusal;
import org.thetisdb.router.statement.SqlConnection;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/**
 * One client's connection. Bounds what it has under way, and takes no call while the client does
 * not read its answers; a client that goes on sending meanwhile is sent away. Owned by the engine's
 * thread.
 */
final class ClientLink implements ConnectionListener, SqlConnection {
  private static final byte[] NO_VALUE = {};

  private final ClientAcceptor acceptor;
  private final Connection connection;
  private final Deque<ClientMessage> parked = new ArrayDeque<>();

  /** The sessions that are used over this connection, by the first id of each client. */
  final LongHashSet bases = new LongHashSet();

  /** Those of them that are certainly its own. */
  final LongHashSet claimed = new LongHashSet();

  private String token = "";

  /** Where the client is; with a router in between, as that one says. */
  private Address client;

  /** The router in between; null if there is none. */
  private Address relay;

  private Software relaySoftware;
  private Software software;

  private boolean shookHands;
  private boolean closed;

  /** Whether its user has one connection less. */
  private boolean gone;

  /** Its login; null before the client has said anything. */
  private Logins.Attempt login;

  /** Whether it needs no login, as a process of the router's own user. */
  private boolean sameUser;

  /** Who it is; empty if it may do everything. */
  private String user = "";

  private UserRights rights;

  /** What its user has under way; null if nobody has logged in. */
  private UserLoads.Load load;

  /** The address that its connection counts for; null for none. */
  private String countedFor;

  private Timer loginTimer;
  private int underWay;

  /** Questions that wait for their turn; the first one waits with those of other clients. */
  private final Deque<Runnable> questions = new ArrayDeque<>();

  ClientLink(ClientAcceptor acceptor, Connection connection) {
    this.acceptor = acceptor;
    this.connection = connection;
    this.client = connection.remoteAddress();
    this.loginTimer = acceptor.whenLoginIsLate(this::onLate);
  }

  private void onLate() {
    if (!shookHands && !closed) {
      sendAway(new ThetisException(ErrorCode.TIMED_OUT, LoginLimits.LOGIN_US / 1_000));
    }
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // one object is one state
  public UserRights rights(SqlCatalog catalog) {
    Rights all = catalog.rights();
    if (user.isEmpty()) {
      return all.admin();
    }
    if (rights == null || rights.all() != all) {
      rights = all.user(user);
    }
    if (rights == null || !rights.role().login()) {
      throw gone();
    }
    return rights;
  }

  private ThetisException gone() {
    return new ThetisException(
        ErrorCode.UNAUTHORIZED, "user \"" + user + "\" was dropped, or may not log in any more");
  }

  /** Whether it needs no login, as a process of the router's own user. */
  boolean isSameUser() {
    return sameUser;
  }

  /** Whether it was let in. */
  boolean isIn() {
    return shookHands;
  }

  /**
   * Users have changed: one that is gone is sent away, and who came before anybody had to log in.
   */
  void onUsers(SqlCatalog catalog) {
    if (!shookHands) {
      return;
    }
    if (user.isEmpty() && !sameUser && acceptor.logins().isNeeded(catalog.rights())) {
      sendAway(
          new ThetisException(
              ErrorCode.UNAUTHORIZED, "from now on this cluster asks for a user and a password"));
    } else if (!user.isEmpty()) {
      try {
        rights(catalog);
      } catch (ThetisException e) {
        sendAway(e);
      }
    }
  }

  /** The router that relays for this client; null if the client is connected here. */
  Address relay() {
    return relay;
  }

  /** What that router runs; null if there is none. */
  Software relaySoftware() {
    return relaySoftware;
  }

  /** What the client runs; null before its handshake. */
  Software software() {
    return software;
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (closed) {
      return;
    }
    if (shookHands && (message instanceof Call || message instanceof SqlRequest.Statement)) {
      onCall((ClientMessage) message);
    } else if (shookHands && message instanceof SqlRequest request) {
      acceptor.sql().onRequest(this, request);
    } else if (shookHands && message instanceof ClaimSessions claim) {
      acceptor.owners().claim(this, claim.base(), claim.key());
    } else if (message instanceof ClientHello hello && login == null) {
      token = hello.token();
      software = hello.software();
      logIn(ownCaller(), hello.login());
    } else if (message instanceof RelayHello hello && login == null) {
      client = hello.client();
      relay = hello.router();
      relaySoftware = hello.software();
      software = hello.clientSoftware();
      token = hello.token();
      logIn(relayed(hello), hello.login());
    } else if (message instanceof LoginProof proof && !shookHands && login != null) {
      prove(proof);
    } else if (message instanceof Ping ping) {
      connection.send(new Pong(ping.requestId()));
    } else if (!shookHands) {
      sendAway(new ThetisException(ErrorCode.BAD_REQUEST, "the first message is no handshake"));
    } else if (message instanceof UploadJar upload) {
      onUpload(upload);
    } else if (message instanceof ChangeSite change) {
      onChange(change);
    } else if (message instanceof ChangeScheme change) {
      onChange(change);
    } else if (message instanceof ChangeReplicas change) {
      onChange(change);
    } else if (message instanceof ChangePlacement change) {
      onChange(change);
    } else if (message instanceof Migrate request) {
      onChange(request);
    } else if (message instanceof Rebalance request) {
      onChange(request);
    } else if (message instanceof ChangeBorder request) {
      onChange(request);
    } else if (message instanceof CompareRequest request) {
      ask(
          request.requestId(),
          () -> acceptor.questions().compare().accept(json -> answerTo(request.requestId(), json)));
    } else if (message instanceof ExplainRequest request) {
      ask(
          request.requestId(),
          () ->
              answerTo(
                  request.requestId(),
                  acceptor.questions().explain().apply(request.table(), request.key())));
    } else if (message instanceof WorkloadRequest request) {
      ask(
          request.requestId(),
          () -> answerTo(request.requestId(), acceptor.questions().workload().get()));
    } else if (message instanceof StatusRequest request) {
      ask(
          request.requestId(),
          () -> answerTo(request.requestId(), acceptor.questions().status().get()));
    } else {
      sendAway(new ThetisException(ErrorCode.BAD_REQUEST, "no client sends such a message"));
    }
  }

  /**
   * As with calls: some at a time, and none while the client does not read its answers. One of them
   * stands in the line of all clients, so that each gets its turn.
   */
  private void ask(long requestId, Runnable question) {
    if (!maySee(answerTo(requestId))) {
      return;
    }
    if (questions.size() >= acceptor.questionsPerConnection() || connection.isCongested()) {
      sendAway(
          new ThetisException(
              ErrorCode.OVERLOADED, questions.size() + " questions on one connection"));
      return;
    }
    questions.add(question);
    if (questions.size() == 1) {
      awaitTurn();
    }
  }

  private void awaitTurn() {
    try {
      acceptor.questionLine().ask(this::answerFirst);
    } catch (ThetisException tooMany) {
      sendAway(tooMany);
    }
  }

  private boolean answerFirst() {
    if (closed) {
      return false;
    }
    questions.element().run();
    questions.remove();
    if (!questions.isEmpty()) {
      awaitTurn();
    }
    return true;
  }

  private void answerTo(long requestId, String json) {
    if (!closed) {
      connection.send(new StatusResult(requestId, json));
    }
  }

  private Caller ownCaller() {
    Peer peer = connection.peer();
    boolean isUser = peer.subject().kind() == CertificateSubject.Kind.USER;
    String certified = isUser ? peer.subject().name() : null;
    return new Caller(client, peer.isSameUser(), certified, peer.serverEndPoint());
  }

  /** What a router in between says counts if it is one of the cluster. */
  private Caller relayed(RelayHello hello) {
    Peer peer = connection.peer();
    boolean trusted = peer.isSameUser() || peer.isNode();
    byte[] binding = trusted && hello.binding().length > 0 ? hello.binding() : null;
    return new Caller(client, trusted && hello.sameUser(), null, binding);
  }

  private void logIn(Caller caller, String first) {
    if (first.length() > LoginLimits.MAX_CHARS || token.length() > LoginLimits.MAX_CHARS) {
      sendAway(new ThetisException(ErrorCode.BAD_REQUEST, "a handshake of such a length"));
      return;
    }
    sameUser = caller.sameUser();
    try {
      countFor(caller);
    } catch (ThetisException tooMany) {
      acceptor.note(Event.LOGIN_REFUSED, "", client, tooMany.code().name());
      sendAway(tooMany);
      return;
    }
    login = acceptor.logins().begin(caller, first, new LoginListener());
  }

  private void countFor(Caller caller) {
    if (!caller.sameUser() && acceptor.logins().isNeeded(acceptor.catalog().rights())) {
      acceptor.loads().enter(caller.address().host());
      countedFor = caller.address().host();
    }
  }

  /** It counts no more. */
  private void leave() {
    if (countedFor != null) {
      acceptor.loads().leave(countedFor);
      countedFor = null;
    }
    if (load != null && !gone) {
      gone = true;
      load.disconnect();
    }
  }

  private void prove(LoginProof proof) {
    if (proof.proof().length() > LoginLimits.MAX_CHARS) {
      sendAway(new ThetisException(ErrorCode.BAD_REQUEST, "a proof of such a length"));
    } else {
      login.prove(proof.proof());
    }
  }

  private void endLogin() {
    loginTimer.cancel();
    if (login != null) {
      login.end();
    }
  }

  /** What becomes of the login; it may be decided before {@link #login} is set. */
  private final class LoginListener implements Logins.Listener {
    @Override
    public void onChallenge(String challenge) {
      send(new LoginChallenge(challenge));
    }

    @Override
    public void onLogin(String who, String proof) {
      if (closed) {
        return;
      }
      user = who;
      loginTimer.cancel();
      try {
        load = who.isEmpty() ? null : acceptor.loads().connect(who);
      } catch (ThetisException tooMany) {
        acceptor.note(Event.LOGIN_REFUSED, who, client, tooMany.code().name());
        sendAway(tooMany);
        return;
      }
      shookHands = true;
      connection.allowLongMessages();
      note(Event.LOGIN, relay == null ? connection.peer().toString() : "through router " + relay);
      acceptor.shakeHands(ClientLink.this, proof);
    }

    @Override
    public void onRefused(String who, ThetisException why) {
      beforeRefusal(() -> refuse(who, why));
    }

    private void refuse(String who, ThetisException why) {
      if (!closed) {
        acceptor.note(Event.LOGIN_REFUSED, who, client, why.code().name());
        sendAway(why);
      }
    }
  }

  @Override
  public void beforeRefusal(Refusal refusal) {
    acceptor.questions().beforeRefusal().accept(refusal);
  }

  @Override
  public void note(Event event, String what) {
    acceptor.note(event, user, client, what);
  }

  @Override
  public void onWritable(Connection from) {
    while (!parked.isEmpty() && !connection.isCongested()) {
      submit(parked.remove());
    }
  }

  @Override
  public void onClosed(Connection from, String reason) {
    closed = true;
    parked.clear();
    endLogin();
    leave();
    acceptor.onClosed(this);
  }

  @Override
  public void send(Message message) {
    if (!closed) {
      connection.send(message);
    }
  }

  /** Ends the connection and says why. */
  void sendAway(ThetisException reason) {
    closed = true;
    parked.clear();
    endLogin();
    connection.send(new Goodbye(reason.code().number(), reason.getMessage()));
    connection.close();
  }

  private void onCall(ClientMessage call) {
    acceptor.owners().onUse(this, sessionOf(call));
    if (closed) {
      return;
    }
    if (parked.isEmpty() && !connection.isCongested()) {
      submit(call);
    } else if (parked.size() < acceptor.callsPerConnection()) {
      parked.add(call);
    } else {
      sendAway(new ThetisException(ErrorCode.OVERLOADED, "answers that are not read"));
    }
  }

  private static long sessionOf(ClientMessage call) {
    return call instanceof Call one ? one.session() : ((SqlRequest.Statement) call).session();
  }

  private void submit(ClientMessage message) {
    if (message instanceof Call call) {
      submit(call);
    } else {
      submit((SqlRequest.Statement) message);
    }
  }

  private void submit(SqlRequest.Statement statement) {
    if (underWay >= acceptor.callsPerConnection()) {
      acceptor.sql().refuse(this, statement, tooMany());
      return;
    }
    int bytes = statement.sql().length() + statement.arguments().length;
    ThetisException overloaded = begin(bytes);
    if (overloaded != null) {
      acceptor.sql().refuse(this, statement, overloaded);
      return;
    }
    acceptor.sql().submit(this, statement, () -> end(bytes));
  }

  /** Why a request is not taken; null if it is under way from now on. */
  private ThetisException begin(int bytes) {
    ThetisException overloaded = load == null ? null : load.begin(bytes);
    underWay += overloaded == null ? 1 : 0;
    return overloaded;
  }

  private void end(int bytes) {
    underWay--;
    if (load != null) {
      load.end(bytes);
    }
  }

  private ThetisException tooMany() {
    return new ThetisException(ErrorCode.OVERLOADED, underWay + " on this connection");
  }

  private void submit(Call call) {
    if (underWay >= acceptor.callsPerConnection()) {
      ThetisException error = tooMany();
      answer(call.requestId(), error.code().number(), error.getMessage(), call.vector(), NO_VALUE);
      return;
    }
    long requestId = call.requestId();
    int bytes = call.arguments().length;
    ThetisException forbidden = mayNot(call);
    if (forbidden != null) {
      refuseLater(call, forbidden.code().number(), forbidden.getMessage(), call.vector());
      return;
    }
    ThetisException denied = begin(bytes);
    if (denied != null) {
      answer(requestId, denied.code().number(), denied.getMessage(), call.vector(), NO_VALUE);
      return;
    }
    acceptor
        .handler()
        .submit(
            call,
            (errorNumber, message, vector, value) -> {
              end(bytes);
              if (LeaderCheck.concerns(errorNumber)) {
                refuseLater(call, errorNumber, message, vector);
              } else {
                answer(requestId, errorNumber, message, vector, value);
              }
            });
  }

  private void refuseLater(Call call, int errorNumber, String message, VersionVector vector) {
    beforeRefusal(
        new Refusal() {
          @Override
          public void refuse() {
            answer(call.requestId(), errorNumber, message, vector, NO_VALUE);
          }

          @Override
          public void sendElsewhere(ThetisException why) {
            answer(call.requestId(), why.code().number(), why.getMessage(), vector, NO_VALUE);
          }
        });
  }

  /** Why a procedure is not called; null if it is. */
  private ThetisException mayNot(Call call) {
    if (user.isEmpty()) {
      return null;
    }
    try {
      rights(acceptor.catalog())
          .requireExecute(Securable.jarProcedure(call.procedure()), call.procedure());
      return null;
    } catch (ThetisException e) {
      note(Event.REFUSED, e.getMessage());
      return e;
    }
  }

  private void onUpload(UploadJar upload) {
    try {
      checkRights(BuiltInRole.UPLOAD, "upload jars", upload.jar().length);
      note(Event.UPLOAD, upload.jarName());
    } catch (ThetisException e) {
      note(Event.REFUSED, e.getMessage());
      int number = e.code().number();
      answer(upload.requestId(), number, e.getMessage(), VersionVector.ZERO, NO_VALUE);
      return;
    }
    acceptor
        .uploads()
        .submit(
            upload.jarName(),
            upload.jar(),
            (errorNumber, message, vector, value) ->
                answer(upload.requestId(), errorNumber, message, vector, value));
  }

  /** Who may bring code to the sites may change the sites, and the scheme, too. */
  private void onChange(ChangeSite change) {
    Answer answer = answerTo(change.requestId());
    if (mayChange(answer, change)) {
      acceptor.changes().submit(change.site(), change.wanted(), answer);
    }
  }

  private void onChange(ChangeScheme change) {
    Answer answer = answerTo(change.requestId());
    boolean changes = !change.dryRun() && !change.scheme().isEmpty();
    if (changes ? mayChange(answer, change) : maySee(answer)) {
      acceptor.schemeChange().submit(change.scheme(), change.dryRun(), answer);
    }
  }

  /**
   * A user needs a role. Where nobody logs in, it matters where a client is; and anybody may say
   * that it relays for a client of this machine. So both have to have the right: which client is
   * connected, and which is said to be behind it.
   */
  private void checkRights(BuiltInRole role, String what, int jarBytes) {
    if (!user.isEmpty()) {
      rights(acceptor.catalog()).require(role, what);
      acceptor.rights().checkUser(jarBytes);
      return;
    }
    acceptor.rights().check(connection.remoteAddress(), token, jarBytes);
    acceptor.rights().check(client, token, jarBytes);
  }

  private void onChange(ChangeReplicas change) {
    Answer answer = answerTo(change.requestId());
    boolean asks =
        !change.action().equals(ChangeReplicas.ADD) && !change.action().equals(ChangeReplicas.DROP);
    if (asks ? maySee(answer) : mayChange(answer, change)) {
      acceptor.replicas().submit(change, answer);
    }
  }

  private void onChange(ChangePlacement change) {
    Answer answer = answerTo(change.requestId());
    if (change.dryRun() ? maySee(answer) : mayChange(answer, change)) {
      acceptor.placementChange().submit(change, answer);
    }
  }

  private void onChange(Migrate request) {
    Answer answer = answerTo(request.requestId());
    boolean asks = request.action() == Migrate.Action.LIST || request.dryRun();
    if (asks ? maySee(answer) : mayChange(answer, request)) {
      acceptor.migrations().submit(request, answer);
    }
  }

  private void onChange(Rebalance request) {
    Answer answer = answerTo(request.requestId());
    boolean asks = request.kind() != Rebalance.Kind.MOVE;
    if (asks ? maySee(answer) : mayChange(answer, request)) {
      acceptor.rebalancing().submit(request, answer);
    }
  }

  private void onChange(ChangeBorder request) {
    Answer answer = answerTo(request.requestId());
    if (request.dryRun() ? maySee(answer) : mayChange(answer, request)) {
      acceptor.borders().submit(request, answer);
    }
  }

  private Answer answerTo(long requestId) {
    return (errorNumber, message, vector, value) ->
        answer(requestId, errorNumber, message, vector, value);
  }

  /** Whoever may change the cluster may see it. */
  private boolean maySee(Answer answer) {
    try {
      UserRights own = rights(acceptor.catalog());
      if (!own.is(BuiltInRole.OPERATE)) {
        own.require(BuiltInRole.MONITOR, "see the state of the cluster");
      }
      return true;
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
      return false;
    }
  }

  private boolean mayChange(Answer answer, Object change) {
    try {
      checkRights(BuiltInRole.OPERATE, "change the cluster", 0);
      note(Event.OPERATION, change.toString());
      return true;
    } catch (ThetisException e) {
      note(Event.REFUSED, e.getMessage());
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
      return false;
    }
  }

  private void answer(
      long requestId, int errorNumber, String message, VersionVector vector, byte[] value) {
    if (closed) {
      return;
    }
    try {
      connection.send(new CallResult(requestId, errorNumber, message, vector, value));
    } catch (ThetisException tooLong) {
      int number = ErrorCode.OUTCOME_UNKNOWN.number();
      String why = ErrorCode.OUTCOME_UNKNOWN.format(tooLong.getMessage());
      connection.send(new CallResult(requestId, number, why, vector, NO_VALUE));
    }
  }
}
