package org.thetisdb.router.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.RouterToSite.AwaitExistence;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.EndHolders;
import org.thetisdb.core.wire.RouterToSite.EstimateRange;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.core.wire.RouterToSite.Withdraw;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.ReadRefused;
import org.thetisdb.core.wire.SiteToRouter.ReadResult;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.core.wire.SiteToRouter.WhyNot;
import org.thetisdb.core.wire.Software;

/**
 * A site that speaks the protocol and keeps no rows. It answers at once unless the test scripts it:
 * {@link #onExecute} and {@link #onRelease} may return another answer, or null for none yet.
 */
public final class FakeSite implements ConnectionListener {
  public final int id;
  final Address address;

  /** What it says that a range holds. */
  public long rowsOfRanges = 16_384;

  /** Whether it answers what it is asked of ranges. */
  public boolean estimates = true;

  public byte[] firstRow = {};
  public byte[] lastRow = {};

  public final List<Execute> executed = new ArrayList<>();
  public final List<Long> canceled = new ArrayList<>();
  public final List<Release> released = new ArrayList<>();
  public final List<Leave> leaves = new ArrayList<>();
  public final List<Cut> cuts = new ArrayList<>();
  public final TreeMap<Long, Owner> moved = new TreeMap<>();

  /** Whether it promises at once to follow a router that shakes hands with it. */
  public boolean promises = true;

  /** What its log says of the scheme. */
  public SchemeRecord scheme = SchemeRecord.NONE;

  /** The replicas that the site knows of. */
  public ReplicaSets replicas = ReplicaSets.NONE;

  /** As many rows has each replica that it fills. */
  public long rowsOfReplicas;

  /** Whether replicas are filled at once, or never. */
  public boolean fillsReplicas = true;

  /** How often it was asked to end interactive transactions. */
  public int holdersEnded;

  /** Releases that were taken back. */
  public final List<Withdraw> withdrawn = new ArrayList<>();

  /** The migrations that its log has. */
  public final MigrationTable migrations = new MigrationTable();

  public AppliedPlacement placement = AppliedPlacement.NONE;

  public int incarnation = 1;
  public int epoch;
  public VersionVector cut = VersionVector.ZERO;
  public VersionVector report = VersionVector.ZERO;
  public Jars jars = new Jars(VersionVector.ZERO, List.of(), List.of());
  public Function<Execute, SiteToRouter> onExecute = this::commit;

  /** The same for parts of transactions over several sites. */
  public Function<Execute, SiteToRouter> onPart = this::commit;

  public final List<Read> reads = new ArrayList<>();
  public Function<Read, SiteToRouter> onRead = this::find;
  public Function<Release, SiteToRouter> onRelease = this::letGo;
  public Function<FailoverSuccessor, SiteToRouter> onSuccessor = wanted -> null;
  public Function<AwaitDefinition, SiteToRouter> onAwait = this::keepTo;
  public Supplier<SiteToRouter> onDefinitions = this::definitions;
  public final List<Long> awaited = new ArrayList<>();
  public List<TableDigest> digests =
      List.of(new TableDigest(1, List.of(), 2, new byte[] {1, 2, 3, 4}));
  public final List<Integer> successorsWanted = new ArrayList<>();
  public final List<Undecided> undecided = new ArrayList<>();
  public final List<Aborted> aborted = new ArrayList<>();
  public final List<SetPhase> phases = new ArrayList<>();

  private final FakeNetwork network;
  private final VirtualTime time;
  private Connection router;

  public FakeSite(int id, FakeNetwork network, VirtualTime time) {
    this.id = id;
    this.network = network;
    this.time = time;
    this.address = new Address("site-" + id, 7000 + id);
  }

  /** Listens. */
  public void start() {
    network.listen(address, time, connection -> this);
  }

  /** Vanishes; all connections break. */
  public void stop() {
    network.cut(address);
    router = null;
  }

  /** The site closes a lost one's log, in which {@code position} is the last that counts. */
  public SuccessorReady successor(FailoverSuccessor wanted, long position) {
    report = report.with(wanted.site(), position);
    return new SuccessorReady(wanted.site(), 9, report);
  }

  /** The scheme that a router told last; null if none did. */
  public String follows;

  /** What it says to run. */
  public Software software = Software.OWN;

  /** Promises to follow the router that shook hands with it last. */
  public void promise() {
    router.send(new MapPiece(List.copyOf(moved.values())));
    router.send(new Placed(report, placement));
    router.send(new Replicas(report, replicas));
    if (!migrations.all().isEmpty()) {
      router.send(new Migrations(report, migrations.all()));
    }
    router.send(new SiteHello(id, incarnation, epoch, cut, report, List.of(), scheme, software));
  }

  /** Says something unasked. */
  public void say(SiteToRouter message) {
    router.send(message);
  }

