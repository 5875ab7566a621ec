package org.thetisdb.cluster;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.core.config.LoginSettings;
import org.thetisdb.core.config.LoginSettings.LoginPolicy;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.NetworkSettings.LocalSockets;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.TlsSettings;
import org.thetisdb.core.config.TlsSettings.Mode;
import org.thetisdb.core.config.TlsSettings.Open;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.NodeGate;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsFiles;
import org.thetisdb.core.net.tls.TlsMode;

/** How a site or a router is closed to strangers, out of settings. */
final class NodeSecurity {
  private static final Set<String> LOOPBACK =
      Set.of("localhost", "::1", "[::1]", "0:0:0:0:0:0:0:1");

  private NodeSecurity() {}

  /**
   * TLS with other nodes, and with clients.
   *
   * @throws ThetisException TLS_FILE_UNUSABLE
   */
  static Tls tls(Settings settings) {
    Mode mode = settings.get(TlsSettings.TLS_MODE);
    if (mode == Mode.OFF) {
      return Tls.off();
    }
    TlsFiles files =
        new TlsFiles(
            Path.of(settings.get(TlsSettings.TLS_CA)),
            Path.of(settings.get(TlsSettings.TLS_CERTIFICATE)),
            Path.of(settings.get(TlsSettings.TLS_KEY)));
    return Tls.openNode(TlsMode.valueOf(mode.name()), files);
  }

  /**
   * The same transport, with a gate for what only nodes send. There is none where strangers are
   * accepted, and on a machine whose processes do not meet by local sockets: nothing tells nodes
   * from others there.
   */
  static Transport gate(Settings settings, Transport transport) {
    return switch (settings.get(TlsSettings.TLS_MODE)) {
      case REQUIRE -> new NodeGate(transport, false);
      case ALLOW -> new NodeGate(transport, true);
      case OFF ->
          settings.get(TlsSettings.SECURITY_OPEN) == Open.ACCEPTED || !meetLocally(settings)
              ? transport
              : new NodeGate(transport, false);
    };
  }

  private static boolean meetLocally(Settings settings) {
    return settings.get(NetworkSettings.NET_LOCAL_SOCKETS) == LocalSockets.ON
        && FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Closed by default: what others can reach asks for TLS and for users, or its owner has accepted
   * that it does not.
   *
   * @throws ThetisException BAD_SETTING, which says what to do
   */
  static void requireClosed(Settings settings, String listenHost) {
    boolean asksWho = settings.get(LoginSettings.SECURITY_LOGIN) != LoginPolicy.OFF;
    boolean closed = settings.get(TlsSettings.TLS_MODE) == Mode.REQUIRE && asksWho;
    boolean accepted = settings.get(TlsSettings.SECURITY_OPEN) == Open.ACCEPTED;
    if (!closed && !accepted && !isLoopback(listenHost)) {
      throw new ThetisException(
          ErrorCode.BAD_SETTING,
          NetworkSettings.LISTEN_HOST,
          listenHost,
          asksWho
              ? "whoever reaches it there could read and write all data. Set tls.mode=require with"
                  + " the files that `thetis cert` makes, or accept that with"
                  + " security.open=accepted"
              : "nobody logs in there. Leave security.login at auto, or accept that with"
                  + " security.open=accepted");
    }
  }

  /**
   * The file of the authority that clients in the process of a cluster have to trust, since they
   * have to come with TLS; empty if they come by the local socket, or TLS is not asked for.
   */
  static Optional<String> authorityOfOwnClients(Settings settings) {
    boolean needsTls = settings.get(TlsSettings.TLS_MODE) == Mode.REQUIRE && !meetLocally(settings);
    return needsTls ? Optional.of(settings.get(TlsSettings.TLS_CA)) : Optional.empty();
  }

  static boolean isLoopback(String host) {
    return host.startsWith("127.") || LOOPBACK.contains(host);
  }
}
