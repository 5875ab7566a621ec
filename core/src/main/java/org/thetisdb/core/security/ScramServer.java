package org.thetisdb.core.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The server's part of one login by SCRAM-SHA-256 (RFC 5802, 7677). All work on passwords is the
 * client's; this takes microseconds. For one login; not thread-safe.
 */
public final class ScramServer {
  private final String header;
  private final String bare;
  private final String user;
  private final String clientNonce;
  private byte[] channel = {};
  private ScramVerifier verifier;
  private String challenge;
  private String nonce;

  private ScramServer(String header, String bare, String user, String clientNonce) {
    this.header = header;
    this.bare = bare;
    this.user = user;
    this.clientNonce = clientNonce;
  }

  /** The login that a first message begins; null if it is none. */
  public static ScramServer of(String first) {
    for (String header : new String[] {ScramText.UNBOUND, ScramText.WOULD_BIND, ScramText.BOUND}) {
      if (first.startsWith(header) && first.length() <= ScramText.MAX_CHARS) {
        return of(header, first.substring(header.length()));
      }
    }
    return null;
  }

  private static ScramServer of(String header, String bare) {
    String written = ScramText.attribute(bare, 0, 'n');
    String nonce = ScramText.attribute(bare, 1, 'r');
    String user = written == null ? null : ScramText.unescaped(written);
    return user == null || nonce == null ? null : new ScramServer(header, bare, user, nonce);
  }

  /** Who says it wants to log in. */
  public String user() {
    return user;
  }

  /**
   * Asks for a proof.
   *
   * @param against what the password is checked against
   * @param ownNonce printable characters without a comma that were never used before
   * @param binding what the channel has at both ends; null if there is no such channel
   * @return the answer to the first message; null if what that says of the channel is not so:
   *     somebody stands in between
   */
  public String challenge(ScramVerifier against, String ownNonce, byte[] binding) {
    boolean bound = header.equals(ScramText.BOUND);
    if (bound ? binding == null : header.equals(ScramText.WOULD_BIND) && binding != null) {
      return null;
    }
    channel = bound ? binding.clone() : channel;
    verifier = against;
    nonce = clientNonce + ownNonce;
    challenge =
        "r=" + nonce + ",s=" + ScramText.encoded(against.salt()) + ",i=" + against.iterations();
    return challenge;
  }

  /**
   * Looks at a proof.
   *
   * @return the last message, which proves that this server knows the verifier; null if the proof
   *     is none
   */
  public String check(String proof) {
    byte[] said = ScramText.bytes(proof, 0, 'c');
    byte[] proven = ScramText.bytes(proof, 2, 'p');
    boolean fits =
        challenge != null
            && nonce.equals(ScramText.attribute(proof, 1, 'r'))
            && said != null
            && MessageDigest.isEqual(said, channel())
            && proven != null
            && proven.length == ScramKeys.HASH_BYTES;
    if (!fits) {
      return null;
    }
    String signed = bare + ',' + challenge + ',' + proof.substring(0, proof.lastIndexOf(",p="));
    byte[] signature = ScramKeys.hmac(verifier.storedKey(), utf8(signed));
    byte[] key = ScramKeys.sha256(ScramKeys.xor(proven, signature));
    challenge = null;
    return MessageDigest.isEqual(key, verifier.storedKey())
        ? "v=" + ScramText.encoded(ScramKeys.hmac(verifier.serverKey(), utf8(signed)))
        : null;
  }

  private byte[] channel() {
    byte[] start = utf8(header);
    byte[] whole = Arrays.copyOf(start, start.length + channel.length);
    System.arraycopy(channel, 0, whole, start.length, channel.length);
    return whole;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
