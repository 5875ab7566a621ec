package org.thetisdb.replication.log.kafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.thetisdb.replication.log.LogAppender.AppendCallback;

/**
 * One entry on its way into the log, and the task that reports to the caller what became of it.
 *
 * <p>The producer calls back in two cases that must not be mixed up: on the thread that offers the
 * entry, before it was taken (it may be offered again), and on its own thread, when the entry is in
 * the log or may be (it must not).
 */
final class PendingAppend implements Callback, Runnable {
  private final KafkaLogAppender appender;
  private final byte[] entry;
  private final AppendCallback callback;
  private final long sinceUs;

  private volatile Thread offering;
  private boolean refused;
  private long offset;
  private RuntimeException failure;

  PendingAppend(KafkaLogAppender appender, byte[] entry, AppendCallback callback, long sinceUs) {
    this.sinceUs = sinceUs;
    this.appender = appender;
    this.entry = entry;
    this.callback = callback;
  }

  byte[] entry() {
    return entry;
  }

  /** When the caller handed it in. */
  long sinceUs() {
    return sinceUs;
  }

  /** The calling thread offers the entry to the producer. */
  void beginOffer() {
    refused = false;
    offering = Thread.currentThread();
  }

  /** Whether the producer could not take the entry now. Only for the thread that offered it. */
  boolean refused() {
    return refused;
  }

  @Override
  public void onCompletion(RecordMetadata metadata, Exception error) {
    if (error == null) {
      appender.onAcknowledged(this, metadata.hasOffset() ? metadata.offset() : -1);
    } else if (Thread.currentThread() != offering) {
      appender.onError(this, error);
    } else if (error instanceof TimeoutException) {
      refused = true;
    } else {
      appender.onRefused(this, error);
    }
  }

  void succeed(long newOffset) {
    offset = newOffset;
    appender.answer(this);
  }

  void fail(RuntimeException reason) {
    failure = reason;
    appender.answer(this);
  }

  /** Notifies the caller, on its scheduler. */
  @Override
  public void run() {
    if (appender.isClosed()) {
      return;
    }
    if (failure != null) {
      callback.onFailed(failure);
    } else {
      callback.onAppended(offset);
    }
  }
}
