package org.thetisdb.core.net;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.MessageCodec;
import org.thetisdb.core.wire.Software;
import org.thetisdb.core.wire.UnknownLevelException;

/**
 * The frame around each message. Big-endian.
 *
 * <pre>
 *  0                4         5
 * +----------------+---------+----------------------------+
 * | length (int32) | version | message, by MessageCodec   |
 * +----------------+---------+----------------------------+
 *                  |<-------------- length -------------->|
 * </pre>
 *
 * <p>Limits are on the message alone. Stateless and thread-safe.
 */
public final class FrameCodec {
  /** The version of the protocol; both sides must speak the same. */
  public static final int VERSION = 1;

  /** Bytes in front of each message. */
  public static final int HEADER_BYTES = 5;

  /** Default for the longest message. */
  public static final int DEFAULT_LIMIT_BYTES = 16 << 20;

  /** Bytes of the length field, which counts all behind it. */
  public static final int LENGTH_BYTES = 4;

  private static final int VERSION_BYTES = 1;

  private FrameCodec() {}

  /**
   * Appends the frame of {@code message}.
   *
   * @throws ThetisException FRAME_TOO_LONG if the message is longer than {@code limitBytes}; {@code
   *     out} then holds rubbish behind its old end
   */
  public static void encode(Message message, ByteWriter out, int limitBytes) {
    int start = out.length();
    out.putInt(0).putByte(VERSION);
    MessageCodec.encode(message, out);
    int length = out.length() - start - LENGTH_BYTES;
    if (length - VERSION_BYTES > limitBytes) {
      throw new ThetisException(ErrorCode.FRAME_TOO_LONG, length - VERSION_BYTES, limitBytes);
    }
    out.patchInt(start, length);
  }

  /**
   * The number of bytes of a frame that begins with this length field, the field included.
   *
   * @throws ThetisException FRAME_TOO_LONG or BAD_FRAME
   */
  public static int frameBytes(int lengthField, int limitBytes) {
    long messageBytes = Integer.toUnsignedLong(lengthField) - VERSION_BYTES;
    if (messageBytes > limitBytes) {
      throw new ThetisException(ErrorCode.FRAME_TOO_LONG, messageBytes, limitBytes);
    }
    if (messageBytes < 1) {
      throw new ThetisException(ErrorCode.BAD_FRAME, "it has no message");
    }
    return lengthField + LENGTH_BYTES;
  }

  /**
   * Decodes the version and the message, all that {@code in} has.
   *
   * @throws ThetisException WRONG_VERSION, UNKNOWN_LEVEL or BAD_FRAME
   */
  public static Message decodeBody(ByteReader in) {
    int version = in.getUnsignedByte();
    if (version != VERSION) {
      throw new ThetisException(ErrorCode.WRONG_VERSION, version, VERSION);
    }
    try {
      return MessageCodec.decode(in);
    } catch (UnknownLevelException e) {
      throw new ThetisException(
              ErrorCode.UNKNOWN_LEVEL,
              e.getMessage(),
              Software.OWN.release(),
              Software.OWN.messages())
          .causedBy(e);
    } catch (RuntimeException e) {
      // CodecException, or a record that refused its fields: the bytes are wrong either way.
      throw new ThetisException(ErrorCode.BAD_FRAME, e.getMessage()).causedBy(e);
    }
  }
}
