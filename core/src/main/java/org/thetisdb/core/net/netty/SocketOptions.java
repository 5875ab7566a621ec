package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.AbstractNioChannel;
import java.nio.channels.SocketChannel;

/** What every socket of the transport is set to, on both sides. Stateless. */
final class SocketOptions {
  static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;

  private SocketOptions() {}

  /** The socket of a channel. Its writes are thread-safe and do not block. */
  static SocketChannel socketOf(Channel channel) {
    return (SocketChannel) ((AbstractNioChannel.NioUnsafe) channel.unsafe()).ch();
  }

  /** Sets options one by one; returns something nobody needs. */
  interface Setter {
    <T> Object set(ChannelOption<T> option, T value);
  }

  static void apply(Setter options) {
    options.set(ChannelOption.TCP_NODELAY, true);
    options.set(ChannelOption.SO_KEEPALIVE, true);
    applyLocally(options);
  }

  /** Those that a socket within the machine has, too. */
  static void applyLocally(Setter options) {
    options.set(ChannelOption.ALLOCATOR, ALLOCATOR);
    options.set(
        ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(FrameDecoder.SLICE_BYTES));
    // The send queue has marks of its own.
    options.set(
        ChannelOption.WRITE_BUFFER_WATER_MARK,
        new WriteBufferWaterMark(Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
  }
}
