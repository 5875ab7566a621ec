package org.thetisdb.core.net.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.socket.ConnectFailures;
import org.thetisdb.core.net.socket.HostResolver;
import org.thetisdb.core.net.socket.LocalSockets;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.time.PerScheduler;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.UncaughtHandler;

/**
 * Connections over TCP, or over {@link LocalSockets} where the other end is a process of this
 * machine and this user. Owns a fixed number of event loops, which are daemon threads.
 *
 * <p>Thread-safe. {@link #listen} waits for the system and must not be called on an event loop.
 * Connections of a scheduler from {@link #eventLoopScheduler} live on that scheduler's loop, all
 * others take the loops in turn.
 *
 * <p>With a {@link TransportOptions#linkDelayUs link's delay} the connections that are accepted
 * here delay what they receive and what they send. Those that are opened from here do not: so each
 * message is delayed once, and clients need not know of it.
 */
public final class NettyTransport implements Transport {
  private static final int BACKLOG = 1_024;
  private static final int CLOSE_MS = 2_000;

  /** Sockets within the machine have no addresses at the end that has connected. */
  private static final Address LOCAL_PEER = Address.ANY_LOOPBACK;

  private static final Logger LOG = LoggerFactory.getLogger(NettyTransport.class);

  private final TransportOptions options;
  private final EventLoopGroup group;
  private final Set<NettyConnection> connections = ConcurrentHashMap.newKeySet();
  private final Set<NettyServer> servers = ConcurrentHashMap.newKeySet();

  /** An event loop lives as long as its scheduler or one of its connections. */
  private final PerScheduler<EventLoopLink> lines = new PerScheduler<>(EventLoopLink::new);

  /** Null if messages take no time beyond the network's. */
  private final SlowLinks slowLinks;

  /** Null if all connections are TCP's. */
  private final LocalSockets localSockets;

  /** Null if no connection has TLS. */
  private final TlsLinks tls;

  private final Strangers strangers;
  private final ConnectionMemory sendBudget;
  private final ConnectionMemory receiveBudget;

  /** A transport with {@code threads} event loops and the usual limits. */
  public NettyTransport(int threads) {
    this(TransportOptions.defaults(threads));
  }

  /** A transport with limits of its own. */
  public NettyTransport(TransportOptions options) {
    this(options, options.localSockets() ? LocalSockets.ofUser() : null);
  }

  /**
   * The same.
   *
   * @param localSockets null if all connections are to be TCP's
   */
  NettyTransport(TransportOptions options, LocalSockets localSockets) {
    this.options = options;
    this.localSockets = localSockets;
    this.slowLinks = options.linkDelayUs() == 0 ? null : new SlowLinks(options.linkDelayUs());
    this.strangers = new Strangers(options.strangers());
    this.sendBudget = new ConnectionMemory(options.totalLimitBytes());
    this.receiveBudget = new ConnectionMemory(options.totalLimitBytes());
    this.group =
        new MultiThreadIoEventLoopGroup(
            options.threads(),
            new DefaultThreadFactory("thetis-net", true),
            NioIoHandler.newFactory());
    this.tls = options.tls().mode() == TlsMode.OFF ? null : new TlsLinks(options, group.next());
  }

  /**
   * A scheduler that lives on one of the event loops; each call takes the next loop.
   *
   * @param uncaughtHandler hears what stopped the scheduler
   */
  public EventLoopScheduler eventLoopScheduler(UncaughtHandler uncaughtHandler) {
    return new EventLoopScheduler(group.next(), uncaughtHandler);
  }

  @Override
  public boolean isSlowToConnect() {
    return tls != null;
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    EventLoop loop = scheduler instanceof EventLoopScheduler on ? on.loop() : group.next();
    HostResolver.resolve(
        address,
        resolved -> {
          try {
            loop.execute(() -> connectOn(loop, address, resolved, scheduler, listener, tls));
          } catch (RejectedExecutionException e) {
            UnopenedConnection none = new UnopenedConnection(address);
            scheduler.execute(() -> listener.onClosed(none, "the transport is closed"));
          }
        });
  }

