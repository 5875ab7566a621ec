package org.thetisdb.core.net.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** What is on its way between two ends, step by step. */
class MailboxTest {
  private final Mailbox mailbox = new Mailbox(TransportOptions.defaults(1));

  @Test
  void theOtherEndIsToldOnceUntilItHasFoundNothing() {
    assertThat(mailbox.put(new Ping(1))).isEqualTo(Mailbox.Put.FIRST);
    assertThat(mailbox.put(new Ping(2))).isEqualTo(Mailbox.Put.WAITS);
    ByteWriter both = mailbox.take(new ByteWriter());
    assertThat(mailbox.put(new Ping(3))).isEqualTo(Mailbox.Put.WAITS);
    ByteWriter third = mailbox.take(both);
    assertThat(mailbox.take(third)).isNull();
    assertThat(mailbox.put(new Ping(4))).isEqualTo(Mailbox.Put.FIRST);
  }

  /** Else the end that has just found nothing would take the last word for lost. */
  @Test
  void aLateLastWordIsStillTaken() {
    assertThat(mailbox.take(new ByteWriter())).isNull();
    mailbox.put(new Ping(1));
    mailbox.close();
    assertThat(mailbox.isDrained()).isFalse();
    assertThat(mailbox.take(new ByteWriter())).isNotNull();
    assertThat(mailbox.isDrained()).isTrue();
    assertThat(mailbox.put(new Ping(2))).isEqualTo(Mailbox.Put.CLOSED);
  }

  @Test
  void whatIsDroppedIsNotWaitedFor() {
    mailbox.put(new Ping(1));
    mailbox.discard();
    assertThat(mailbox.isDrained()).isTrue();
  }
}
