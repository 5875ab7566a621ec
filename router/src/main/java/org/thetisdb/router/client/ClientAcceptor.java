package org.thetisdb.router.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.Scheduler.Timer;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.Software;
import org.thetisdb.router.balance.BorderChanges;
import org.thetisdb.router.balance.SiteChanges;
import org.thetisdb.router.call.SessionIds;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.change.PlacementChange;
import org.thetisdb.router.change.SchemeChange;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.login.LoginLimits;
import org.thetisdb.router.login.Logins;
import org.thetisdb.router.login.SessionKeys;
import org.thetisdb.router.migration.Migrations;
import org.thetisdb.router.migration.Rebalancing;
import org.thetisdb.router.relay.LivingRouters;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.site.LeaderCheck;
import org.thetisdb.router.sql.SqlHandler;
import org.thetisdb.router.status.KnownClients;
import org.thetisdb.router.system.Uploads;
import org.thetisdb.router.term.SchemeInForce;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.rights.Rights;

/** The clients of one leadership term. Owned by the engine's thread. */
public final class ClientAcceptor implements KnownClients {
  private static final int QUESTIONS_PER_CONNECTION = 64;

  private final int epoch;
  private final SessionIds sessions;
  private final RouterConfig config;
  private final String cluster;
  private final SchemeInForce inForce;
  private final CallHandler handler;
  private final SqlHandler sql;
  private final Uploads uploads;
  private final SiteChanges changes;
  private final SchemeChange schemeChange;
  private final LivingRouters routers;
  private final ReplicaChanges replicas;
  private final PlacementChange placementChange;
  private final Migrations migrations;
  private final Rebalancing rebalancing;
  private final BorderChanges borders;
  private final Questions questions;
  private final StatusQuestions questionLine;
  private final Logins logins;
  private final RouterCatalog catalog;
  private final AuditLog audit;
  private final SessionOwners owners;
  private final Set<ClientLink> links = new LinkedHashSet<>();

  private final UserLoads loads;

  /** By which the users of connections were looked at last. */
  private Rights rights;

  /** No clients yet. What they ask for goes to the parts that are given. */
  public ClientAcceptor(
      int epoch,
      SessionIds sessions,
      RouterConfig config,
      SchemeInForce inForce,
      CallHandler handler,
      SqlHandler sql,
      Uploads uploads,
      SiteChanges changes,
      SchemeChange schemeChange,
      LivingRouters routers,
      ReplicaChanges replicas,
      PlacementChange placementChange,
      Migrations migrations,
      Rebalancing rebalancing,
      BorderChanges borders,
      Questions questions,
      Logins logins,
      RouterCatalog catalog,
      AuditLog audit) {
    this.epoch = epoch;
    this.sessions = sessions;
    this.config = config;
    this.cluster = config.cluster().name();
    this.inForce = inForce;
    this.handler = handler;
    this.sql = sql;
    this.uploads = uploads;
    this.changes = changes;
    this.schemeChange = schemeChange;
    this.routers = routers;
    this.replicas = replicas;
    this.placementChange = placementChange;
    this.migrations = migrations;
    this.rebalancing = rebalancing;
    this.borders = borders;
    this.questions = questions;
    this.owners = new SessionOwners(new SessionKeys(catalog));
    this.logins = logins;
    this.loads = new UserLoads(logins.limits());
    this.audit = audit;
    this.catalog = catalog;
    this.questionLine = new StatusQuestions(questions.scheduler());
  }

  @Override
  public int through(Address relay) {
    int clients = 0;
    for (ClientLink link : links) {
      clients += Objects.equals(relay, link.relay()) ? 1 : 0;
    }
    return clients;
  }

  @Override
  public Software relaySoftware(Address relay) {
    return links.stream()
        .filter(link -> relay.equals(link.relay()))
        .map(ClientLink::relaySoftware)
        .findFirst()
        .orElse(null);
  }

