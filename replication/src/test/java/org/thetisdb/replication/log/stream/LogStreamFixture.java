package org.thetisdb.replication.log.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToSite.LogHeld;
import org.thetisdb.core.wire.SiteToSite.LogPart;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership;
import org.thetisdb.replication.membership.MembershipListener;

/** Site 1 on virtual time, with a log of site 2 and connections to it that are made by hand. */
final class LogStreamFixture {
  static final int SELF = 1;
  static final int ORIGIN = 2;
  private static final Address ADDRESS = new Address("127.0.0.1", 2);

  private final VirtualTime time = new VirtualTime();

  /** The log of site 2. */
  final List<byte[]> log = new ArrayList<>();

  /** What the listener heard: "offset:first byte". */
  final List<String> heard = new ArrayList<>();

  /** What site 2 was sent, over all connections. */
  final List<Message> sent = new ArrayList<>();

  /** Connections to site 2, in the order in which they were asked for. */
  final List<Peer> peers = new ArrayList<>();

  final LogStreamCounters counters = new LogStreamCounters();
  final Reader reader = new Reader();
  final LogStreamReader logStreams;

  /** Runs with each entry that is heard. */
  Runnable onHeard = () -> {};

  int endsAsked;
  private MembershipListener members;

  /** Both logs are read from their beginning, and log streams are wanted. */
  LogStreamFixture() {
    LogStreamPorts ports = new LogStreamPorts("cluster", SELF, new Net(), new Members(), counters);
    logStreams =
        new LogStreamReader(new Log(), Map.of(SELF, 0L, ORIGIN, 0L), time, new Ear(), ports);
    logStreams.begin();
    run();
    lives(1);
  }

  /** Membership has site 2 in this incarnation. */
  void lives(int incarnation) {
    members.onSites(
        List.of(
            new Membership.SiteInfo(SELF, 1, new Address("127.0.0.1", 1)),
            new Membership.SiteInfo(ORIGIN, incarnation, ADDRESS)));
    run();
  }

  /** Membership does not have it. */
  void isLost() {
    members.onSites(List.of());
    run();
  }

  /** An entry is appended, by whomever. */
  void append(int content) {
    log.add(new byte[] {(byte) content});
  }

  /** Lets the next look come, in which a log stream is asked for. */
  Peer opened() {
    pass(LogStreamReader.LOOK_US);
    return peers.get(peers.size() - 1);
  }

  /** A log stream that stands, and has taken over at the end of the log. */
  Peer fed() {
    reader.deliver();
    Peer peer = opened();
    peer.connects();
    peer.says(new LogHeld(log.size()));
    return peer;
  }

  boolean isRead() {
    return reader.positions.containsKey(ORIGIN);
  }

  private void run() {
    time.settle();
  }

  void pass(long us) {
    time.pass(us);
  }

  /** Nothing runs for a while, as if the process stood still; then the timers are late. */
  void standStill(long us) {
    time.standStill(us);
    run();
  }

  /** The origin lives on for a while and has nothing to log. */
  void passWithSigns(Peer peer, long nextOffset, long us) {
    for (long passed = 0; passed < us; passed += 20_000) {
      pass(20_000);
      peer.says(new LogHeld(nextOffset));
    }
  }

  /** Site 1's end of a connection to site 2. */
  final class Peer implements Connection {
    private final ConnectionListener listener;
    boolean closed;

    Peer(ConnectionListener listener) {
      this.listener = listener;
    }

    void connects() {
      listener.onConnected(this);
      run();
    }

    void says(Message message) {
      if (!closed) {
        listener.onMessage(this, message);
        run();
      }
    }

    /** Entries from {@code first} on, each with a byte that says which it is. */
    void sends(long first, int... contents) {
      List<byte[]> entries = new ArrayList<>();
      for (int content : contents) {
        entries.add(new byte[] {(byte) content});
      }
      says(new LogPart(first, entries));
    }

    void breaks() {
      closed = true;
      listener.onClosed(this, "it broke");
      run();
    }

    @Override
    public void send(Message message) {
      sent.add(message);
    }

    @Override
    public org.thetisdb.core.net.Peer peer() {
      return org.thetisdb.core.net.Peer.SAME_USER;
    }

    @Override
    public boolean isCongested() {
      return false;
    }

    @Override
    public Address remoteAddress() {
      return ADDRESS;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        time.execute(() -> listener.onClosed(this, "closed here"));
      }
    }
  }

  private final class Ear implements LogListener {
    @Override
    public void onEntry(int site, long offset, byte[] entry) {
      heard.add(offset + ":" + entry[0]);
      onHeard.run();
    }

    @Override
    public void onFailed(int site, RuntimeException reason) {
      heard.add(reason.getMessage());
    }
  }

  /** Delivers what it is told to, and may have more on its way when a log is removed. */
  final class Reader implements LogReader {
    final Map<Integer, Long> positions = new TreeMap<>();
    boolean paused;
    int expedited;
    private LogListener to;

    /** Brings all that stands in the log. */
    void deliver() {
      while (isRead() && positions.get(ORIGIN) < log.size() && !paused) {
        long offset = positions.get(ORIGIN);
        positions.put(ORIGIN, offset + 1);
        to.onEntry(ORIGIN, offset, log.get((int) offset));
      }
      run();
    }

    /** Brings an entry that was on its way. */
    void deliverLate(long offset) {
      to.onEntry(ORIGIN, offset, log.get((int) offset));
      run();
    }

    @Override
    public void add(int site, long fromOffset) {
      positions.put(site, fromOffset);
    }

    @Override
    public void remove(int site) {
      positions.remove(site);
    }

    @Override
    public void setPaused(int site, boolean nowPaused) {
      paused = nowPaused && isRead();
    }

    @Override
    public void expedite() {
      expedited++;
    }

    @Override
    public void close() {
      positions.clear();
    }
  }

  private final class Log implements CommitLog {
    @Override
    public LogReader openReader(Map<Integer, Long> from, Scheduler scheduler, LogListener to) {
      from.forEach(reader::add);
      reader.to = to;
      return reader;
    }

    @Override
    public void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done) {
      endsAsked++;
      long end = log.size();
      scheduler.execute(() -> done.accept(end, null));
    }

    @Override
    public void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void askIdentity(
        int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public LogAppender openAppender(int site, Scheduler scheduler) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void trim(int site, long before, Scheduler scheduler, Consumer<RuntimeException> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String durabilityText() {
      return "in a list";
    }

    @Override
    public void close() {}
  }

  private final class Net implements Transport {
    @Override
    public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
      peers.add(new Peer(listener));
    }

    @Override
    public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private final class Members implements Membership {
    @Override
    public AutoCloseable watch(Scheduler scheduler, MembershipListener listener) {
      members = listener;
      return () -> {};
    }

    @Override
    public void cluster(
        ClusterSettings wanted, Scheduler scheduler, Consumer<Result<ClusterSettings>> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void nextIncarnation(int site, Scheduler scheduler, Consumer<Result<Integer>> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void nextEpoch(Scheduler scheduler, Consumer<Result<Integer>> done) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Registration register(SiteInfo site) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Candidacy campaign(Address address, Scheduler scheduler, LeaderListener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
