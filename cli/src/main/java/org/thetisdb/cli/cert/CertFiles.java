package org.thetisdb.cli.cert;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.thetisdb.core.net.tls.CertificateMaker;
import org.thetisdb.core.net.tls.CertificateMaker.Issued;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where the files of certificates are, and how long these are good. */
final class CertFiles {
  private static final String CA = "ca";
  private static final int MOST_DAYS = 36_500;

  /** Clocks of machines differ a little. */
  private static final Duration BEFORE = Duration.ofMinutes(10);

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "certs",
      description = "Where the files are, ca.crt and ca.key among them (${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--replace",
      description = "Replaces files of the same name; processes that run take the new ones.")
  private boolean replace;

  /** A maker that signs with the authority's key in the directory. */
  CertificateMaker maker(int days) {
    Path authority = directory.resolve(CA + ".crt");
    if (!Files.exists(authority)) {
      throw wrong("There is no authority in " + directory + ". Make one: thetis cert ca.");
    }
    return CertificateMaker.of(authority, directory.resolve(CA + ".key"), from(), until(days));
  }

  /** Makes an authority. */
  void writeAuthority(String name, int days) throws IOException {
    write(CA, issue(() -> CertificateMaker.authority(name, from(), until(days))));
  }

  private static Instant from() {
    return Instant.now().minus(BEFORE);
  }

  private Instant until(int days) {
    if (days < 1 || days > MOST_DAYS) {
      throw wrong("--days is 1 to " + MOST_DAYS + ".");
    }
    return Instant.now().plus(Duration.ofDays(days));
  }

  /** What makes a certificate. */
  interface Issuing {
    Issued issue();
  }

  /** Names that cannot be in a certificate are wrong usage. */
  Issued issue(Issuing issuing) {
    try {
      return issuing.issue();
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /** Writes a key and a certificate, and says where they are. */
  void write(String name, Issued issued) throws IOException {
    Files.createDirectories(directory, onlyOwner("rwx------"));
    Path certificate = directory.resolve(name + ".crt");
    Path key = directory.resolve(name + ".key");
    if (!replace && (Files.exists(certificate) || Files.exists(key))) {
      throw wrong(certificate + " is there already; say --replace, or another --dir.");
    }
    put(key, issued.key(), "rw-------");
    put(certificate, issued.certificate(), "rw-r--r--");
    PrintWriter out = command.commandLine().getOut();
    out.printf("Made %s and its private key %s.%n", certificate, key);
    out.flush();
  }

  /** Whole, or not at all: a process may look at it at any time. */
  private void put(Path file, String text, String permissions) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    try {
      Files.createFile(temporary, onlyOwner(permissions));
    } catch (FileAlreadyExistsException e) {
      throw wrong("Another process makes " + file + " now.");
    }
    Files.writeString(temporary, text, StandardCharsets.US_ASCII);
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static FileAttribute<?>[] onlyOwner(String permissions) {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private ParameterException wrong(String why) {
    return new ParameterException(command.commandLine(), why);
  }
}
