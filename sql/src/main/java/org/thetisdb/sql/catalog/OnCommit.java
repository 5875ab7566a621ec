package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.CodecException;

/** What becomes of a temporary table when a transaction of its connection ends. */
public enum OnCommit {
  /** Nothing; so it is with tables that are not temporary, too. */
  PRESERVE_ROWS(0),
  /** Its rows go. */
  DELETE_ROWS(1),
  /** It goes. */
  DROP(2);

  private static final OnCommit[] ALL = values();

  private final int code;

  OnCommit(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static OnCommit ofCode(int code) {
    if (code < 0 || code >= ALL.length) {
      throw new CodecException("an action at COMMIT with code " + code);
    }
    return ALL[code];
  }
}
