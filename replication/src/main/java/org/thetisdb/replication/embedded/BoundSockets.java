package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.server.ServerSocketFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/**
 * Server sockets that are bound before Kafka starts. Kafka must know the ports of its listeners
 * when it reads its settings; a socket that is bound already keeps a free port ours until then.
 *
 * <p>Thread-safe. Owns a socket until Kafka takes it.
 */
final class BoundSockets implements ServerSocketFactory, AutoCloseable {
  private static final int BACKLOG = 128;

  private final Map<String, ServerSocketChannel> byListener = new HashMap<>();

  /**
   * Binds a socket for a listener.
   *
   * @param address port 0 means any free one
   * @return the port
   */
  synchronized int bind(String listener, Address address) {
    try {
      ServerSocketChannel channel = open(new InetSocketAddress(address.host(), address.port()));
      byListener.put(listener, channel);
      return channel.socket().getLocalPort();
    } catch (IOException e) {
      throw new ThetisException(ErrorCode.PORT_IN_USE, address, e.getMessage()).causedBy(e);
    }
  }

  @Override
  public synchronized ServerSocketChannel openServerSocket(
      String listener, InetSocketAddress address, int backlog, int receiveBufferBytes)
      throws IOException {
    ServerSocketChannel bound = byListener.remove(listener);
    return bound == null ? open(address) : bound;
  }

  private static ServerSocketChannel open(InetSocketAddress address) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.bind(address, BACKLOG);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Closes the sockets that Kafka did not take. */
  @Override
  public synchronized void close() throws IOException {
    for (ServerSocketChannel channel : byListener.values()) {
      channel.close();
    }
    byListener.clear();
  }
}
