package org.thetisdb.router.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;

/** One site masters all: where calls and transactions go while it is there, and when it is not. */
final class SingleMasterSchemeTest {
  private static final long PARTITION = PartitionId.of(16, 1);

  private final Placement placement =
      new Placement(new Roster(new ClusterSettings("test", 3, 0, FirstMaster.FIRST_SITE)));
  private int lost;
  private boolean replaceable = true;
  private final SingleMasterScheme scheme =
      new SingleMasterScheme(placement, new Sites(), new Random(1));

  @Test
  void anInteractiveTransactionBeginsAtTheMasterEvenWithAQuery() {
    assertThat(scheme.gathersAt()).isEqualTo(1);
  }

  @Test
  void whileTheMasterIsLostTransactionsBeginAtItsSuccessor() {
    lost = 1;
    assertThat(scheme.gathersAt()).isEqualTo(2);
    Footprint written = Footprint.of(new long[] {PARTITION}, new long[0]);
    Route route = scheme.routeUpdate(written, VersionVector.ZERO, 0);
    assertThat(route.site()).isEqualTo(2);
    assertThat(route.moves()).hasSize(1);
  }

  @Test
  void ofAPrimaryNoBackupIsReadUntilItStandsInForIt() {
    SingleMasterScheme primary =
        new SingleMasterScheme(placement, new Sites(), new Random(1), true);
    Footprint read = Footprint.of(new long[0], new long[] {PARTITION});
    for (int i = 0; i < 20; i++) {
      assertThat(primary.routeRead(read, VersionVector.ZERO)).isEqualTo(1);
    }
    lost = 1;
    assertThat(primary.routeRead(read, VersionVector.ZERO)).isEqualTo(2);
    replaceable = false;
    assertThat(primary.routeRead(read, VersionVector.ZERO)).as("it is waited for").isZero();
  }

  /** Three sites, of which one may be lost; another one stands in for it. */
  private final class Sites implements ClusterView {
    @Override
    public int sites() {
      return 3;
    }

    @Override
    public boolean isUsable(int site) {
      return site != lost;
    }

    @Override
    public boolean canRelease(int site) {
      return replaceable;
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
