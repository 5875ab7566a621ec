package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.security.PrivateFile;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.security.SystemNonces;
import org.thetisdb.router.login.FirstPassword;

/**
 * Writes a generated password to a file that only its user can read, on a thread of its own, and
 * names the file. Thread-safe.
 */
final class FirstPasswordFile implements FirstPassword {
  /** The file's name, within {@code data.dir}. */
  static final String NAME = "first-user.password";

  private static final Logger LOG = LoggerFactory.getLogger(FirstPasswordFile.class);
  private static final int BYTES = 18;

  private final Path file;
  private final Executor line;
  private final Consumer<String> says;
  private final SystemNonces nonces = new SystemNonces();

  /**
   * Nothing is written yet.
   *
   * @param line the engine's
   * @param says hears, in a sentence for people, which file it is
   */
  FirstPasswordFile(Path directory, Executor line, Consumer<String> says) {
    this.file = directory.resolve(NAME);
    this.line = line;
    this.says = says;
  }

  @Override
  public void make(String user, Consumer<String> verifier) {
    Thread thread = new Thread(() -> write(user, verifier), "first-password");
    thread.setDaemon(true);
    thread.start();
  }

  private void write(String user, Consumer<String> verifier) {
    String password = Base64.getUrlEncoder().encodeToString(nonces.bytes(BYTES));
    byte[] salt = nonces.bytes(ScramVerifier.SALT_BYTES);
    try {
      PrivateFile.write(file, "user=%s%npassword=%s%n".formatted(user, password));
    } catch (IOException e) {
      LOG.error("The first user's password cannot be written to {}.", file, e);
      return;
    }
    says.accept("Its first user is \"%s\"; the password is in %s.".formatted(user, file));
    String kept = ScramVerifier.of(password, salt, ScramVerifier.MIN_ITERATIONS).text();
    line.execute(() -> verifier.accept(kept));
  }
}
