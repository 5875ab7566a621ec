package org.thetisdb.benchmarks.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * The upper bound beside the transport: two threads that block on a socket each, with nothing to
 * encode, decode or hand over. One sends so many messages at once, the other sends the same bytes
 * back, and so on.
 */
final class BareSockets implements AutoCloseable {
  private static final int MESSAGE_BYTES = 100;

  private final AtomicLong done = new AtomicLong();
  private final Histogram latencyNs = new Histogram(3);
  private final ServerSocket server;
  private final Socket client;
  private final Thread caller;
  private final int outstanding;
  private volatile boolean stopped;

  BareSockets(int outstanding) {
    this.outstanding = outstanding;
    try {
      server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
      client.setTcpNoDelay(true);
      Socket accepted = server.accept();
      accepted.setTcpNoDelay(true);
      caller = new Thread(this::call, "bare-caller");
      caller.start();
      new Thread(() -> answer(accepted), "bare-answerer").start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long done() {
    return done.get();
  }

  /** Stops; returns the latencies. */
  Histogram stop() throws InterruptedException {
    stopped = true;
    caller.join();
    return latencyNs;
  }

  private void call() {
    byte[] bytes = new byte[MESSAGE_BYTES * outstanding];
    try {
      OutputStream out = client.getOutputStream();
      InputStream in = client.getInputStream();
      while (!stopped) {
        long fromNs = System.nanoTime();
        out.write(bytes);
        in.readNBytes(bytes, 0, bytes.length);
        latencyNs.recordValueWithCount(System.nanoTime() - fromNs, outstanding);
        done.lazySet(done.get() + outstanding);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(Socket accepted) {
    byte[] bytes = new byte[64 << 10];
    try (accepted) {
      OutputStream out = accepted.getOutputStream();
      InputStream in = accepted.getInputStream();
      for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
        out.write(bytes, 0, length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
