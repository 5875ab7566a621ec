package org.thetisdb.core.wire;

import org.thetisdb.core.bytes.CodecException;

/** What a session has open behind a statement. */
public enum TransactionStatus {
  /** No transaction. */
  NONE(0),

  /**
   * A transaction that has only read, and whose answers hold by themselves: nothing is learned from
   * its COMMIT, so its client may end it with a word on its next statement ({@link
   * SqlRequest.Statement#ENDS_READING}).
   */
  READING(1),

  /** A transaction that its client has to end, and whose COMMIT may be refused. */
  OPEN(2);

  private final int code;

  TransactionStatus(int code) {
    this.code = code;
  }

  /** What stands for it on the wire. */
  int code() {
    return code;
  }

  /** The status that a code from outside stands for. */
  static TransactionStatus ofCode(int code) {
    return switch (code) {
      case 0 -> NONE;
      case 1 -> READING;
      case 2 -> OPEN;
      default -> throw new CodecException("a transaction status of " + code);
    };
  }
}
