package org.thetisdb.client;

import java.nio.file.Path;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsFiles;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;

/**
 * How a client uses TLS. All files are PEM, and are read again when they have changed.
 *
 * <pre>{@code
 * ClientOptions options =
 *     ClientOptions.defaults().withTls(ClientTls.verifyFull("/etc/app/ca.crt"));
 * }</pre>
 *
 * <p>A client that asks for TLS goes over TCP with TLS, also to its own machine, and never without.
 * Immutable, safe for all threads.
 *
 * @param mode what is asked of connections
 * @param rootCertificate a file with certificates of authorities that are trusted; empty for none
 * @param certificate a file with the certificate that the client shows; empty for none
 * @param key a file with the private key of that certificate, as PKCS#8; empty for none
 */
public record ClientTls(SslMode mode, String rootCertificate, String certificate, String key) {
  private static final ClientTls NONE = new ClientTls(SslMode.DISABLE, "", "", "");

  /**
   * Use of TLS, each part given.
   *
   * @throws IllegalArgumentException if parts are missing; the message is a sentence
   */
  public ClientTls {
    boolean verifies = mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
    if (verifies && rootCertificate.isEmpty()) {
      throw new IllegalArgumentException(
          "sslmode=" + mode.word() + " needs sslrootcert, a file of authorities to trust.");
    }
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException("sslcert and sslkey go together.");
    }
    if (mode == SslMode.DISABLE && !(rootCertificate.isEmpty() && certificate.isEmpty())) {
      throw new IllegalArgumentException(
          "Certificates are for TLS; say sslmode=verify-full as well.");
    }
  }

  /** {@return no TLS} */
  public static ClientTls none() {
    return NONE;
  }

  /**
   * TLS with routers whose certificates are for their hosts and of an authority.
   *
   * @param rootCertificate a file with the authority's certificate
   * @return the use of TLS that is recommended
   */
  public static ClientTls verifyFull(String rootCertificate) {
    return new ClientTls(SslMode.VERIFY_FULL, rootCertificate, "", "");
  }

  /**
   * What the engine makes of it.
   *
   * @param options of the client's transport
   * @return the same, with TLS
   * @throws org.thetisdb.core.error.ThetisException TLS_FILE_UNUSABLE
   * @hidden
   */
  public TransportOptions applyTo(TransportOptions options) {
    if (mode == SslMode.DISABLE) {
      return options;
    }
    TlsFiles files = new TlsFiles(path(rootCertificate), path(certificate), path(key));
    return options.withLocalSockets(false).withTls(Tls.open(TlsMode.REQUIRE, verified(), files));
  }

  private static Path path(String file) {
    return file.isEmpty() ? null : Path.of(file);
  }

  private Verification verified() {
    return switch (mode) {
      case DISABLE -> Verification.NONE;
      case REQUIRE -> rootCertificate.isEmpty() ? Verification.NONE : Verification.AUTHORITY;
      case VERIFY_CA -> Verification.AUTHORITY;
      case VERIFY_FULL -> Verification.HOST;
    };
  }
}
