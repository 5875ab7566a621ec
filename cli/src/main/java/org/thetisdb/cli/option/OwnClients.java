package org.thetisdb.cli.option;

import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ClientTls;
import org.thetisdb.client.SslMode;
import org.thetisdb.cluster.EmbeddedCluster;

/** How clients reach a cluster that lives in their process. Stateless. */
public final class OwnClients {
  private OwnClients() {}

  /** By the local socket if there is one, else as others have to come. */
  public static ClientOptions of(EmbeddedCluster cluster) {
    return cluster
        .authorityOfOwnClients()
        .map(file -> new ClientTls(SslMode.VERIFY_CA, file, "", ""))
        .map(tls -> ClientOptions.defaults().withTls(tls))
        .orElseGet(ClientOptions::defaults);
  }
}
