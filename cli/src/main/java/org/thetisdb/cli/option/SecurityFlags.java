package org.thetisdb.cli.option;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.thetisdb.client.ClientOptions;
import picocli.CommandLine.Mixin;

/** How the clients of a command use TLS, and as whom they log in. */
public final class SecurityFlags {
  @Mixin private TlsFlags tls;
  @Mixin private LoginFlags login;

  /** For the native client. */
  public ClientOptions options() {
    return login.with(ClientOptions.defaults().withTls(tls.tls()));
  }

  /** A connection of JDBC to routers at {@code address}. */
  public Connection open(String address) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:thetis://" + address + "/?" + tls.query(), login.properties());
  }
}
