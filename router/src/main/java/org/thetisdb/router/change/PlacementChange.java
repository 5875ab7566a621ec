package org.thetisdb.router.change;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.reshape.PlacedBorders;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;

/**
 * Applies a placement to a cluster that runs, and takes it back (decision 0061). Each change is one
 * record, which is written only behind the last one; from then on the scheme brings partitions to
 * where they belong, by releases as ever, if its masters are fixed. Owned by the engine's thread.
 */
public final class PlacementChange {
  /** The built-in procedure: takes the encoded record. */
  static final String CHANGE_PLACEMENT = "thetis.change_placement";

  private static final Logger LOG = LoggerFactory.getLogger(PlacementChange.class);
  private static final byte[] NO_VALUE = {};

  private final ClusterSettings cluster;
  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final SystemCalls calls;
  private final CallHandler handler;
  private final BooleanSupplier isMigrating;
  private boolean recording;

  /**
   * No change is under way.
   *
   * @param isMigrating whether a migration is under way, which changes the placement, too
   */
  public PlacementChange(
      ClusterSettings cluster,
      EngineParts parts,
      RouterCatalog catalog,
      SystemCalls calls,
      CallHandler handler,
      BooleanSupplier isMigrating) {
    this.cluster = cluster;
    this.parts = parts;
    this.catalog = catalog;
    this.calls = calls;
    this.handler = handler;
    this.isMigrating = isMigrating;
  }

  /** Takes what an administrator asks for; the answer always comes, as a JSON text. */
  public void submit(ChangePlacement request, Answer answer) {
    try {
      if (!handler.isServing()) {
        throw refused("this router does not serve yet");
      }
      begin(request, answer);
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  private void begin(ChangePlacement request, Answer answer) {
    AppliedPlacement now = applied();
    AppliedPlacement next = now.next(request.wanted().cellKeys(), request.wanted().ranges());
    boolean asks = request.dryRun() && next.isEmpty();
    if (asks || (next.ranges().equals(now.ranges()) && next.cellKeys() == now.cellKeys())) {
      answer(answer, now, false, VersionVector.ZERO);
      return;
    }
    String obstacle = next.isEmpty() ? obstacleToNone() : obstacle(next, request.sites());
    if (!obstacle.isEmpty()) {
      throw refused(obstacle);
    }
    if (request.dryRun()) {
      answer(answer, next, false, VersionVector.ZERO);
      return;
    }
    if (isMigrating.getAsBoolean()) {
      throw refused("a migration is under way; wait for it, or cancel it");
    }
    if (recording) {
      throw refused("another change is under way, ask again");
    }
    record(next, answer);
  }

  private AppliedPlacement applied() {
    return parts.placement().placed().applied();
  }

  private String obstacleToNone() {
    boolean isNeeded =
        parts.inForce().spec().has(Trait.NEEDS_PLACEMENT) && cluster.placed().ranges().isEmpty();
    return isNeeded
        ? "scheme "
            + parts.inForce().spec()
            + " is in force, which needs one; change the scheme first"
        : "";
  }

  /** Why a placement does not fit this cluster; empty if it does. */
  private String obstacle(AppliedPlacement wanted, int sites) {
    Roster roster = parts.sites().roster();
    Placement placement = parts.placement();
    if (cluster.isPartial()) {
      return "some sites hold only what they master by the settings (replicas.full_sites)";
    }
    if (!placement.hasRanges() && wanted.cellKeys() != cluster.partitionKeys()) {
      return "it speaks of cells of %d keys, and this cluster has cells of %d; take a trace of this cluster"
          .formatted(wanted.cellKeys(), cluster.partitionKeys());
    }
    if (sites != roster.staying().size()) {
      return "it is made for %d sites, and %d stay in this cluster"
          .formatted(sites, roster.staying().size());
    }
    for (PlacedRange range : wanted.ranges().ranges()) {
      String problem = obstacle(wanted, range);
      if (!problem.isEmpty()) {
        return "the range " + range + ": " + problem;
      }
    }
    return "";
  }

  private String obstacle(AppliedPlacement wanted, PlacedRange range) {
    if (!parts.sites().roster().is(range.site(), SiteStanding.MEMBER)) {
      return "there is no site " + range.site() + " that stays";
    }
    if (Placement.isPinned(range.first())) {
      return "it is of a table of the system";
    }
    RegisteredTable table = catalog.tables().byId(PartitionId.table(range.first()));
    if (table == null) {
      return "there is no such table; take a trace of this cluster";
    }
    PartitionGrid grid = new PartitionGrid(table.id(), table.table().schema(), wanted.cellKeys());
    boolean isInside =
        range.first() >= grid.firstPartition() && range.last() <= grid.lastPartition();
    return isInside ? "" : "the table has no such cells";
  }

  private void record(AppliedPlacement next, Answer answer) {
    recording = true;
    calls.submit(
        CHANGE_PLACEMENT,
        ResultForm.NUMBER.to(
            (error, message, vector, number) -> {
              recording = false;
              if (error == 0) {
                parts.cuts().absorb(vector);
                learn(next);
                answer(answer, next, true, vector);
              } else {
                answer.onOutcome(error, message, vector, NO_VALUE);
              }
            }),
        (Object) next.toByteArray());
  }

  /** A site reports what the log says, or a change was recorded; an older one is no news. */
  public void learn(AppliedPlacement told) {
    if (parts.placement().placed().learn(told)) {
      LOG.info(
          "placement {} is in force, of {} ranges", told.number(), told.ranges().ranges().size());
    }
  }

  private void answer(
      Answer answer, AppliedPlacement shown, boolean changed, VersionVector vector) {
    boolean isServed = parts.inForce().spec().has(Trait.MASTERS_STAY);
    ReportJson json =
        new ReportJson()
            .beginObject()
            .put("change", applied().number())
            .put("changed", changed)
            .put("cell_keys", shown.cellKeys())
            .put("sites", parts.sites().roster().staying().size())
            .put("ranges", shown.ranges().ranges().size())
            .put("scheme", parts.inForce().spec().name())
            .put("followed", isServed)
            .put("away", parts.placement().awayFromPreferred())
            .put("borders_missing", PlacedBorders.missing(parts.placement()));
    answer.onOutcome(0, "", vector, ValueCodec.encode(json.endObject().toString()));
  }

  /** What is in force, for people and programs. */
  public void put(ReportJson json) {
    json.put("placement_changes", applied().number())
        .put("placed_ranges", applied().ranges().ranges().size());
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.PLACEMENT_CHANGE_REFUSED, why);
  }
}
