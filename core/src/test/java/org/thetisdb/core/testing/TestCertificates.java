package org.thetisdb.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.thetisdb.core.net.tls.CertificateMaker;
import org.thetisdb.core.net.tls.CertificateMaker.Issued;
import org.thetisdb.core.net.tls.TlsFiles;

/** An authority, and what it signs, as files in one directory. */
public final class TestCertificates {
  private final Path directory;
  private final Instant now = Instant.now();

  /** A new authority. */
  public TestCertificates(Path directory) {
    this.directory = directory;
    write("ca", CertificateMaker.authority("test authority", now.minusSeconds(60), later()));
  }

  private Instant later() {
    return now.plus(Duration.ofDays(30));
  }

  private CertificateMaker maker(Instant from, Instant until) {
    return CertificateMaker.of(
        directory.resolve("ca.crt"), directory.resolve("ca.key"), from, until);
  }

  /** Files of a node, which is reached as localhost and 127.0.0.1. */
  public TlsFiles node(String name) {
    return node(name, List.of(name, "localhost", "127.0.0.1"));
  }

  /** Files of a node with these names. */
  public TlsFiles node(String name, List<String> hosts) {
    return write(name, maker(now.minusSeconds(60), later()).node(hosts));
  }

  /** Files of a node, whose certificate is over. */
  public TlsFiles expiredNode(String name) {
    Instant end = now.minusSeconds(30);
    return write(name, maker(now.minusSeconds(60), end).node(List.of(name, "127.0.0.1")));
  }

  /** Files of a node, whose certificate is over soon. */
  public TlsFiles nodeUntil(String name, Instant until) {
    return write(name, maker(now.minusSeconds(60), until).node(List.of(name, "127.0.0.1")));
  }

  /** Files of a user. */
  public TlsFiles user(String name) {
    return write(name, maker(now.minusSeconds(60), later()).user(name));
  }

  /** The authority alone. */
  public TlsFiles authority() {
    return new TlsFiles(directory.resolve("ca.crt"), null, null);
  }

  private TlsFiles write(String name, Issued issued) {
    Path certificate = directory.resolve(name + ".crt");
    Path key = directory.resolve(name + ".key");
    try {
      Files.writeString(certificate, issued.certificate());
      Files.writeString(key, issued.key());
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TlsFiles(directory.resolve("ca.crt"), certificate, key);
  }
}
