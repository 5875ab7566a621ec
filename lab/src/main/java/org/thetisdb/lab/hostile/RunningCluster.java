package org.thetisdb.lab.hostile;

import java.time.Duration;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.hostile.ClusterState;
import org.thetisdb.benchmarks.hostile.ClusterUnderTest;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.id.Address;

/** A cluster that somebody else has started, and that nobody starts again. */
public final class RunningCluster implements ClusterUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Address address;

  /** The cluster whose router is there. */
  public RunningCluster(Address address) {
    this.address = address;
  }

  static ClusterState stateAt(Address address) {
    ClientOptions options =
        ClientOptions.defaults().withCallTimeout(PATIENCE).withConnectTimeout(PATIENCE);
    try (ThetisClient client = ThetisClient.connect(address.toString(), options)) {
      return ClusterState.of(StatusView.parse(client.status()));
    }
  }

  @Override
  public Address address() {
    return address;
  }

  @Override
  public ClusterState state() {
    return stateAt(address);
  }

  @Override
  public String ended() {
    return "";
  }

  @Override
  public boolean canRestart() {
    return false;
  }

  @Override
  public void restart() {
    throw new IllegalStateException("a cluster of others is not started again");
  }
}
