package org.thetisdb.router.login;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.security.ScramKeys;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.sql.catalog.ClusterSecret;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.RoleDef;

/**
 * Keys that show whose sessions are: a code of the first session id and the user's number, made
 * with a secret of the catalog. So each leader can check one, and remembers none; and a user who
 * takes the name of one that was dropped has other keys. Owned by the engine's thread.
 */
public final class SessionKeys {
  /** Where nobody logs in. */
  private static final String NONE = "";

  private final RouterCatalog catalog;

  /** Keys by the secret of a catalog. */
  public SessionKeys(RouterCatalog catalog) {
    this.catalog = catalog;
  }

  /** Whether sessions have keys: some user has had a password. */
  public boolean areNeeded() {
    return catalog.sql().secret() != null;
  }

  /**
   * The key of some sessions; empty if they need none.
   *
   * @param user empty for one who may do everything
   */
  public String of(long base, String user) {
    ClusterSecret secret = catalog.sql().secret();
    if (secret == null) {
      return NONE;
    }
    byte[] text = new ByteWriter(16).putLong(base).putInt(numberOf(user)).toByteArray();
    return Base64.getEncoder().encodeToString(ScramKeys.mac(secret.bytes(), text));
  }

  private int numberOf(String user) {
    RoleDef role = user.isEmpty() ? null : catalog.sql().rights().role(user);
    return role == null ? BuiltInRole.ADMIN.id() : role.id();
  }

  /** Whether a user shows the key of sessions that are its own. */
  public boolean holds(long base, String user, String shown) {
    byte[] key = of(base, user).getBytes(StandardCharsets.US_ASCII);
    return key.length > 0 && MessageDigest.isEqual(key, shown.getBytes(StandardCharsets.US_ASCII));
  }
}
