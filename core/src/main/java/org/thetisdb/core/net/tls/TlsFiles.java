package org.thetisdb.core.net.tls;

import java.nio.file.Path;

/**
 * Where keys and certificates are, as PEM.
 *
 * @param authority certificates of trusted authorities; null if none is trusted
 * @param certificate this side's own, with those between it and the authority behind it; null if it
 *     shows none
 * @param key this side's private key; null together with the certificate
 */
public record TlsFiles(Path authority, Path certificate, Path key) {
  /**
   * Files.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  public TlsFiles {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("a certificate and its private key go together");
    }
  }

  /** No files: an encrypted connection with whomever. */
  public static TlsFiles none() {
    return new TlsFiles(null, null, null);
  }
}
