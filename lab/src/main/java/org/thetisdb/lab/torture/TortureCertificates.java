package org.thetisdb.lab.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.TlsSettings;
import org.thetisdb.core.net.tls.CertificateMaker;
import org.thetisdb.core.net.tls.CertificateMaker.Issued;
import org.thetisdb.core.security.PrivateFile;

/** The files by which the parts of a cluster that is tortured know each other. Immutable. */
final class TortureCertificates {
  private static final Duration GOOD_FOR = Duration.ofDays(1);
  private static final Duration BEFORE = Duration.ofMinutes(10);

  private final Path directory;

  private TortureCertificates(Path directory) {
    this.directory = directory;
  }

  /** Makes an authority, and one certificate for all hosts. */
  static TortureCertificates make(Path directory, List<String> hosts) throws IOException {
    TortureCertificates made = new TortureCertificates(Files.createDirectories(directory));
    Instant from = Instant.now().minus(BEFORE);
    Instant until = Instant.now().plus(GOOD_FOR);
    made.write("ca", CertificateMaker.authority("Torture", from, until));
    CertificateMaker maker =
        CertificateMaker.of(made.authority(), directory.resolve("ca.key"), from, until);
    made.write("node", maker.node(hosts));
    return made;
  }

  private void write(String name, Issued issued) throws IOException {
    PrivateFile.write(directory.resolve(name + ".key"), issued.key());
    Files.writeString(directory.resolve(name + ".crt"), issued.certificate());
  }

  /** Whom all trust. */
  Path authority() {
    return directory.resolve("ca.crt");
  }

  /** The settings of each part: nothing comes but by TLS, not even within the machine. */
  Map<String, String> settings() {
    return Map.of(
        TlsSettings.TLS_MODE.name(), "require",
        TlsSettings.TLS_CA.name(), authority().toString(),
        TlsSettings.TLS_CERTIFICATE.name(), directory.resolve("node.crt").toString(),
        TlsSettings.TLS_KEY.name(), directory.resolve("node.key").toString(),
        NetworkSettings.NET_LOCAL_SOCKETS.name(), "off");
  }
}
