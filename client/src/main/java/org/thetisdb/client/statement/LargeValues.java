package org.thetisdb.client.statement;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.client.CallException;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Sends texts and bytes that are too long for a statement, of up to 64 MiB, and fetches them, chunk
 * by chunk of 256 KiB. What an upload returns stands for the value: it is the argument of a
 * statement that stores the value in a column of text or bytes, and a result gives it back. The
 * JDBC driver does all that behind its setters and getters; this is for the native client, whose
 * calls return what stands for a value.
 *
 * <pre>{@code
 * try (SqlClients clients = new SqlClients("127.0.0.1:7433", ClientOptions.defaults());
 *     SqlClient sql = clients.connect()) {
 *   LargeValue uploaded = sql.largeValues().upload(new StringReader("a long text"));
 *   try (Reader text = sql.largeValues().openText(uploaded)) {
 *     int first = text.read();
 *   }
 * }
 * }</pre>
 *
 * <p>Each chunk is a transaction of its own. An upload that no statement stores within 15 minutes
 * is deleted. Methods throw {@link CallException} for what the cluster refuses, and wait for {@link
 * ClientOptions#callTimeout} at most for each chunk. Thread-safe; chunks of several threads go one
 * after the other.
 */
public final class LargeValues {
  /**
   * For the JDBC driver: looks for a piece in some other way, when it is not among what is
   * committed now.
   *
   * @hidden
   */
  @FunctionalInterface
  public interface Older {
    /** The piece; null if it is not to be had. */
    byte[] piece(long id, int piece);
  }

  private static final int MOST_RUNS = 20;
  private static final long MIN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Ids of one client lie beside each other, so that what it writes has masters of its own. */
  private static final long IDS_AT_ONCE = 1 << 20;

  private static final String PREPARE = "LARGE VALUE PREPARE";
  private static final String PUT = "LARGE VALUE PUT";

  /**
   * For the JDBC driver: the statement that gives a piece; parameters are the value's id and the
   * piece's number.
   *
   * @hidden
   */
  public static final String GET = "LARGE VALUE GET";

  private final SqlClient client;
  private final Older older;
  private SqlSession session;
  private long nextId;

  LargeValues(SqlClient client, Older older) {
    this.client = client;
    this.older = older;
  }

  /**
   * Uploads bytes to the end of a stream.
   *
   * @param bytes at least one; read to their end on the calling thread, and not closed
   * @return what stands for the bytes
   * @throws IOException if the stream throws it
   * @throws IllegalArgumentException if the stream is empty
   * @throws CallException LARGE_VALUE_TOO_LONG if they are more than {@link LargeValue#MAX_BYTES}
   */
  public LargeValue upload(InputStream bytes) throws IOException {
    LargeUpload upload = new LargeUpload(this, newId());
    return upload.bytes(bytes);
  }

  /**
   * Uploads a text to the end of a reader.
   *
   * @param text at least one character; read to its end on the calling thread, and not closed
   * @return what stands for the text
   * @throws IOException if the reader throws it
   * @throws IllegalArgumentException if the text is empty
   * @throws java.nio.charset.CharacterCodingException if it holds half a surrogate pair
   * @throws CallException LARGE_VALUE_TOO_LONG if it is more than {@link LargeValue#MAX_BYTES} in
   *     UTF-8
   */
  public LargeValue upload(Reader text) throws IOException {
    LargeUpload upload = new LargeUpload(this, newId());
    return upload.text(text);
  }

  /**
   * Reads a value as bytes, which are fetched as they are read.
   *
   * @param value of a result; of a text its UTF-8 is read
   * @return a stream for one thread, which needs not be closed. It throws {@link IOException} for
   *     what the cluster refuses, and at the end if the bytes are not those that were stored
   */
  public InputStream open(LargeValue value) {
    return new LargeInput(this, value);
  }

  /**
   * Reads a value as characters, which are fetched as they are read.
   *
   * @param value of a result, a text
   * @return a reader for one thread, as {@link #open} says
   */
  public Reader openText(LargeValue value) {
    return new InputStreamReader(
        open(value),
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  private synchronized long newId() {
    if (nextId % IDS_AT_ONCE == 0) {
      nextId = ThreadLocalRandom.current().nextLong() & -IDS_AT_ONCE;
    }
    return nextId++;
  }

  /** Sends a piece; when the upload began, in ms since 1970 by a site's clock. */
  synchronized long put(long id, int piece, byte[] content) {
    Object begun = value(run(PUT, id, piece, content));
    if (!(begun instanceof Long ms)) {
      throw CallOutcome.failed(ErrorCode.BAD_REQUEST, "The answer to a piece is none.").exception();
    }
    return ms;
  }

  /**
   * Fetches one chunk of a value.
   *
   * @param value of a result
   * @param piece the chunk's number, 0 to one below {@link LargeValue#pieces}
   * @return the chunk's bytes, {@link LargeValue#pieceBytes} of them, which are the caller's
   * @throws CallException LARGE_VALUE_GONE if the value was deleted or overwritten some time ago
   */
  public synchronized byte[] piece(LargeValue value, int piece) {
    Object content = value(run(GET, value.id(), piece));
    if (content == null) {
      content = older.piece(value.id(), piece);
    }
    if (!(content instanceof byte[] bytes)) {
      throw CallOutcome.failed(
              ErrorCode.LARGE_VALUE_GONE,
              ErrorCode.LARGE_VALUE_GONE.format(
                  value.bytes(),
                  "its row was changed or deleted since it was read, or holds it no more; read the"
                      + " row again"))
          .exception();
    }
    if (bytes.length != value.pieceBytes(piece)) {
      throw CallOutcome.failed(
              ErrorCode.LARGE_VALUE_GONE,
              ErrorCode.LARGE_VALUE_GONE.format(
                  value.bytes(), "piece " + piece + " has " + bytes.length + " bytes"))
          .exception();
    }
    return bytes;
  }

  /**
   * For the JDBC driver: the piece that is the answer to {@link #GET}; null if it is not there.
   *
   * @hidden
   */
  public static byte[] piece(Result answer) {
    return value(answer) instanceof byte[] bytes ? bytes : null;
  }

  /** The first value of the first row; null if there is none. */
  private static Object value(Result result) {
    Object rows = ValueCodec.decode(result.rows());
    return rows instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof List<?> row
        ? row.get(0)
        : null;
  }

  private Result run(String text, Object... arguments) {
    byte[] encoded = ValueCodec.encode(List.of(List.of(arguments)));
    SqlOutcome outcome = once(text, encoded);
    for (int run = 1; run < MOST_RUNS && mayGoOn(text, outcome); run++) {
      if (outcome.end().code() == ErrorCode.UNKNOWN_TABLE) {
        requireDone(once(PREPARE, ValueCodec.encode(List.of(List.of()))));
      } else {
        long pauseNs = Math.min(MAX_PAUSE_NS, MIN_PAUSE_NS << run);
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pauseNs / 2, pauseNs));
      }
      outcome = once(text, encoded);
    }
    return requireDone(outcome);
  }

  /** A piece that lost a conflict is sent again; before the first one the tables are made. */
  private static boolean mayGoOn(String text, SqlOutcome outcome) {
    CallOutcome end = outcome.end();
    if (end.isCommitted() || end.isUnknown()) {
      return false;
    }
    return end.code() == ErrorCode.UNKNOWN_TABLE
        ? text.equals(PUT)
        : end.code().sqlState().equals(ErrorCode.CONFLICT.sqlState());
  }

  private static Result requireDone(SqlOutcome outcome) {
    if (!outcome.end().isCommitted()) {
      throw outcome.end().exception();
    }
    return outcome.result();
  }

  private SqlOutcome once(String text, byte[] arguments) {
    if (session == null || session.isEnded()) {
      session = client.session();
    }
    return session.executeSeeingAll(
        new SqlStatementSpec(text, arguments, Statement.AUTO_COMMIT, 0, 0, client.callTimeoutUs()));
  }
}
