package org.thetisdb.core.net.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's context of some {@link TlsMaterial}. Sessions that were begun with it can be taken up
 * again with it alone, and for a bounded time.
 *
 * @param context makes engines of both ends
 * @param trust judges certificates; null if any is taken
 */
record TlsContexts(TlsMaterial material, SSLContext context, X509ExtendedTrustManager trust) {
  static final String PROTOCOL = "TLSv1.3";

  /** A session that is taken up again shows no certificate, so this bounds a withdrawn one. */
  private static final int SESSION_SECONDS = 600;

  private static final int SESSIONS = 4_096;

  /** Of the stores in memory, which nobody else sees. */
  private static final char[] PASSWORD = "in memory".toCharArray();

  /** Contexts of what was read from files. */
  static TlsContexts of(TlsMaterial material, boolean anyPeer) {
    try {
      X509ExtendedTrustManager trust =
          anyPeer || material.authorities().isEmpty() ? null : trusting(material.authorities());
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(
          keyManagers(material),
          new TrustManager[] {trust == null ? new TrustsAnyone() : trust},
          null);
      bound(context.getClientSessionContext());
      bound(context.getServerSessionContext());
      return new TlsContexts(material, context, trust);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the JDK has no TLS of this kind", e);
    }
  }

  private static void bound(SSLSessionContext sessions) {
    sessions.setSessionTimeout(SESSION_SECONDS);
    sessions.setSessionCacheSize(SESSIONS);
  }

  private static KeyManager[] keyManagers(TlsMaterial material)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    if (material.key() != null) {
      X509Certificate[] chain = material.chain().toArray(X509Certificate[]::new);
      store.setKeyEntry("own", material.key(), PASSWORD, chain);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD);
    return managers.getKeyManagers();
  }

  private static X509ExtendedTrustManager trusting(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    for (TrustManager manager : managers.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager trust) {
        return trust;
      }
    }
    throw new GeneralSecurityException("no manager for X.509");
  }
}
