package org.thetisdb.router.balance;

import java.util.Arrays;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeBorder;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.catalog.KeyText;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.term.EngineParts;

/**
 * Borders that an administrator wants to come or go. A site refuses one while calls write in the
 * range, and none begins while the range moves; so it is tried again for a while. Calls go on
 * meanwhile. Owned by the engine's thread.
 */
public final class BorderChanges {
  private static final long AGAIN_US = 20_000;
  private static final long PATIENCE_US = 5_000_000;
  private static final int MOST_AT_ONCE = 64;
  private static final byte[] NO_VALUE = {};

  private final Placement placement;
  private final RouterCatalog catalog;
  private final Borders borders;
  private final int mostRanges;
  private final CallHandler handler;
  private final Scheduler scheduler;
  private int underWay;

  /**
   * None is wanted.
   *
   * @param mostRanges no border is to come when there are so many ranges
   */
  public BorderChanges(
      EngineParts parts,
      RouterCatalog catalog,
      Borders borders,
      int mostRanges,
      CallHandler handler) {
    this.placement = parts.placement();
    this.catalog = catalog;
    this.borders = borders;
    this.mostRanges = mostRanges;
    this.handler = handler;
    this.scheduler = parts.scheduler();
  }

  /** Takes what an administrator asks for; the answer always comes. */
  public void submit(ChangeBorder request, Answer answer) {
    try {
      RegisteredTable table = tableOf(request);
      byte[] key = keyOf(table, request.key());
      Reshape change = changeOf(request.split(), table.id(), key);
      if (request.dryRun()) {
        answer(answer, request, change);
      } else if (underWay >= MOST_AT_ONCE) {
        throw refused(underWay + " others are under way, ask again");
      } else {
        underWay++;
        long untilUs = scheduler.clock().nowUs() + PATIENCE_US;
        step(new Wanted(request, table.id(), key, change, untilUs, answer));
      }
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  /** One border that is to come or go, as it was meant when it was asked for. */
  private record Wanted(
      ChangeBorder request, int table, byte[] key, Reshape first, long untilUs, Answer answer) {
    boolean isDone(Placement placement) {
      return isBorder(placement, table, key) == request.split();
    }
  }

  private static boolean isBorder(Placement placement, int table, byte[] key) {
    return Arrays.equals(placement.describeAt(table, key).from(), key);
  }

  private void step(Wanted wanted) {
    try {
      if (!wanted.isDone(placement)) {
        if (!handler.isServing() || scheduler.clock().nowUs() > wanted.untilUs) {
          throw refused("calls write there all the time, or the range moves; ask again");
        }
        borders.begin(changeOf(wanted.request.split(), wanted.table, wanted.key));
        scheduler.schedule(AGAIN_US, () -> step(wanted));
        return;
      }
      answer(wanted.answer, wanted.request, wanted.first);
    } catch (ThetisException e) {
      wanted.answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
    underWay--;
  }

  private RegisteredTable tableOf(ChangeBorder request) {
    if (!handler.isServing()) {
      throw refused("this router does not serve yet");
    }
    if (!placement.hasRanges()) {
      throw refused("this cluster has a grid, whose borders stay");
    }
    RegisteredTable table = catalog.tables().byName(request.table());
    if (table == null || table.id() < FirstMasters.FIRST_USER_TABLE) {
      throw refused("there is no table \"" + request.table() + "\"");
    }
    return table;
  }

  private static byte[] keyOf(RegisteredTable table, String key) {
    try {
      return KeyText.prefixOf(table.schema(), key);
    } catch (RuntimeException notOne) {
      throw refused("\"" + key + "\" is no key of the table");
    }
  }

  private Reshape changeOf(boolean split, int table, byte[] key) {
    Owner there = placement.describeAt(table, key);
    boolean isBorder = Arrays.equals(there.from(), key);
    if (split) {
      if (isBorder) {
        throw refused("there is one already");
      }
      if (placement.movedCount() >= mostRanges) {
        throw refused("there are partition.most_ranges ranges, " + mostRanges);
      }
      return new Reshape(true, table, there.from(), key, there.to(), there.term() + 1);
    }
    if (!isBorder || key.length == 0) {
      throw refused("there is none");
    }
    Owner before = placement.describeAt(table, lastBefore(key));
    if (before.site() != there.site()) {
      throw refused(
          "sites %d and %d master what it parts; have one of them move first"
              .formatted(before.site(), there.site()));
    }
    int term = Math.max(before.term(), there.term()) + 1;
    return new Reshape(false, table, before.from(), key, there.to(), term);
  }

  /** The last key in front of another one, of those that are not too long. */
  private static byte[] lastBefore(byte[] key) {
    int end = key.length - 1;
    if (key[end] == 0) {
      return Arrays.copyOf(key, end);
    }
    byte[] last = Arrays.copyOf(key, KeyCodec.MAX_KEY_BYTES);
    last[end]--;
    Arrays.fill(last, key.length, last.length, (byte) 0xff);
    return last;
  }

  private void answer(Answer answer, ChangeBorder request, Reshape change) {
    ReportJson json = new ReportJson().beginObject();
    json.put("action", request.split() ? "split" : "merge")
        .put("table", request.table())
        .put("key", request.key())
        .put("site", placement.describeAt(change.tableId(), change.at()).site())
        .put("dry_run", request.dryRun())
        .put("ranges", placement.movedCount());
    answer.onOutcome(0, "", VersionVector.ZERO, ValueCodec.encode(json.endObject().toString()));
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.BORDER_CHANGE_REFUSED, why);
  }
}
