package org.thetisdb.router.login;

import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.LoginConfig;
import org.thetisdb.router.login.Logins.CatalogWait;

/**
 * Gives a cluster that other machines can reach its first user, who may do everything: everybody
 * has to log in there, and nobody could. Where some user has ever had a password it does nothing.
 * Owned by the engine's thread.
 */
public final class FirstUser {
  /** What the user is called. */
  public static final String NAME = "thetis";

  private static final Logger LOG = LoggerFactory.getLogger(FirstUser.class);
  private static final int LONGEST_WAIT_MS = 600_000;

  private final LoginConfig config;
  private final RouterCatalog catalog;
  private final CatalogWait wait;
  private final FirstPassword passwords;
  private final BiConsumer<String, Outcome> definer;

  /** Hears what became of a definition. */
  @FunctionalInterface
  public interface Outcome {
    /** The number of its error, 0 for none, and what is said of it. */
    void onEnd(int errorNumber, String message);
  }

  /**
   * Nothing is made yet.
   *
   * @param definer runs a definition for the router itself
   */
  public FirstUser(
      LoginConfig config,
      RouterCatalog catalog,
      CatalogWait wait,
      FirstPassword passwords,
      BiConsumer<String, Outcome> definer) {
    this.config = config;
    this.catalog = catalog;
    this.wait = wait;
    this.passwords = passwords;
    this.definer = definer;
  }

  /** The router leads, and serves from now on. */
  public void start() {
    if (config.beyondLoopback() && !config.isOff()) {
      wait.pass(
          LONGEST_WAIT_MS,
          this::makeIfNone,
          error -> LOG.info("no first user was made: {}", error.getMessage()));
    }
  }

  private boolean isNeeded() {
    return catalog.sql().secret() == null && catalog.sql().rights().role(NAME) == null;
  }

  private void makeIfNone() {
    if (isNeeded()) {
      passwords.make(NAME, this::define);
    }
  }

  private void define(String verifier) {
    if (isNeeded()) {
      definer.accept(
          "CREATE USER %s PASSWORD '%s' IN ROLE admin".formatted(NAME, verifier), this::onDefined);
    }
  }

  private void onDefined(int errorNumber, String message) {
    if (errorNumber != 0) {
      LOG.warn("the first user was not made: {}", message);
    }
  }
}