  /** The site commits: its position rises. */
  public Executed commit(Execute execute) {
    if (!execute.written().isEmpty()) {
      report = report.with(id, report.get(id) + 1);
    }
    byte[] value = ValueCodec.encode(isChange(execute) ? numberOf(execute) : "ran at " + id);
    return new Executed(execute.attemptId(), 0, "", report, value);
  }

  /** Whether it is one that the router has recorded: their result is its number. */
  private static boolean isChange(Execute execute) {
    return execute.procedure().startsWith("thetis.change_");
  }

  private static long numberOf(Execute execute) {
    Object first = ValueCodec.decodeArguments(execute.arguments())[0];
    return first instanceof Long number ? number : 1;
  }

  /** The site reads at its newest cut, if the procedure only reads. */
  public SiteToRouter find(Read read) {
    if (!read.procedure().equals("Balance")) {
      return new ReadRefused(read.readId(), WhyNot.WRITES);
    }
    return new ReadResult(read.readId(), cut, ValueCodec.encode("read at " + id));
  }

  /** The site keeps to a definition from now on. */
  DefinitionInForce keepTo(AwaitDefinition wanted) {
    return new DefinitionInForce(wanted.version(), report.get(id));
  }

  /** The definitions that it knows, as of what it reported last. */
  public Definitions definitions() {
    return new Definitions(report, true, 1, true, jars.tables(), List.of());
  }

  /** The site gives everything up. */
  public Released letGo(Release release) {
    for (Mastership partition : release.released()) {
      moved.put(
          partition.partition(),
          new Owner(partition.partition(), partition.term(), release.grantee()));
    }
    report = report.with(id, report.get(id) + 1);
    return new Released(release.moveId(), report, List.of());
  }

  @Override
  public void onMessage(Connection from, Message message) {
    if (message instanceof RouterHello hello) {
      router = from;
      epoch = Math.max(epoch, hello.epoch());
      if (promises) {
        promise();
      }
    } else if (message instanceof Execute execute) {
      executed.add(execute);
      answer(from, onExecute.apply(execute));
    } else if (message instanceof CancelAttempt wanted) {
      canceled.add(wanted.attemptId());
    } else if (message instanceof Read read) {
      reads.add(read);
      answer(from, onRead.apply(read));
    } else if (message instanceof ReaderHello) {
      // It follows such a router in nothing.
    } else if (message instanceof Part part) {
      executed.add(part.call());
      answer(from, onPart.apply(part.call()));
    } else if (message instanceof Release release) {
      released.add(release);
      answer(from, onRelease.apply(release));
    } else if (message instanceof Leave wanted) {
      leaves.add(wanted);
    } else if (message instanceof EndHolders) {
      holdersEnded++;
    } else if (message instanceof Withdraw request) {
      withdrawn.add(request);
    } else if (message instanceof Cut newCut) {
      cuts.add(newCut);
      cut = newCut.vector();
    } else if (message instanceof FailoverSuccessor wanted) {
      successorsWanted.add(wanted.site());
      answer(from, onSuccessor.apply(wanted));
    } else if (message instanceof FillReplica wanted) {
      Filling state = fillsReplicas ? Filling.FILLED : Filling.COPYING;
      from.send(new ReplicaFilled(wanted.id(), state, rowsOfReplicas, report, ""));
    } else if (message instanceof EstimateRange wanted) {
      RangeEstimated found =
          new RangeEstimated(
              wanted.id(), rowsOfRanges, rowsOfRanges * 64, 1 << 20, firstRow, lastRow);
      if (estimates) {
        from.send(found);
      }
    } else if (message instanceof DigestRequest wanted) {
      from.send(new Digest(wanted.id(), "", digests));
    } else if (message instanceof AwaitDefinition wanted) {
      awaited.add(wanted.version());
      answer(from, onAwait.apply(wanted));
    } else if (message instanceof AwaitExistence wanted) {
      answer(from, new ExistenceInForce(wanted.version(), report.get(id)));
    } else if (message instanceof DefinitionsRequest) {
      answer(from, onDefinitions.get());
    } else if (message instanceof Aborted news) {
      aborted.add(news);
    } else if (message instanceof Undecided news) {
      undecided.add(news);
    } else if (message instanceof SetPhase wanted) {
      phases.add(wanted);
      from.send(new PhaseSet(wanted.phase(), id, report));
    } else if (message instanceof FollowScheme wanted) {
      follows = wanted.scheme();
    } else if (message instanceof JarsRequest) {
      from.send(new Jars(report, jars.jars(), jars.tables()));
    } else {
      throw new AssertionError("a site does not understand " + message);
    }
  }

  private static void answer(Connection to, SiteToRouter answer) {
    if (answer != null) {
      to.send(answer);
    }
  }

  @Override
  public void onClosed(Connection connection, String reason) {}
}
