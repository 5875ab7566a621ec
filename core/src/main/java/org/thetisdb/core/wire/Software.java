package org.thetisdb.core.wire;

import java.util.Comparator;
import java.util.regex.Pattern;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * What a process runs, as its first message says ahead of all else: so peers of different releases
 * can tell before they misread each other. Immutable.
 *
 * @param messages the newest level of messages that it knows
 * @param records the newest format of log records that it reads
 * @param release what people call it
 */
public record Software(int messages, int records, String release) {
  /** The newest format of log records. */
  public static final int OWN_RECORDS = 3;

  private static final int OWN_MESSAGES = 1;

  /** By release, and levels among the same. */
  public static final Comparator<Software> ORDER =
      Comparator.comparing(Software::release)
          .thenComparing(Software::messages)
          .thenComparing(Software::records);

  private static final int MAX_LEVEL = 1 << 20;
  private static final Pattern RELEASE = Pattern.compile("[A-Za-z0-9._+-]{1,40}");

  /** Of this process. */
  public static final Software OWN = new Software(OWN_MESSAGES, OWN_RECORDS, "0.1.0");

  /** Checks the fields. */
  public Software {
    require(messages >= 1 && messages <= MAX_LEVEL, "a level of messages");
    require(records >= 1 && records <= MAX_LEVEL, "a format of records");
    require(RELEASE.matcher(release).matches(), "the name of a release");
  }

  private static void require(boolean good, String what) {
    if (!good) {
      throw new CodecException(what + " is no such thing");
    }
  }

  void encode(ByteWriter out) {
    out.putVarInt(messages).putVarInt(records).putString(release);
  }

  /**
   * Reads it. What stands behind it can be read if this returns.
   *
   * @throws UnknownLevelException if this process does not know messages of that level
   */
  static Software decode(ByteReader in) {
    Software read = new Software(in.getVarInt(), in.getVarInt(), in.getString());
    if (read.messages > OWN.messages) {
      throw new UnknownLevelException(
          "release %s, whose messages have level %d".formatted(read.release, read.messages));
    }
    return read;
  }
}
