package org.thetisdb.core.net.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few forms of DER (X.690) that a certificate is made of. It writes only. Stateless. */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /** RFC 5280: years before 2050 are written with two digits. */
  private static final Instant LONG_YEARS = Instant.parse("2050-01-01T00:00:00Z");

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, join(parts));
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, join(parts));
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  static byte[] isTrue() {
    return tagged(0x01, new byte[] {(byte) 0xff});
  }

  static byte[] nothing() {
    return tagged(0x05, new byte[0]);
  }

  static byte[] utf8(String text) {
    return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] octets(byte[] bytes) {
    return tagged(0x04, bytes);
  }

  /** A string of bits that fills whole bytes, but for some at the end. */
  static byte[] bits(byte[] bytes, int unusedBits) {
    return tagged(0x03, join(new byte[] {(byte) unusedBits}, bytes));
  }

  static byte[] time(Instant time) {
    String text = TIME.format(time);
    return time.isBefore(LONG_YEARS)
        ? tagged(0x17, text.substring(2).getBytes(StandardCharsets.US_ASCII))
        : tagged(0x18, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** An object identifier in its usual form, such as 2.5.4.3. */
  static byte[] oid(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      putArc(out, Integer.parseInt(arcs[i]));
    }
    return tagged(0x06, out.toByteArray());
  }

  private static void putArc(ByteArrayOutputStream out, int arc) {
    int shift = 0;
    while (arc >>> shift >= 0x80) {
      shift += 7;
    }
    for (; shift > 0; shift -= 7) {
      out.write(0x80 | (arc >>> shift & 0x7f));
    }
    out.write(arc & 0x7f);
  }

  /** What stands in a field of its own number, with its own tag within. */
  static byte[] explicit(int number, byte[] part) {
    return tagged(0xa0 | number, part);
  }

  /** What stands in a field of its own number in place of its own tag. */
  static byte[] implicit(int number, byte[] content) {
    return tagged(0x80 | number, content);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.length;
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] bytes = BigInteger.valueOf(length).toByteArray();
      int from = bytes[0] == 0 ? 1 : 0;
      out.write(0x80 | bytes.length - from);
      out.write(bytes, from, bytes.length - from);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