  @Override
  public SortedMap<Software, Integer> bySoftware() {
    SortedMap<Software, Integer> clients = new TreeMap<>(Software.ORDER);
    for (ClientLink link : links) {
      if (link.software() != null) {
        clients.merge(link.software(), 1, Integer::sum);
      }
    }
    return clients;
  }

  /** Lets a client in. */
  public ClientLink accept(Connection connection) {
    ClientLink link = new ClientLink(this, connection);
    links.add(link);
    return link;
  }

  /** Answers a handshake. */
  void shakeHands(ClientLink link, String proof) {
    long base = sessions.next();
    if (base == SessionIds.NONE) {
      link.sendAway(
          new ThetisException(
              ErrorCode.OVERLOADED, "connections, until membership gives more session ids"));
      return;
    }
    link.claimed.add(base);
    link.send(
        new ServerHello(
            cluster,
            config.cluster().id(),
            epoch,
            base,
            inForce.spec().name(),
            config.durability(),
            routers.others(),
            link.user(),
            proof,
            owners.keyOf(link, base),
            Software.OWN));
  }

  /** Who has to log in, and how. */
  Logins logins() {
    return logins;
  }

  /** The catalog as it is known. */
  SqlCatalog catalog() {
    return catalog.sql();
  }

  /** Takes down what a client did, where there are users. */
  void note(AuditLog.Event event, String user, Address from, String what) {
    if (catalog.sql().secret() != null) {
      audit.note(event, user, from, what);
    }
  }

  /** A client that takes so long to log in is sent away. */
  Timer whenLoginIsLate(Runnable late) {
    return questions.scheduler().schedule(LoginLimits.LOGIN_US, late);
  }

  /** What users have under way. */
  UserLoads loads() {
    return loads;
  }

  /** Definitions have changed; if users or rights have, some may have to go. */
  @SuppressWarnings("ReferenceEquality") // one object is one state
  public void onCatalog() {
    Rights now = catalog.sql().rights();
    if (now != rights) {
      rights = now;
      List.copyOf(links).forEach(link -> link.onUsers(catalog.sql()));
    }
  }

  /** A client is gone. */
  void onClosed(ClientLink link) {
    links.remove(link);
    owners.onClosed(link);
    sql.onClosed(link);
  }

  /** Sends all clients away. */
  public void close(ThetisException reason) {
    List.copyOf(links).forEach(link -> link.sendAway(reason));
    links.clear();
  }

  int callsPerConnection() {
    return config.limits().callsPerConnection();
  }

  /** Over which connection each client's sessions are used. */
  SessionOwners owners() {
    return owners;
  }

  CallHandler handler() {
    return handler;
  }

  SqlHandler sql() {
    return sql;
  }

  Uploads uploads() {
    return uploads;
  }

  SiteChanges changes() {
    return changes;
  }

  SchemeChange schemeChange() {
    return schemeChange;
  }

  ReplicaChanges replicas() {
    return replicas;
  }

  PlacementChange placementChange() {
    return placementChange;
  }

  Migrations migrations() {
    return migrations;
  }

  BorderChanges borders() {
    return borders;
  }

  Rebalancing rebalancing() {
    return rebalancing;
  }

  UploadRights rights() {
    return config.uploads();
  }

  Questions questions() {
    return questions;
  }

  StatusQuestions questionLine() {
    return questionLine;
  }

  /** How many questions of one client may wait for their turn. */
  int questionsPerConnection() {
    return QUESTIONS_PER_CONNECTION;
  }

  /**
   * What people ask about the cluster; each answer is a JSON text.
   *
   * @param status what is where
   * @param explain why a range is where it is; takes a table and a key
   * @param workload what clients do; the first question begins to take note of it
   * @param compare whether the sites hold the same rows; the answer comes later
   * @param beforeRefusal has a refusal wait
   * @param scheduler the router's event loop, which answers
   */
  public record Questions(
      Supplier<String> status,
      BinaryOperator<String> explain,
      Supplier<String> workload,
      Consumer<Consumer<String>> compare,
      Consumer<LeaderCheck.Refusal> beforeRefusal,
      Scheduler scheduler) {}
}
