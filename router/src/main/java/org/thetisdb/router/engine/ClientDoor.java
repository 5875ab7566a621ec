package org.thetisdb.router.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToClient.ServerHello;

/** The clients of one reign. Owned by the engine's thread. */
final class ClientDoor {
  private final int epoch;
  private final SessionIds sessions;
  private final RouterConfig config;
  private final String cluster;
  private final String scheme;
  private final CallDesk desk;
  private final SqlDesk sql;
  private final Uploads uploads;
  private final SiteChanges changes;
  private final Supplier<String> status;
  private final Consumer<Consumer<String>> comparison;
  private final Set<ClientLink> links = new LinkedHashSet<>();

  ClientDoor(
      int epoch,
      SessionIds sessions,
      RouterConfig config,
      String scheme,
      CallDesk desk,
      SqlDesk sql,
      Uploads uploads,
      SiteChanges changes,
      Supplier<String> status,
      Consumer<Consumer<String>> comparison) {
    this.epoch = epoch;
    this.sessions = sessions;
    this.config = config;
    this.cluster = config.cluster().name();
    this.scheme = scheme;
    this.desk = desk;
    this.sql = sql;
    this.uploads = uploads;
    this.changes = changes;
    this.status = status;
    this.comparison = comparison;
  }

  /** Lets a client in. */
  ClientLink accept(Connection connection) {
    ClientLink link = new ClientLink(this, connection);
    links.add(link);
    return link;
  }

  /** Answers a greeting. */
  void greet(ClientLink link) {
    long base = sessions.next();
    if (base == SessionIds.NONE) {
      link.sendAway(
          new ThetisException(
              ErrorCode.OVERLOADED, "connections, until membership gives more session ids"));
      return;
    }
    link.send(new ServerHello(cluster, epoch, base, scheme, config.durability()));
  }

  /** A client is gone. */
  void onClosed(ClientLink link) {
    links.remove(link);
    sql.onClosed(link);
  }

  /** Sends all clients away. */
  void close(ThetisException reason) {
    List.copyOf(links).forEach(link -> link.sendAway(reason));
    links.clear();
  }

  int callsPerConnection() {
    return config.limits().callsPerConnection();
  }

  CallDesk desk() {
    return desk;
  }

  SqlDesk sql() {
    return sql;
  }

  Uploads uploads() {
    return uploads;
  }

  SiteChanges changes() {
    return changes;
  }

  UploadRights rights() {
    return config.uploads();
  }

  /** Compares the sites' rows; the answer is a JSON text. */
  void compare(Consumer<String> answer) {
    comparison.accept(answer);
  }

  String status() {
    return status.get();
  }
}
