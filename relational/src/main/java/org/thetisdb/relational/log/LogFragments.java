package org.thetisdb.relational.log;

import java.util.List;
import org.thetisdb.core.value.ValueCodec;

/** The fragments that {@link StatementLog} takes, and what it answers. Stateless. */
public final class LogFragments {
  static final String APPEND = "append";
  static final String CHECK = "check";
  static final String SEE = "see";
  static final String READ = "read";
  static final String CONFIRM = "confirm";
  static final String FORGET = "forget";

  /** Begins the reason of a refusal: the log does not end where the caller thinks. */
  public static final String BEHIND = "Behind: ";

  /** Begins the reason of a refusal: hosts have to confirm before the log takes more. */
  public static final String FULL = "Full: ";

  private LogFragments() {}

  /** Adds a record, if the log ends at this version; answers with the {@link LogHead} behind it. */
  public static byte[] append(long version, long chain, byte[] record) {
    return ValueCodec.encode(List.of(APPEND, version, chain, record));
  }

  /** Changes nothing, and is refused unless the log ends at this version; orders as a change. */
  public static byte[] check(long version, long chain) {
    return ValueCodec.encode(List.of(CHECK, version, chain));
  }

  /** The same as a fragment that only reads. */
  public static byte[] see(long version, long chain) {
    return ValueCodec.encode(List.of(SEE, version, chain));
  }

  /**
   * Reads records from one on, a bounded number of bytes of them; answers with a {@link LogPage}.
   */
  public static byte[] read(long from) {
    return ValueCodec.encode(List.of(READ, from));
  }

  /**
   * A host says what its database has for certain, so that the log can forget what all hosts have.
   * Refused if the log has never been there, or cannot bring it on from there. Answers with the
   * {@link LogHead}.
   */
  public static byte[] confirm(String host, long version, long chain) {
    return ValueCodec.encode(List.of(CONFIRM, host, version, chain));
  }

  /** The log waits for a host no more. */
  public static byte[] forget(String host) {
    return ValueCodec.encode(List.of(FORGET, host));
  }

  /** Decodes where the log ends. */
  public static LogHead head(byte[] answer) {
    List<?> values = (List<?>) ValueCodec.decode(answer);
    return new LogHead((Long) values.get(0), (Long) values.get(1));
  }

  /** Decodes the answer to {@link #read}. */
  public static LogPage page(byte[] answer) {
    List<?> values = (List<?>) ValueCodec.decode(answer);
    List<byte[]> records = ((List<?>) values.get(2)).stream().map(byte[].class::cast).toList();
    return new LogPage(new LogHead((Long) values.get(0), (Long) values.get(1)), records);
  }

  static byte[] answer(LogHead head) {
    return ValueCodec.encode(List.of(head.version(), head.chain()));
  }

  static byte[] answer(LogHead head, List<byte[]> records) {
    return ValueCodec.encode(List.of(head.version(), head.chain(), records));
  }
}
