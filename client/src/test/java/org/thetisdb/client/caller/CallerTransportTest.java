package org.thetisdb.client.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** Sockets whose callers write and read, without TLS. */
class CallerTransportTest extends CallerTransportContract {
  @Override
  TransportOptions peerOptions() {
    return TransportOptions.defaults(1);
  }

  @Override
  TransportOptions callerOptions() {
    return TransportOptions.defaults(1).withConnectTimeout(1_000);
  }

  @Test
  void lengthThatLiesEndsTheConnectionAndTakesNoMemory() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connect(new Address("127.0.0.1", server.getLocalPort()));
      try (Socket peer = server.accept()) {
        OutputStream out = peer.getOutputStream();
        out.write(new byte[] {0x7f, 0, 0, 0, 1});
        out.flush();
        assertThat(client.awaitClosed()).contains("longer");
        assertThat(peer.getInputStream().readAllBytes()).isNotEmpty(); // a goodbye
      }
    }
  }

  @Test
  void messageInSmallPiecesAndEndInTheMiddleOfOne() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      connect(new Address("127.0.0.1", server.getLocalPort()));
      try (Socket peer = server.accept()) {
        ByteWriter frame = new ByteWriter();
        FrameCodec.encode(new Pong(5), frame, 1_000);
        for (byte b : frame.toByteArray()) {
          peer.getOutputStream().write(b);
          transport.await(() -> false, 1);
        }
        assertThat(client.awaitMessages(1)).isTrue();
        peer.getOutputStream().write(frame.toByteArray(), 0, 3);
      }
      assertThat(client.awaitClosed()).endsWith("in the middle of a frame, after 3 bytes of it");
    }
  }
}
