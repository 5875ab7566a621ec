package org.thetisdb.core.net.tls;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Makes certificates for a cluster (decision 0127): an authority, and below it nodes and users.
 * Each has a new key on the curve P-256. A node's certificate is good for both ends of a
 * connection, a user's for the end that connects.
 *
 * <p>Immutable and thread-safe. Makes texts, not files.
 */
public final class CertificateMaker {
  /** X.520: the longest name of one part. */
  private static final int LONGEST_NAME = 64;

  private static final int SERIAL_BYTES = 16;
  private static final Pattern IP_LITERAL =
      Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

  private final X509Certificate authority;
  private final PrivateKey authorityKey;
  private final Instant from;
  private final Instant until;

  private CertificateMaker(
      X509Certificate authority, PrivateKey authorityKey, Instant from, Instant until) {
    this.authority = authority;
    this.authorityKey = authorityKey;
    this.from = from;
    this.until = until;
  }

  /** A certificate and its private key, as PEM; the key is to be kept from others. */
  public record Issued(String certificate, String key) {}

  /** A new authority, for some time. */
  public static Issued authority(String name, Instant from, Instant until) {
    requireName(name);
    KeyPair pair = newPair();
    byte[] subject = name(null, name);
    byte[] extensions =
        Der.sequence(
            extension("2.5.29.19", true, Der.sequence(Der.isTrue(), Der.integer(BigInteger.ZERO))),
            extension("2.5.29.15", true, Der.bits(new byte[] {0x06}, 1)), // signs certificates
            subjectKey(pair.getPublic()));
    byte[] certificate =
        sign(subject, subject, pair.getPublic(), extensions, from, until, pair.getPrivate());
    return issued(certificate, pair.getPrivate());
  }

  /**
   * A maker that signs with an authority's key, which is read now.
   *
   * @throws ThetisException TLS_FILE_UNUSABLE
   */
  public static CertificateMaker of(Path certificate, Path key, Instant from, Instant until) {
    TlsMaterial material = TlsMaterial.read(new TlsFiles(null, certificate, key));
    X509Certificate authority = material.chain().get(0);
    if (authority.getBasicConstraints() < 0) {
      throw new ThetisException(
          ErrorCode.TLS_FILE_UNUSABLE, certificate, "it is no authority's certificate");
    }
    Instant end = authority.getNotAfter().toInstant();
    return new CertificateMaker(authority, material.key(), from, until.isBefore(end) ? until : end);
  }

  /**
   * A certificate for a site or a router.
   *
   * @param hosts names and IP addresses by which others reach it, the first as its own name
   */
  public Issued node(List<String> hosts) {
    hosts.forEach(CertificateMaker::requireName);
    List<byte[]> names = new ArrayList<>();
    for (String host : hosts) {
      names.add(isAddress(host) ? Der.implicit(7, addressOf(host)) : Der.implicit(2, ascii(host)));
    }
    byte[] alternatives = Der.sequence(names.toArray(byte[][]::new));
    return leaf(
        name(CertificateNames.NODE, hosts.get(0)),
        usage("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"),
        extension("2.5.29.17", false, alternatives));
  }

  /** A certificate for a user. */
  public Issued user(String name) {
    requireName(name);
    return leaf(name(CertificateNames.USER, name), usage("1.3.6.1.5.5.7.3.2"));
  }

  private Issued leaf(byte[] subject, byte[]... ownExtensions) {
    KeyPair pair = newPair();
    byte[] extensions =
        Der.sequence(
            extension("2.5.29.19", true, Der.sequence()),
            extension("2.5.29.15", true, Der.bits(new byte[] {(byte) 0x80}, 7)), // signs handshakes
            subjectKey(pair.getPublic()),
            extension(
                "2.5.29.35",
                false,
                Der.sequence(Der.implicit(0, keyHash(authority.getPublicKey())))),
            Der.join(ownExtensions));
    byte[] issuer = authority.getSubjectX500Principal().getEncoded();
    byte[] certificate =
        sign(issuer, subject, pair.getPublic(), extensions, from, until, authorityKey);
    return issued(certificate, pair.getPrivate());
  }

  private static Issued issued(byte[] certificate, PrivateKey key) {
    return new Issued(
        Pem.format(Pem.CERTIFICATE, certificate), Pem.format(Pem.PRIVATE_KEY, key.getEncoded()));
  }

  private static byte[] sign(
      byte[] issuer,
      byte[] subject,
      PublicKey publicKey,
      byte[] extensions,
      Instant from,
      Instant until,
      PrivateKey signer) {
    boolean rsa = signer.getAlgorithm().equals("RSA");
    byte[] algorithm =
        rsa
            ? Der.sequence(Der.oid("1.2.840.113549.1.1.11"), Der.nothing())
            : Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
    byte[] toSign =
        Der.sequence(
            Der.explicit(0, Der.integer(BigInteger.TWO)), // version 3
            Der.integer(new BigInteger(1, Arrays.copyOf(keyHash(publicKey), SERIAL_BYTES))),
            algorithm,
            issuer,
            Der.sequence(Der.time(from), Der.time(until)),
            subject,
            publicKey.getEncoded(),
            Der.explicit(3, extensions));
    try {
      Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
      signature.initSign(signer);
      signature.update(toSign);
      return Der.sequence(toSign, algorithm, Der.bits(signature.sign(), 0));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the authority's key cannot sign", e);
    }
  }

  private static KeyPair newPair() {
    try {
      KeyPairGenerator pairs = KeyPairGenerator.getInstance("EC");
      pairs.initialize(new ECGenParameterSpec("secp256r1"));
      return pairs.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no keys on the curve P-256", e);
    }
  }

  private static byte[] name(String unit, String name) {
    byte[] common = attribute("2.5.4.3", name);
    return unit == null ? Der.sequence(common) : Der.sequence(attribute("2.5.4.11", unit), common);
  }

  private static byte[] attribute(String type, String value) {
    return Der.set(Der.sequence(Der.oid(type), Der.utf8(value)));
  }

  private static byte[] extension(String type, boolean critical, byte[] value) {
    byte[] content = Der.octets(value);
    return critical
        ? Der.sequence(Der.oid(type), Der.isTrue(), content)
        : Der.sequence(Der.oid(type), content);
  }

  private static byte[] usage(String... purposes) {
    byte[][] oids = Arrays.stream(purposes).map(Der::oid).toArray(byte[][]::new);
    return extension("2.5.29.37", false, Der.sequence(oids));
  }

  private static byte[] subjectKey(PublicKey key) {
    return extension("2.5.29.14", false, Der.octets(keyHash(key)));
  }

  /** Also the serial number: no two keys have the same. */
  private static byte[] keyHash(PublicKey key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return Arrays.copyOf(hash, 20);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isAddress(String host) {
    return IP_LITERAL.matcher(host).matches();
  }

  /** A literal is not looked up anywhere. */
  private static byte[] addressOf(String literal) {
    try {
      return InetAddress.getByName(literal).getAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("\"" + literal + "\" is no IP address", e);
    }
  }

  private static byte[] ascii(String host) {
    return host.getBytes(StandardCharsets.US_ASCII);
  }

  private static void requireName(String name) {
    boolean printable = name.chars().noneMatch(c -> c < ' ' || c == 0x7f);
    if (name.isBlank() || name.length() > LONGEST_NAME || !printable) {
      throw new IllegalArgumentException(
          "A name in a certificate has 1 to "
              + LONGEST_NAME
              + " printable characters, not \""
              + name
              + "\".");
    }
  }
}
