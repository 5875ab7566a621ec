package org.thetisdb.core.wire;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Encodes messages: one byte for the kind, then the fields in the order of the record. The upper
 * half of that byte names the family of the message, each of which has a codec of its own.
 * Stateless and thread-safe.
 *
 * <p>Decoding distrusts every length; whatever does not fit, trailing bytes too, is a {@link
 * CodecException}. A first message begins with what its sender runs ({@link Software}).
 */
public final class MessageCodec {
  private static final int FAMILY_SHIFT = 4;
  private static final int CLIENT_TO_ROUTER = 0;
  private static final int ROUTER_TO_CLIENT = 1;
  private static final int ROUTER_TO_SITE = 2;
  private static final int SITE_TO_ROUTER = 3;
  private static final int SQL = 4;
  private static final int SITE_TO_ROUTER_ON_WAITS = 5;
  private static final int SITE_TO_SITE = 6;
  private static final int ROUTER_TO_SITE_ON_SCHEMES = 7;
  private static final int ROUTER_TO_SITE_ON_BATCHES = 8;
  private static final int SITE_TO_ROUTER_ON_BATCHES = 9;
  private static final int CLIENT_TO_ROUTER_ON_LOGIN = 10;

  private MessageCodec() {}

  /** Appends the encoded message. */
  public static void encode(Message message, ByteWriter out) {
    if (message instanceof RouterToSite m) {
      RouterToSiteCodec.encode(m, out);
    } else if (message instanceof SiteToRouter m) {
      SiteToRouterCodec.encode(m, out);
    } else if (message instanceof SqlRequest m) {
      SqlMessageCodec.encode(m, out);
    } else if (message instanceof SqlReply m) {
      SqlMessageCodec.encode(m, out);
    } else if (message instanceof ClientMessage m) {
      ClientMessageCodec.encode(m, out);
    } else if (message instanceof RouterToClient m) {
      ClientMessageCodec.encode(m, out);
    } else if (message instanceof SiteToSite m) {
      SiteMessageCodec.encode(m, out);
    } else {
      throw unencodable(message);
    }
  }

  /**
   * Reads one message, which must take up all that {@code in} has.
   *
   * @throws UnknownLevelException if it is the first one of a peer whose messages this process does
   *     not know
   */
  public static Message decode(ByteReader in) {
    int kind = in.getUnsignedByte();
    if (MessageKinds.isHelloWithoutLevel(kind)) {
      throw new UnknownLevelException("a release that does not say the level of its messages");
    }
    Message message =
        switch (kind >>> FAMILY_SHIFT) {
          case CLIENT_TO_ROUTER, CLIENT_TO_ROUTER_ON_LOGIN, ROUTER_TO_CLIENT ->
              ClientMessageCodec.decode(kind, in);
          case ROUTER_TO_SITE, ROUTER_TO_SITE_ON_SCHEMES, ROUTER_TO_SITE_ON_BATCHES ->
              RouterToSiteCodec.decode(kind, in);
          case SITE_TO_ROUTER, SITE_TO_ROUTER_ON_WAITS, SITE_TO_ROUTER_ON_BATCHES ->
              SiteToRouterCodec.decode(kind, in);
          case SQL -> SqlMessageCodec.decode(kind, in);
          case SITE_TO_SITE -> SiteMessageCodec.decode(kind, in);
          default -> throw unknown(kind);
        };
    in.expectEnd();
    return message;
  }

  /** What a codec throws for a message that it has no branch for. */
  static IllegalArgumentException unencodable(Message message) {
    return new IllegalArgumentException("no codec encodes a " + message.getClass().getName());
  }

  /** What a codec throws for a kind that its family does not have. */
  static CodecException unknown(int kind) {
    return new CodecException("an unknown kind of message: " + kind);
  }
}
