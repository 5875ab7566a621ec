package org.thetisdb.core.net.netty;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportContract;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.TestCertificates;

/** Connections with TLS keep the contract of all connections. */
@Tag("threads")
class TlsContractTest extends TransportContract {
  @TempDir Path directory;

  @Override
  protected Transport open(TransportOptions options) {
    Tls tls =
        Tls.open(
            TlsMode.REQUIRE, Verification.NODE, new TestCertificates(directory).node("site-1"));
    return new NettyTransport(options.withLocalSockets(false).withTls(tls));
  }

  @Override
  protected Peer.Way way() {
    return Peer.Way.TLS;
  }
}
