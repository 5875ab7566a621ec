package org.thetisdb.core.net.tls;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blocks of a text in PEM (RFC 7468): a label, and bytes. Stateless. */
final class Pem {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String PRIVATE_KEY = "PRIVATE KEY";

  private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----");
  private static final int LINE_CHARACTERS = 64;

  /** More blocks are no chain of certificates. */
  private static final int MOST_BLOCKS = 1_000;

  private Pem() {}

  /** One block. */
  record Block(String label, byte[] bytes) {}

  /**
   * All blocks of a text, in order; text between them is passed over.
   *
   * @throws IllegalArgumentException if a block has no end, or is not Base64; the message completes
   *     "it cannot be used: …"
   */
  static List<Block> parse(String text) {
    List<Block> blocks = new ArrayList<>();
    Matcher begin = BEGIN.matcher(text);
    int at = 0;
    while (begin.find(at)) {
      String label = begin.group(1);
      String ending = "-----END " + label + "-----";
      int end = text.indexOf(ending, begin.end());
      if (end < 0 || blocks.size() == MOST_BLOCKS) {
        throw new IllegalArgumentException("the block \"" + label + "\" has no end");
      }
      blocks.add(new Block(label, decode(label, text.substring(begin.end(), end))));
      at = end + ending.length();
    }
    return blocks;
  }

  private static byte[] decode(String label, String body) {
    try {
      return Base64.getMimeDecoder().decode(body.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the block \"" + label + "\" is not Base64", e);
    }
  }

  /** The text of a block. */
  static String format(String label, byte[] bytes) {
    Base64.Encoder lines =
        Base64.getMimeEncoder(LINE_CHARACTERS, "\n".getBytes(StandardCharsets.US_ASCII));
    return "-----BEGIN "
        + label
        + "-----\n"
        + lines.encodeToString(bytes)
        + "\n-----END "
        + label
        + "-----\n";
  }
}
