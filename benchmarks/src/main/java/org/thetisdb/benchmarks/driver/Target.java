package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.ThetisClient;

/** The database under a workload, as far as it says about itself. */
public interface Target {
  /** How it works. */
  ServerInfo server();

  /**
   * Its counters.
   *
   * @throws CallException if it does not answer
   */
  StatusView status();

  /** A cluster that a client is connected to. */
  static Target of(ThetisClient client) {
    return new Target() {
      @Override
      public ServerInfo server() {
        return client.server();
      }

      @Override
      public StatusView status() {
        return StatusView.parse(client.status());
      }
    };
  }

  /** A database that is known by a name only; its counters stay at 0. */
  static Target unknown(String name) {
    return new Target() {
      @Override
      public ServerInfo server() {
        return new ServerInfo(name, name, "as that database is set", 0);
      }

      @Override
      public StatusView status() {
        return StatusView.parse("{}");
      }
    };
  }
}
