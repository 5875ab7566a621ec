package org.thetisdb.router.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.reshape.ReshapePolicy;

/** What calls that write in ranges tell of them: the keys are found only while they run. */
final class FootprintsTest {
  private static final int TABLE = 20;
  private static final int FAR = 1_000_000_000;

  private static final Table ORDERS =
      Table.define("orders")
          .key("warehouse", ColumnType.INT)
          .key("district", ColumnType.INT)
          .key("number", ColumnType.INT)
          .build();

  private final TableRegistry tables = TableRegistry.empty(0).withTable(TABLE, ORDERS.schema());
  private final Seen seen = new Seen();
  private final Placement placement =
      new Placement(
          new Roster(new ClusterSettings("test", 2, 0, ClusterSettings.FirstMaster.FIRST_SITE)));
  private final Footprints footprints = new Footprints(placement, seen);

  @Test
  void aRangeIsShownFromItsBeginningToJustBelowItsEnd() {
    write(ORDERS.prefix(3, 7));
    assertThat(seen.lowest).isEqualTo(key(3, 7));
    assertThat(isBelow(key(3, 7, FAR), seen.highest)).isTrue();
    assertThat(isBelow(seen.highest, key(3, 8))).as("no border beside it cuts it").isTrue();
    assertThat(isBelow(key(3, 6, FAR), seen.lowest)).isTrue();
  }

  @Test
  void aRangeToTheTablesEndIsSplitByEveryBorderInIt() {
    write(ORDERS.prefix());
    assertThat(isBelow(key(FAR, FAR), seen.highest)).isTrue();
  }

  @Test
  void theBeginningsOfRangesAreKeptForTheSample() {
    Footprint footprint = write(ORDERS.prefix(3, 7), ORDERS.prefix(4, 1));
    assertThat(footprint.growsFrom()).containsExactly(key(3, 7), key(4, 1));
    assertThat(footprint.writtenKeys()).isEmpty();
  }

  private Footprint write(KeyRange... ranges) {
    AccessPlanBuilder plan = new AccessPlanBuilder().begin(tables);
    for (KeyRange range : ranges) {
      plan.writeRange(range);
    }
    return footprints.of(plan.build(), tables);
  }

  private static RowKey key(Object... columns) {
    return new RowKey(TABLE, ORDERS.prefix(columns).encodedFrom());
  }

  private static boolean isBelow(RowKey one, RowKey other) {
    return Arrays.compareUnsigned(one.bytes(), other.bytes()) < 0;
  }

  /** Wants every call, and keeps what it was shown last. */
  private static final class Seen implements ReshapePolicy {
    private RowKey lowest;
    private RowKey highest;

    @Override
    public boolean wantsCall() {
      return true;
    }

    @Override
    public void onWrite(long partition, RowKey low, RowKey high) {
      lowest = low;
      highest = high;
    }

    @Override
    public List<Reshape> plan(long nowUs) {
      return List.of();
    }
  }
}
