package org.thetisdb.client.statement;

import org.thetisdb.core.security.PasswordText;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.security.SystemNonces;

/** Replaces passwords in statements by verifiers: they never leave the client. Stateless. */
final class HiddenPasswords {
  private HiddenPasswords() {}

  /** The text without passwords; it is the same text for almost all. */
  static String in(String sql) {
    return PasswordText.hidden(sql, HiddenPasswords::verifierOf);
  }

  private static String verifierOf(String password) {
    byte[] salt = new SystemNonces().bytes(ScramVerifier.SALT_BYTES);
    return ScramVerifier.of(password, salt, ScramVerifier.MIN_ITERATIONS).text();
  }
}
