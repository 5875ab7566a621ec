package org.thetisdb.simulation.fuzz;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToSite;

/** Messages with every kind of part that a message can have. */
final class Messages {
  private static final VersionVector VECTOR = VersionVector.of(5, 0, 1L << 40);
  private static final long PARTITION = PartitionId.of(16, 3);
  private static final byte[] BYTES = {1, 2, 3};

  private static final byte[] BORDER = Arrays.copyOf(BYTES, BYTES.length + 1);

  private static final Migration MOVING =
      new Migration(
          3,
          2,
          Migration.Way.PROMOTE,
          Migration.State.RUNNING,
          new KeyInterval(16, BYTES, new byte[0]),
          0,
          2,
          Migration.Details.of(
              List.of(new Migration.Origin(BYTES, 1)),
              100,
              List.of(new PlacedRanges.PlacedRange(PARTITION, PARTITION + 4, 2))));
  private static final AppliedPlacement PLACED =
      AppliedPlacement.NONE.next(
          100, PlacedRanges.of(List.of(new PlacedRanges.PlacedRange(PARTITION, PARTITION + 4, 2))));

  private Messages() {}

  static List<Message> all() {
    RowKey key = new RowKey(16, BYTES);
    KeySet keys =
        new KeySet(List.of(key), List.of(key, key), List.of(new KeySet.KeyRange(17, BYTES, BYTES)));
    byte[] arguments = ValueCodec.encodeArguments(1L, "x");
    return List.of(
        new ClientMessage.ClientHello("a token"),
        new ClientMessage.Call(1, 77, 1, true, 2_000, VECTOR, "Transfer", arguments),
        new ClientMessage.UploadJar(2, "bank", BYTES),
        new ClientMessage.StatusRequest(3),
        new ClientMessage.CompareRequest(5),
        new ClientMessage.ExplainRequest(6, "checking", "42"),
        new ClientMessage.WorkloadRequest(7),
        new ClientMessage.Ping(4),
        new ClientMessage.RelayHello(
            "token",
            new Address("10.0.0.7", 40_000),
            new Address("::1", 7433),
            "n,,n=u,r=x",
            true,
            BYTES),
        new RouterToClient.ServerHello(
            "cluster",
            77,
            2,
            1L << 40,
            "dynamast",
            "process",
            List.of(new Address("router2", 7433))),
        new RouterToClient.CallResult(1, 0, "", VECTOR, ValueCodec.encode("done")),
        new RouterToClient.StatusResult(3, "{}"),
        new RouterToClient.Goodbye(4001, "why"),
        new RouterToSite.RouterHello("cluster", 2),
        new RouterToSite.Cut(2, 99, VECTOR),
        new RouterToSite.Release(7, List.of(new Mastership(PARTITION, 4)), 2, 3, 1),
        new RouterToSite.Withdraw(7),
        new RouterToSite.EndHolders(7),
        new RouterToSite.Undecided((2L << 40) + 9, VECTOR, List.of((2L << 40) + 7)),
        new SiteToRouter.Ran(1, VECTOR, new RouterToSite.Observed(VECTOR, new byte[] {1}), keys),
        new RouterToSite.FollowScheme("scheme"),
        new RouterToSite.FailoverSuccessor(1),
        new RouterToSite.FillReplica(3, "127.0.0.1", 7),
        new RouterToSite.FillReplica(4, "", 0, List.of(new RouterToSite.Giver(2, "127.0.0.1", 8))),
        new SiteToRouter.Replicas(
            VECTOR, ReplicaSets.NONE.with(PARTITION, PARTITION, 2).heldBy(1, 4)),
        new SiteToRouter.ReplicaFilled(3, SiteToRouter.Filling.FILLED, 17, VECTOR, ""),
        new SiteToRouter.Placed(VECTOR, PLACED),
        new ClientMessage.ChangePlacement(6, PLACED, 3, true),
        new SiteToRouter.Migrations(VECTOR, List.of(MOVING)),
        new SiteToRouter.Learned(new LearnedRecord(3, "scheme", BYTES)),
        ClientMessage.Migrate.begin(6, "item:1..9", 1, 2, "promote", true),
        new ClientMessage.ChangeReplicas(6, ClientMessage.ChangeReplicas.ADD, "item", 2),
        new RouterToSite.DigestRequest(8, VECTOR),
        new RouterToSite.EstimateRange(9, new KeyInterval(7, BYTES, new byte[0])),
        new SiteToRouter.RangeEstimated(9, 1_000, 64_000, 32 << 20, BYTES, new byte[0]),
        new SiteToRouter.SiteHello(
            1,
            2,
            3,
            VECTOR,
            VECTOR,
            List.of(new SiteToRouter.SiteEntry(3, SiteStanding.GONE, List.of(1, 2))),
            new SchemeRecord(2, "scheme")),
        new SiteToRouter.MapPiece(List.of(new Owner(PARTITION, 4, 2, BYTES, new byte[0]))),
        new SiteToRouter.Reshaped(
            9,
            VECTOR,
            true,
            List.of(new Owner(PARTITION, 4, 2)),
            new SiteToRouter.StageTimes(0, 70, 0, 240)),
        new RouterToSite.ReshapeRequest(9, new Reshape(true, 16, BYTES, BORDER, new byte[0], 5)),
        new SiteToRouter.Sites(VECTOR, List.of(), SchemeRecord.NONE),
        new SiteToRouter.Seeding(4, 17),
        new SiteToSite.CopyRequest("cluster", 4, BYTES, 32),
        new SiteToSite.CopyFrame(1, SiteToSite.End.SLICE, BYTES),
        new SiteToSite.CopyCredit(1),
        new SiteToSite.FollowLog("cluster", 2, 3, 1),
        new SiteToSite.LogPart(1L << 40, List.of(BYTES, BORDER)),
        new SiteToSite.LogHeld(7),
        new SiteToSite.FollowCredit(1 << 20),
        new RouterToSite.Leave(8, List.of(1, 2), 0),
        new ClientMessage.ChangeSite(5, 4, SiteStanding.JOINING),
        new ClientMessage.ChangeScheme(6, "scheme", true),
        new SiteToRouter.Executed(1, 0, "", VECTOR, arguments),
        new SiteToRouter.Executed(
            1, 0, "", VECTOR, arguments, new SiteToRouter.StageTimes(5, 6, 7, 200)),
        new SiteToRouter.Replan(1, VECTOR, List.of(new Owner(PARTITION, 4, 2)), keys),
        new SiteToRouter.Replan(1, VECTOR, List.of(), null),
        new SiteToRouter.Released(7, VECTOR, List.of()),
        new RouterToSite.AwaitDefinition(9),
        new RouterToSite.AwaitExistence(9),
        new SiteToRouter.ExistenceInForce(9, 12),
        new SiteToRouter.Unsettled(1, VECTOR, List.of(16, 300)),
        new SiteToRouter.RowWait(1, 0, 300, 5, true),
        new SiteToRouter.DefinitionInForce(9, 12),
        new SiteToRouter.SuccessorReady(1, 2, VECTOR),
        new SiteToRouter.Digest(
            8, "", List.of(new SiteToRouter.TableDigest(16, List.of(2, 3), 2, BYTES))),
        new SiteToRouter.Jars(
            VECTOR,
            List.of(new SiteToRouter.JarEntry("bank", 1, BYTES)),
            List.of(new SiteToRouter.TableEntry(16, BYTES))));
  }
}
