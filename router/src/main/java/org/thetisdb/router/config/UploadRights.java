package org.thetisdb.router.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.FrameCodec;

/**
 * Who may upload jars: whoever does runs code in every site.
 *
 * @param token asked for under {@link UploadPolicy#TOKEN}; when it is empty nobody has it
 * @param jarLimitBytes the longest jar
 * @param allJarsLimitBytes all jars of the cluster together
 */
public record UploadRights(
    UploadPolicy policy, String token, int jarLimitBytes, int allJarsLimitBytes) {
  /** What a message of the usual length holds beside the jars: vectors, names, tables. */
  private static final int BESIDE_JARS_BYTES = 1 << 20;

  /** Rights with the usual bound on all jars together. */
  public UploadRights(UploadPolicy policy, String token, int jarLimitBytes) {
    this(policy, token, jarLimitBytes, allJarsBytes(FrameCodec.DEFAULT_LIMIT_BYTES));
  }

  /** How long all jars may be where messages have this limit: a site reports all in one message. */
  static int allJarsBytes(int frameLimitBytes) {
    return frameLimitBytes - Math.min(BESIDE_JARS_BYTES, frameLimitBytes / 4);
  }

  /**
   * Lets a jar pass or says why not.
   *
   * @throws ThetisException UNAUTHORIZED or JAR_TOO_LARGE
   */
  public void check(Address from, String shownToken, int jarBytes) {
    String denied =
        switch (policy) {
          case LOOPBACK ->
              isLoopback(from) ? null : "jars may be uploaded only from the router's own machine";
          case TOKEN -> hasToken(shownToken) ? null : "uploading a jar needs the upload token";
          case OFF -> "uploading jars is switched off (upload.allowed)";
        };
    if (denied != null) {
      throw new ThetisException(ErrorCode.UNAUTHORIZED, denied);
    }
    if (jarBytes > jarLimitBytes) {
      throw new ThetisException(ErrorCode.JAR_TOO_LARGE, jarBytes, jarLimitBytes);
    }
  }

  /**
   * Lets a jar of a user pass who has logged in, and has the role for it.
   *
   * @throws ThetisException UNAUTHORIZED where nobody may; JAR_TOO_LARGE
   */
  public void checkUser(int jarBytes) {
    if (policy == UploadPolicy.OFF) {
      throw new ThetisException(
          ErrorCode.UNAUTHORIZED, "uploading jars is switched off (upload.allowed)");
    }
    if (jarBytes > jarLimitBytes) {
      throw new ThetisException(ErrorCode.JAR_TOO_LARGE, jarBytes, jarLimitBytes);
    }
  }

  /** In constant time, so that a token cannot be guessed piece by piece. */
  private boolean hasToken(String shown) {
    byte[] wanted = token.getBytes(StandardCharsets.UTF_8);
    return wanted.length > 0
        && MessageDigest.isEqual(wanted, shown.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isLoopback(Address address) {
    return isLoopback(address.host());
  }

  static boolean isLoopback(String host) {
    return host.startsWith("127.")
        || host.equals("localhost")
        || host.equals("::1")
        || host.equals("0:0:0:0:0:0:0:1")
        || host.startsWith("::ffff:127.");
  }
}
