package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.Verification;
import org.thetisdb.core.testing.TestCertificates;

/** What a peer sent before it closed is read, even if its keys were still being looked at. */
class EndOfInputTest {
  private final Queue<Runnable> keyWork = new ArrayDeque<>();
  private EmbeddedChannel server;
  private EmbeddedChannel client;
  @TempDir Path directory;

  @BeforeEach
  void openBothEnds() {
    TestCertificates certificates = new TestCertificates(directory);
    Tls one = Tls.open(TlsMode.REQUIRE, Verification.NODE, certificates.node("one"));
    Tls two = Tls.open(TlsMode.REQUIRE, Verification.NODE, certificates.node("two"));
    EndOfInput end =
        new EndOfInput(
            new HandshakeTasks() {
              @Override
              public void execute(Runnable task, boolean hasBegun) {
                keyWork.add(task);
              }

              @Override
              public boolean withdraw(Runnable task) {
                return keyWork.remove(task);
              }
            });
    server = new EmbeddedChannel(end, new SslHandler(one.accepting(), end));
    client = new EmbeddedChannel(new SslHandler(two.connecting(Address.ANY_LOOPBACK)));
  }

  private static boolean carry(EmbeddedChannel from, EmbeddedChannel to) {
    boolean any = false;
    for (ByteBuf bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
      to.writeInbound(bytes);
      any = true;
    }
    return any;
  }

  private boolean workOnKeys() {
    Runnable task = keyWork.poll();
    if (task == null) {
      return false;
    }
    task.run();
    server.runPendingTasks();
    return true;
  }

  /** Until the client has shaken hands, and the server has its last word before it. */
  private void shakeHandsAtTheClient() {
    SslHandler handler = client.pipeline().get(SslHandler.class);
    while (!handler.handshakeFuture().isSuccess()) {
      boolean moved = carry(client, server) | carry(server, client);
      assertThat(moved || workOnKeys()).as("the handshake goes on").isTrue();
    }
  }

  private void sendAndClose(String text) {
    client.writeOutbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    client.pipeline().get(SslHandler.class).closeOutbound();
    carry(client, server);
    server.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
  }

  private String received() {
    StringBuilder all = new StringBuilder();
    for (ByteBuf bytes = server.readInbound(); bytes != null; bytes = server.readInbound()) {
      all.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
    }
    return all.toString();
  }

  @Test
  void whatCameBeforeTheEndIsReadWhenTheKeysWereLookedAt() {
    shakeHandsAtTheClient();
    sendAndClose("hello");
    assertThat(keyWork).as("the server looks at the client's keys").isNotEmpty();
    assertThat(server.isActive()).isTrue();
    while (workOnKeys()) {
      assertThat(keyWork.size()).isLessThan(10);
    }
    assertThat(received()).isEqualTo("hello");
    assertThat(server.isActive()).isFalse();
  }

  @Test
  void aPeerThatLeavesInItsHandshakeIsNotWaitedFor() {
    carry(client, server);
    while (workOnKeys()) {
      assertThat(keyWork.size()).isLessThan(10);
    }
    server.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    assertThat(server.isActive()).isFalse();
  }

  @Test
  void nothingIsCalculatedForAPeerThatHasLeft() {
    carry(client, server);
    assertThat(keyWork).as("its first message waits").hasSize(1);
    server.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    assertThat(keyWork).isEmpty();
    assertThat(server.isActive()).isFalse();
  }

  @Test
  void nothingIsCalculatedForAConnectionThatBroke() {
    shakeHandsAtTheClient();
    carry(client, server);
    assertThat(keyWork).as("the server looks at the client's keys").hasSize(1);
    server.pipeline().firstContext().close();
    assertThat(keyWork).isEmpty();
  }

  @Test
  void anEndBehindTheHandshakeIsHeardAtOnce() {
    shakeHandsAtTheClient();
    carry(client, server);
    while (workOnKeys()) {
      carry(server, client);
    }
    sendAndClose("bye");
    assertThat(received()).isEqualTo("bye");
    assertThat(server.isActive()).isFalse();
  }
}