  /**
   * On the loop.
   *
   * @param links null for one without TLS
   */
  private void connectOn(
      EventLoop loop,
      Address address,
      InetSocketAddress resolved,
      Scheduler scheduler,
      ConnectionListener listener,
      TlsLinks links) {
    SocketChannel local = localSockets == null ? null : localSockets.connect(resolved);
    DuplexChannel channel =
        local == null ? new NioSocketChannel() : new NioDomainSocketChannel(local);
    NettyConnection connection = adopt(channel, loop, address, scheduler, false);
    connection.opening(listener);
    ConnectionHandler handler = handler(connection, options.frameLimitBytes());
    if (local != null) {
      SocketOptions.applyLocally(channel.config()::setOption);
      channel.pipeline().addLast(handler);
      loop.register(channel).addListener(done -> opened(connection, done, null));
      return;
    }
    Runnable withoutTls = () -> connectOn(loop, address, resolved, scheduler, listener, null);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channelFactory(() -> channel)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, options.connectTimeoutMs())
            .disableResolver()
            .handler(opening(connection, handler, links, withoutTls));
    SocketOptions.apply(bootstrap::option);
    bootstrap.connect(resolved).addListener(done -> opened(connection, done, links));
  }

  private static ChannelHandler opening(
      NettyConnection connection, ConnectionHandler handler, TlsLinks links, Runnable withoutTls) {
    return new ChannelInitializer<DuplexChannel>() {
      @Override
      protected void initChannel(DuplexChannel channel) {
        channel.pipeline().addLast(handler);
        if (links != null) {
          links.connect(channel.pipeline(), connection, withoutTls);
        }
      }
    };
  }

  /** With TLS the connection stands when hands were shaken. */
  private void opened(NettyConnection connection, Future<?> done, TlsLinks links) {
    if (!done.isSuccess()) {
      String reason =
          ConnectFailures.cannotConnect(
              connection.remoteAddress(), asOfTheJdk(done.cause()), options.connectTimeoutMs());
      connection.end(reason, false);
    } else if (links == null) {
      connection.stands(connection.peer());
    }
  }

  private static Throwable asOfTheJdk(Throwable cause) {
    return cause instanceof ConnectTimeoutException ? new SocketTimeoutException() : cause;
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    EventLoopGroup children = scheduler instanceof EventLoopScheduler on ? on.loop() : group;
    ServerBootstrap bootstrap =
        server(NioServerSocketChannel::new, children, scheduler, acceptor)
            .option(ChannelOption.SO_REUSEADDR, true);
    SocketOptions.apply(bootstrap::childOption);
    ChannelFuture bound = bootstrap.bind(HostResolver.lookUp(address)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw ConnectFailures.cannotListen(address, bound.cause());
    }
    InetSocketAddress there = (InetSocketAddress) bound.channel().localAddress();
    Channel local = listenLocally(there, children, scheduler, acceptor);
    Address at = new Address(address.host(), there.getPort());
    NettyServer server = new NettyServer(bound.channel(), local, at, servers::remove);
    servers.add(server);
    return server;
  }

  /** Null if others come over TCP alone. */
  private Channel listenLocally(
      InetSocketAddress bound, EventLoopGroup children, Scheduler scheduler, Acceptor acceptor) {
    UnixDomainSocketAddress socket = localSockets == null ? null : localSockets.toListen(bound);
    if (socket == null) {
      return null;
    }
    ServerBootstrap bootstrap =
        server(NioServerDomainSocketChannel::new, children, scheduler, acceptor);
    SocketOptions.applyLocally(bootstrap::childOption);
    ChannelFuture listening = bootstrap.bind(socket).awaitUninterruptibly();
    if (!listening.isSuccess()) {
      LOG.debug("Processes of this machine come over TCP", listening.cause());
      return null;
    }
    return listening.channel();
  }

  private ServerBootstrap server(
      ChannelFactory<ServerChannel> channels,
      EventLoopGroup children,
      Scheduler scheduler,
      Acceptor acceptor) {
    return new ServerBootstrap()
        .group(group, children)
        .channelFactory(channels)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childHandler(accepting(scheduler, acceptor));
  }

  private ChannelInitializer<DuplexChannel> accepting(Scheduler scheduler, Acceptor acceptor) {
    return new ChannelInitializer<DuplexChannel>() {
      @Override
      protected void initChannel(DuplexChannel channel) {
        Address remote = addressOf(channel.remoteAddress());
        NettyConnection connection =
            adopt(channel, channel.eventLoop(), remote, scheduler, slowLinks != null);
        ConnectionHandler handler = handler(connection, options.firstFrameLimitBytes());
        channel.pipeline().addLast(overLink(channel, connection, handler));
        handler.expectFirstMessage(channel.eventLoop(), options.firstMessageTimeoutMs(), strangers);
        if (tls == null || connection.peer().isSameUser()) {
          connection.accepted(connection.peer(), acceptor);
        } else {
          tls.accept(channel.pipeline(), connection, handler, acceptor);
        }
      }
    };
  }

  private static Address addressOf(SocketAddress peer) {
    return peer instanceof InetSocketAddress over
        ? new Address(over.getAddress().getHostAddress(), over.getPort())
        : LOCAL_PEER;
  }

  private ChannelHandler overLink(
      DuplexChannel channel, NettyConnection connection, ConnectionHandler handler) {
    return slowLinks == null
        ? handler
        : new SlowLinkHandler(slowLinks.of(channel.eventLoop()), connection, handler);
  }

  private NettyConnection adopt(
      DuplexChannel channel, EventLoop loop, Address remote, Scheduler scheduler, boolean isSlow) {
    EventLoopLink line = lines.of(scheduler);
    NettyConnection connection =
        new NettyConnection(channel, loop, remote, line, options, sendBudget, isSlow);
    connections.add(connection);
    channel.closeFuture().addListener(closed -> connections.remove(connection));
    return connection;
  }

  private ConnectionHandler handler(NettyConnection connection, int firstLimitBytes) {
    FrameDecoder decoder =
        new FrameDecoder(firstLimitBytes, options.frameLimitBytes(), receiveBudget);
    connection.takesApartBy(decoder);
    return new ConnectionHandler(connection, decoder, options.frameTimeoutMs());
  }

  /**
   * Ends all connections, each after sending what waits as far as the system takes it at once, and
   * stops the event loops. Waits for that some seconds at most, unless called on an event loop.
   */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // awaitTermination waits for the same
  public void close() {
    if (group.isShuttingDown()) {
      return;
    }
    boolean mayWait = !onEventLoop();
    if (slowLinks != null) {
      slowLinks.shorten();
    }
    List.copyOf(servers).forEach(NettyServer::close);
    CountDownLatch ended = endAll();
    if (mayWait) {
      await(ended);
    }
    group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS);
    if (mayWait) {
      awaitTermination();
    }
    if (slowLinks != null) {
      slowLinks.close();
    }
    if (tls != null) {
      tls.close();
    }
  }

  private CountDownLatch endAll() {
    List<NettyConnection> open = List.copyOf(connections);
    CountDownLatch ended = new CountDownLatch(open.size());
    for (NettyConnection connection : open) {
      connection.onLoop(
          () -> {
            connection.end("the transport was closed", true);
            ended.countDown();
          });
    }
    return ended;
  }

  private boolean onEventLoop() {
    for (EventExecutor loop : group) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(CLOSE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitTermination() {
    try {
      group.awaitTermination(CLOSE_MS + 1_000, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
