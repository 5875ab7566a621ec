package org.thetisdb.router.login;

import java.util.function.Consumer;

/** Makes the password of the first user of a cluster that other machines can reach. */
@FunctionalInterface
public interface FirstPassword {
  /** Makes none: nobody can log in until somebody makes a user. */
  FirstPassword NONE = (user, verifier) -> {};

  /**
   * Makes a password and puts it where only the router's own user of the operating system can read
   * it. Returns at once.
   *
   * @param user whose it is
   * @param verifier hears, on the engine's thread, what the catalog is to keep of it; not called if
   *     the password could not be put there
   */
  void make(String user, Consumer<String> verifier);
}
