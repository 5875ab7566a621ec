package org.thetisdb.core.wire;

import org.thetisdb.core.bytes.CodecException;

/** A peer's messages have a level that this process does not know; its text says which. */
public final class UnknownLevelException extends CodecException {
  private static final long serialVersionUID = 1L;

  UnknownLevelException(String peer) {
    super(peer);
  }
}
