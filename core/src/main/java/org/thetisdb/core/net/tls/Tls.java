package org.thetisdb.core.net.tls;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.CertificateSubject;
import org.thetisdb.core.net.Peer;

/**
 * TLS as one process speaks it: makes engines for connections, and says what a handshake has shown.
 * The files may change: a new pair counts for connections from the next {@link #refresh} on if key
 * and certificate match, else the old one stays.
 *
 * <p>Thread-safe. Only {@link #open} and {@link #refresh} wait for the disk.
 */
public final class Tls {
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
  private static final Tls OFF = new Tls(TlsMode.OFF, Verification.NONE, TlsFiles.none());

  private final TlsMode mode;
  private final Verification verification;
  private final TlsFiles files;
  private volatile TlsContexts contexts;

  // Guarded by the lock of refresh.
  private FileStamps tried;
  private String trouble;

  private Tls(TlsMode mode, Verification verification, TlsFiles files) {
    this.mode = mode;
    this.verification = verification;
    this.files = files;
  }

  /** No TLS. */
  public static Tls off() {
    return OFF;
  }

  /**
   * TLS out of files.
   *
   * @throws ThetisException TLS_FILE_UNUSABLE
   */
  public static Tls open(TlsMode mode, Verification verification, TlsFiles files) {
    Tls tls = new Tls(mode, verification, files);
    tls.tried = FileStamps.of(files);
    tls.contexts = tls.read();
    return tls;
  }

  /**
   * TLS of a site or a router, which has to show a node's certificate.
   *
   * @throws ThetisException TLS_FILE_UNUSABLE
   */
  public static Tls openNode(TlsMode mode, TlsFiles files) {
    Tls tls = open(mode, Verification.NODE, files);
    X509Certificate own = TlsMaterial.read(files).chain().get(0);
    if (CertificateNames.subjectOf(own).kind() != CertificateSubject.Kind.NODE) {
      throw new ThetisException(
          ErrorCode.TLS_FILE_UNUSABLE,
          files.certificate(),
          "it is no node's, as `thetis cert node` makes them, and sites and routers would refuse it");
    }
    return tls;
  }

  private TlsContexts read() {
    return TlsContexts.of(TlsMaterial.read(files), verification == Verification.NONE);
  }

  /** Whether connections have TLS. */
  public TlsMode mode() {
    return mode;
  }

  /** What is asked of an end that this one connects to. */
  public Verification verification() {
    return verification;
  }

  /**
   * Takes new files, if they are whole; else says once why not, when they have not changed from one
   * look to the next: they may be half written at the first.
   */
  public void refresh() {
    if (mode != TlsMode.OFF) {
      look();
    }
  }

  private synchronized void look() {
    FileStamps now = FileStamps.of(files);
    if (now.equals(tried)) {
      if (trouble != null) {
        LOG.warn("TLS goes on with the certificates from before: {}", trouble);
        trouble = null;
      }
      return;
    }
    tried = now;
    try {
      contexts = read();
      trouble = null;
      LOG.info("TLS takes new certificates for new connections");
    } catch (ThetisException unusable) {
      trouble = unusable.getMessage();
    }
  }

  /** An engine for a connection that was accepted. */
  public SSLEngine accepting() {
    SSLEngine engine = contexts.context().createSSLEngine();
    engine.setUseClientMode(false);
    SSLParameters parameters = parameters(engine);
    parameters.setWantClientAuth(contexts.trust() != null);
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** An engine for a connection to an address. */
  public SSLEngine connecting(Address to) {
    SSLEngine engine = contexts.context().createSSLEngine(to.host(), to.port());
    engine.setUseClientMode(true);
    SSLParameters parameters = parameters(engine);
    if (verification == Verification.HOST) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static SSLParameters parameters(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
    return parameters;
  }

  /**
   * The other end of a connection that was accepted, after the handshake. Its certificate, if it
   * has shown one, was checked then.
   */
  public Peer accepted(SSLSession session) {
    return Peer.overTls(subjectOf(peerCertificate(session)), endPoint(ownCertificate(session)));
  }

  /**
   * The other end of a connection from here, after the handshake.
   *
   * @throws CertificateException if it had to be a node's and is not, or there is none, as after a
   *     handshake that broke off; the message completes "cannot connect to X: …"
   */
  public Peer connected(SSLSession session) throws CertificateException {
    X509Certificate certificate = peerCertificate(session);
    if (certificate == null) {
      throw new CertificateException("it has shown no certificate");
    }
    CertificateSubject subject = subjectOf(certificate);
    if (verification == Verification.NODE && subject.kind() != CertificateSubject.Kind.NODE) {
      throw new CertificateException(
          "its certificate is not a node's, but for "
              + certificate.getSubjectX500Principal().getName());
    }
    return Peer.overTls(subject, endPoint(certificate));
  }

  private static CertificateSubject subjectOf(X509Certificate certificate) {
    return certificate == null ? CertificateSubject.NONE : CertificateNames.subjectOf(certificate);
  }

  /** Null if the other end has shown none. */
  private static X509Certificate peerCertificate(SSLSession session) {
    X509Certificate[] chain = chainOf(session);
    return chain.length == 0 ? null : chain[0];
  }

  /** What the other end has shown, its own certificate first; empty if nothing. */
  public static X509Certificate[] chainOf(SSLSession session) {
    try {
      return Arrays.stream(session.getPeerCertificates())
          .map(X509Certificate.class::cast)
          .toArray(X509Certificate[]::new);
    } catch (SSLPeerUnverifiedException none) {
      return new X509Certificate[0];
    }
  }

  /** The authorities that are trusted now; equal as long as these are the same. */
  public Object trusted() {
    return contexts.material().authorities();
  }

  /** Whether a certificate's time is not over. */
  public static boolean isInForce(X509Certificate certificate) {
    try {
      certificate.checkValidity();
      return true;
    } catch (CertificateException over) {
      return false;
    }
  }

  /** Whether a peer that has shown this would be let in again. */
  public boolean isTrusted(X509Certificate[] chain, boolean accepted) {
    X509ExtendedTrustManager trust = contexts.trust();
    if (trust == null) {
      return !accepted;
    }
    try {
      String keyType = chain[0].getPublicKey().getAlgorithm();
      if (accepted) {
        trust.checkClientTrusted(chain, keyType);
      } else {
        trust.checkServerTrusted(chain, keyType);
      }
      return true;
    } catch (CertificateException | IllegalArgumentException no) {
      return false;
    }
  }

  /** A session that was taken up again may not have it; then the context is the same still. */
  private X509Certificate ownCertificate(SSLSession session) {
    Certificate[] own = session.getLocalCertificates();
    return own == null ? contexts.material().chain().get(0) : (X509Certificate) own[0];
  }

  /** RFC 5929: the certificate's hash, by the algorithm of its signature, by SHA-256 at least. */
  private static byte[] endPoint(Certificate server) {
    String signature =
        ((X509Certificate) server).getSigAlgName().toUpperCase(Locale.ROOT).split("WITH", 2)[0];
    String hash =
        switch (signature) {
          case "SHA384" -> "SHA-384";
          case "SHA512" -> "SHA-512";
          default -> "SHA-256";
        };
    try {
      return MessageDigest.getInstance(hash).digest(server.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was decoded cannot be encoded", e);
    }
  }
}
