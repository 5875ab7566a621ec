package org.thetisdb.core.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The client's part of one login by SCRAM-SHA-256 (RFC 5802, 7677): it proves that it knows the
 * password, without sending it, and asks the same of the server. For one login; not thread-safe.
 */
public final class ScramClient {
  private final String header;
  private final byte[] binding;
  private final String bare;
  private final String nonce;
  private ScramKeys keys;
  private String signed;

  /**
   * A login of a user.
   *
   * @param nonce printable characters without a comma that nobody can guess
   * @param binding what the channel has at both ends; null if there is no such channel
   */
  public ScramClient(String user, String nonce, byte[] binding) {
    this.nonce = nonce;
    this.binding = binding == null ? new byte[0] : binding.clone();
    this.header = binding == null ? ScramText.UNBOUND : ScramText.BOUND;
    this.bare = "n=" + ScramText.escaped(user) + ",r=" + nonce;
  }

  /** The first message. */
  public String first() {
    return header + bare;
  }

  /**
   * The second message.
   *
   * @param challenge what the server answered to the first one
   * @param passwords derives the keys, and keeps them
   * @return null if the answer is none to the first message
   */
  public String proof(String challenge, PasswordKeys passwords) {
    String both = ScramText.attribute(challenge, 0, 'r');
    byte[] salt = ScramText.bytes(challenge, 1, 's');
    int iterations = iterations(ScramText.attribute(challenge, 2, 'i'));
    boolean fits =
        both != null
            && both.startsWith(nonce)
            && both.length() > nonce.length()
            && salt != null
            && iterations > 0;
    if (!fits) {
      return null;
    }
    keys = passwords.of(salt, iterations);
    String unproven = "c=" + ScramText.encoded(channel()) + ",r=" + both;
    signed = bare + ',' + challenge + ',' + unproven;
    byte[] signature = ScramKeys.hmac(keys.storedKey(), utf8(signed));
    return unproven + ",p=" + ScramText.encoded(ScramKeys.xor(keys.clientKey(), signature));
  }

  private byte[] channel() {
    byte[] start = utf8(header);
    byte[] whole = new byte[start.length + binding.length];
    System.arraycopy(start, 0, whole, 0, start.length);
    System.arraycopy(binding, 0, whole, start.length, binding.length);
    return whole;
  }

  private static int iterations(String text) {
    if (text == null || !text.matches("[0-9]{1,7}")) {
      return -1;
    }
    int iterations = Integer.parseInt(text);
    boolean fits =
        iterations >= ScramVerifier.MIN_ITERATIONS && iterations <= ScramVerifier.MAX_ITERATIONS;
    return fits ? iterations : -1;
  }

  /** Whether the server's last message proves that it knows the verifier of the password. */
  public boolean isProven(String last) {
    byte[] signature = ScramText.bytes(last, 0, 'v');
    return keys != null
        && signature != null
        && MessageDigest.isEqual(signature, ScramKeys.hmac(keys.serverKey(), utf8(signed)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
