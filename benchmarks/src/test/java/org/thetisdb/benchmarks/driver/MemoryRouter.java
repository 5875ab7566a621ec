package org.thetisdb.benchmarks.driver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.benchmarks.bound.BoundRunner;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.netty.EventLoopScheduler;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.RouterToClient.StatusResult;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.StoreConfig;

/**
 * A router and its only site on one thread, over real sockets: enough of a cluster for the driver.
 * It can be told to lose answers, and to cheat.
 */
final class MemoryRouter implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final NettyTransport transport = new NettyTransport(1);
  private final OnHeapRowStore store = new OnHeapRowStore(StoreConfig.of(1, 1L << 30));
  private final OnHeapRowStore strayStore = new OnHeapRowStore(StoreConfig.of(1, 1L << 30));
  private final BoundRunner runner;
  private final BoundRunner stray;
  private final Server server;
  private final Map<Long, byte[]> recorded = new HashMap<>();
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();
  volatile int breakEvery = Integer.MAX_VALUE;

  /** Every so many calls one is refused with this error. */
  volatile int refuseEvery = Integer.MAX_VALUE;

  volatile ErrorCode refusal = ErrorCode.CONFLICT;

  /** Every so many calls one runs on a store of its own, which nobody else sees. */
  volatile int strayEvery = Integer.MAX_VALUE;

  MemoryRouter(Workload workload) {
    runner = new BoundRunner(workload, store);
    stray = new BoundRunner(workload, strayStore);
    EventLoopScheduler scheduler =
        transport.eventLoopScheduler(
            e -> {
              throw new AssertionError(e);
            });
    server = transport.listen(Address.ANY_LOOPBACK, scheduler, accepted -> new Client());
  }

  String address() {
    return server.address().toString();
  }

  /** Changes data behind the workload's back. */
  Object cheat(String procedure, Object... arguments) {
    return runner.call(procedure, arguments);
  }

  @Override
  public void close() {
    transport.close();
    store.close();
    strayStore.close();
  }

  private final class Client implements ConnectionListener {
    @Override
    public void onMessage(Connection connection, Message message) {
      if (message instanceof Call call) {
        onCall(connection, call);
      } else if (message instanceof ClientHello) {
        connection.allowLongMessages();
        connection.send(
            new ServerHello("memory", 0, 1, 1L << 30, "none", "in memory only", List.of()));
      } else if (message instanceof UploadJar upload) {
        connection.send(result(upload.requestId(), NOTHING));
      } else if (message instanceof StatusRequest request) {
        connection.send(new StatusResult(request.requestId(), status()));
      } else if (message instanceof Ping ping) {
        connection.send(new Pong(ping.requestId()));
      }
    }

    /** Runs once, answers as often as asked; now and then the connection dies instead. */
    private void onCall(Connection connection, Call call) {
      long key = call.session() * 1_000_000 + call.sequence();
      byte[] earlier = call.repetition() ? recorded.get(key) : null;
      RouterToClient answer =
          earlier != null
              ? result(call.requestId(), earlier)
              : calls.get() % refuseEvery == refuseEvery - 1 && !call.procedure().startsWith("Load")
                  ? refused(call)
                  : run(call, key);
      if (calls.incrementAndGet() % breakEvery == 0) {
        connection.close();
      } else {
        connection.send(answer);
      }
    }

    private RouterToClient refused(Call call) {
      return new CallResult(call.requestId(), refusal.number(), "no", VersionVector.ZERO, NOTHING);
    }

    private RouterToClient run(Call call, long key) {
      try {
        boolean strays = calls.get() % strayEvery == strayEvery - 1;
        Object value =
            (strays ? stray : runner)
                .call(call.procedure(), ValueCodec.decodeArguments(call.arguments()));
        byte[] encoded = ValueCodec.encode(value);
        committed.incrementAndGet();
        if (breakEvery != Integer.MAX_VALUE) {
          recorded.put(key, encoded);
        }
        return result(call.requestId(), encoded);
      } catch (AbortException e) {
        return new CallResult(
            call.requestId(),
            ErrorCode.ABORTED_BY_PROCEDURE.number(),
            e.getMessage(),
            VersionVector.ZERO,
            NOTHING);
      }
    }

    private CallResult result(long requestId, byte[] value) {
      return new CallResult(requestId, 0, "", VersionVector.of(committed.get()), value);
    }

    @Override
    public void onClosed(Connection connection, String reason) {}
  }

  private String status() {
    long count = committed.get();
    return """
        {"cluster":"memory","counters":{"committed":%d,"retried":0,"remastered_txns":%d},
         "per_site":[{"site":1,"committed":%d,"mastered_share":1.0,"mastered_partitions":7,
         "bytes_logged":%d}]}"""
        .formatted(count, count / 10, count, count * 100);
  }
}
