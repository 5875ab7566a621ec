package org.thetisdb.client.link;

import org.thetisdb.core.net.Peer;
import org.thetisdb.core.security.PasswordKeys;
import org.thetisdb.core.security.ScramClient;
import org.thetisdb.core.security.SystemNonces;

/** The login of a user over one connection. Lives on the client's scheduler. */
final class Login {
  private static final SystemNonces NONCES = new SystemNonces();

  private final ScramClient scram;
  private final String password;
  private boolean asked;

  Login(LinkSettings settings, Peer router) {
    this.password = settings.password();
    this.scram = new ScramClient(settings.user(), NONCES.get(), router.serverEndPoint());
  }

  /** What the handshake says. */
  String first() {
    return scram.first();
  }

  /** The answer to a challenge; null if there is no password, or it is no challenge to this. */
  String proof(String challenge) {
    asked = true;
    return password.isEmpty() ? null : scram.proof(challenge, new PasswordKeys(password));
  }

  /** Whether the router that lets the client in has asked for nothing, or knows the user. */
  boolean isProven(String last) {
    return !asked || scram.isProven(last);
  }
}
