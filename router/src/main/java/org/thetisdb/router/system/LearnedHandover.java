package org.thetisdb.router.system;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.router.term.EngineParts;

/**
 * Has what the scheme in force has learned outlive this router (decision 0170): writes it into the
 * system's one row for that, every few seconds in which it has learned something, and gives it to
 * the scheme when this router begins to lead. Owned by the engine's thread.
 */
public final class LearnedHandover {
  /** The built-in procedure: takes an encoded {@link LearnedRecord}. */
  static final String KEEP_LEARNED = "thetis.keep_learned";

  private static final Logger LOG = LoggerFactory.getLogger(LearnedHandover.class);

  /** Most is learned in the beginning. */
  private static final long FIRST_US = 1_000_000;

  private static final long KEEP_US = 5_000_000;

  private final EngineParts parts;
  private final SystemCalls calls;
  private LearnedRecord told = LearnedRecord.NONE;
  private boolean serves;
  private boolean recording;
  private boolean closed;

  /** Nothing was told yet; {@code calls} are this object's alone. */
  public LearnedHandover(EngineParts parts, SystemCalls calls) {
    this.parts = parts;
    this.calls = calls;
  }

  /** A site tells what the log has. */
  public void learn(LearnedRecord record) {
    told = told.later(record);
  }

  /** The router serves. */
  public void start() {
    serves = true;
    handOver();
    rest(FIRST_US);
  }

  /** Another scheme is in force. */
  public void onExchanged() {
    if (serves) {
      handOver();
    }
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
  }

  private void handOver() {
    if (!told.scheme().equals(parts.inForce().spec().name())) {
      return;
    }
    try {
      parts.scheme().goOnWith(told.content(), parts.scheduler().clock().nowUs());
      LOG.info("{} goes on with what was learned before", told.scheme());
    } catch (CodecException damaged) {
      LOG.warn("{} learns anew: {}", told.scheme(), damaged.getMessage());
    }
  }

  private void rest(long us) {
    parts.scheduler().schedule(us, this::keep);
  }

  private void keep() {
    if (closed) {
      return;
    }
    byte[] content = recording ? null : parts.scheme().learned();
    if (content != null && content.length > 0) {
      record(new LearnedRecord(0, parts.inForce().spec().name(), content));
    }
    rest(KEEP_US);
  }

  private void record(LearnedRecord record) {
    recording = true;
    calls.submit(
        KEEP_LEARNED,
        (error, message, vector, value) -> {
          recording = false;
          if (error == 0) {
            told = record.numbered(told.number() + 1);
          } else if (!closed) {
            LOG.info("what {} has learned is not kept this time: {}", record.scheme(), message);
          }
        },
        (Object) record.toByteArray());
  }
}
