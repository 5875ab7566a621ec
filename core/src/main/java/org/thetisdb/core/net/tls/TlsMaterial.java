package org.thetisdb.core.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * What {@link TlsFiles} held at one time: well-formed, in force, and key and certificate match.
 *
 * @param authorities empty if none is trusted
 * @param chain this side's own certificate first; empty if there is none
 * @param key null without a certificate
 */
record TlsMaterial(List<X509Certificate> authorities, List<X509Certificate> chain, PrivateKey key) {
  /** No chain of certificates is longer. */
  private static final int LONGEST_FILE_BYTES = 1 << 20;

  /**
   * Reads the files; waits for the disk.
   *
   * @throws ThetisException TLS_FILE_UNUSABLE, which names the file and says why
   */
  static TlsMaterial read(TlsFiles files) {
    List<X509Certificate> authorities =
        files.authority() == null ? List.of() : certificates(files.authority());
    if (files.certificate() == null) {
      return new TlsMaterial(authorities, List.of(), null);
    }
    List<X509Certificate> chain = certificates(files.certificate());
    requireInForce(files.certificate(), chain.get(0));
    PrivateKey key = key(files.key(), chain.get(0).getPublicKey());
    requireMatch(files, chain.get(0).getPublicKey(), key);
    return new TlsMaterial(authorities, chain, key);
  }

  private static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Pem.Block block : Pem.parse(text(file))) {
        if (block.label().equals(Pem.CERTIFICATE)) {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.bytes())));
        }
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      throw unusable(file, e.getMessage(), e);
    }
    if (certificates.isEmpty()) {
      throw unusable(file, "it has no certificate in PEM", null);
    }
    return certificates;
  }

  private static void requireInForce(Path file, X509Certificate certificate) {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException e) {
      throw unusable(file, "it has expired on " + certificate.getNotAfter().toInstant(), e);
    } catch (GeneralSecurityException e) {
      throw unusable(file, "it begins on " + certificate.getNotBefore().toInstant(), e);
    }
  }

  private static PrivateKey key(Path file, PublicKey publicKey) {
    requireHidden(file);
    try {
      for (Pem.Block block : Pem.parse(text(file))) {
        if (block.label().equals(Pem.PRIVATE_KEY)) {
          return KeyFactory.getInstance(publicKey.getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(block.bytes()));
        }
        if (block.label().endsWith(Pem.PRIVATE_KEY)) {
          throw unusable(
              file,
              "it holds a \""
                  + block.label()
                  + "\"; write it as PKCS#8 without a password: openssl pkcs8 -topk8 -nocrypt",
              null);
        }
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      // No message of a library here: it could show a part of the key.
      throw unusable(file, "its key is damaged, or not one for the certificate", null);
    }
    throw unusable(file, "it has no private key in PEM", null);
  }

  /** A key that everybody on the machine can read protects nothing. A group may be wanted. */
  private static void requireHidden(Path file) {
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw unusable(file, "every user of this machine can read it; say chmod 600", null);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // Reading it says what is wrong; a system without such permissions has other ways.
    }
  }

  private static void requireMatch(TlsFiles files, PublicKey publicKey, PrivateKey key) {
    boolean matches;
    try {
      String algorithm =
          switch (publicKey.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> publicKey.getAlgorithm();
          };
      byte[] anything = publicKey.getEncoded();
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(anything);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(algorithm);
      verifying.initVerify(publicKey);
      verifying.update(anything);
      matches = verifying.verify(signature);
    } catch (GeneralSecurityException e) {
      matches = false;
    }
    if (!matches) {
      throw unusable(
          files.key(), "its key is not the one of the certificate " + files.certificate(), null);
    }
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > LONGEST_FILE_BYTES) {
        throw unusable(file, "it is longer than " + LONGEST_FILE_BYTES + " bytes", null);
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw unusable(file, "it is not there", e);
    } catch (IOException e) {
      throw unusable(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static ThetisException unusable(Path file, String why, Throwable cause) {
    ThetisException refusal = new ThetisException(ErrorCode.TLS_FILE_UNUSABLE, file, why);
    return cause == null ? refusal : refusal.causedBy(cause);
  }
}
