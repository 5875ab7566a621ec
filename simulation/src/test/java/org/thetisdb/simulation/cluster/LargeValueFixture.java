package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.LargeValue;

/** A fixture on which clients upload values in pieces, as the driver does. */
abstract class LargeValueFixture extends SqlFixture {
  static final String PREPARE = "LARGE VALUE PREPARE";
  static final String PUT = "LARGE VALUE PUT";
  static final String GET = "LARGE VALUE GET";
  static final long MINUTE_US = 60_000_000;

  private long lastId = 1_000;

  LargeValueFixture() {}

  LargeValueFixture(SchemeSpec scheme) {
    super(scheme);
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Two whole pieces and some of a third. */
  static byte[] threePieces() {
    return bytes(2 * LargeValue.PIECE_BYTES + 17);
  }

  final LargeValue upload(SqlSessionCore session, byte[] content) {
    return upload(session, content, null);
  }

  final LargeValue upload(SqlSessionCore session, String text) {
    return upload(session, text.getBytes(StandardCharsets.UTF_8), text);
  }

  private LargeValue upload(SqlSessionCore session, byte[] content, String text) {
    long id = ++lastId;
    long begunMs = 0;
    int piece = LargeValue.PIECE_BYTES;
    for (int from = 0; from < content.length; from += piece) {
      byte[] part = Arrays.copyOfRange(content, from, Math.min(content.length, from + piece));
      begunMs = (Long) value(auto(session, PUT, id, from / piece, part));
    }
    CRC32C crc = new CRC32C();
    crc.update(content, 0, content.length);
    return new LargeValue(
        id,
        text != null,
        content.length,
        text == null ? 0 : text.length(),
        text == null ? 0 : text.codePointCount(0, text.length()),
        begunMs,
        (int) crc.getValue());
  }

  /** All of a value; null if a piece is missing. */
  final byte[] content(SqlSessionCore session, LargeValue value) {
    byte[] all = new byte[value.bytes()];
    for (int piece = 0; piece < value.pieces(); piece++) {
      byte[] part = piece(auto(session, GET, value.id(), piece));
      if (part == null) {
        return null;
      }
      System.arraycopy(part, 0, all, piece * LargeValue.PIECE_BYTES, part.length);
    }
    return all;
  }

  static byte[] piece(SqlOutcome outcome) {
    List<?> rows = rows(outcome);
    return rows.isEmpty() ? null : (byte[]) ((List<?>) rows.get(0)).get(0);
  }

  final void assertGone(LargeValue value) {
    SqlSessionCore session = sessionElsewhere();
    for (int piece = 0; piece < value.pieces(); piece++) {
      assertThat(piece(auto(session, GET, value.id(), piece))).as("piece %d", piece).isNull();
    }
  }

  final void assertThere(LargeValue value, byte[] expected) {
    assertThat(content(session(), value)).isEqualTo(expected);
  }

  /** Long enough for what was given up to be swept. */
  final void sweepGivenUp() {
    world.runFor(7 * MINUTE_US);
  }

  /** Long enough for uploads that nobody stored to be swept. */
  final void sweepUploads() {
    world.runFor(24 * MINUTE_US);
  }
}
