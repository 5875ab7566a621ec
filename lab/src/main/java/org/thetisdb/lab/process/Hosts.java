package org.thetisdb.lab.process;

import java.util.List;

/** Where the parts of a cluster run, as they see it themselves. */
public interface Hosts {
  /** All on the loopback interface. */
  Hosts LOOPBACK =
      new Hosts() {
        @Override
        public String address(String part) {
          return "127.0.0.1";
        }

        @Override
        public List<String> prefix(String part) {
          return List.of();
        }
      };

  /** The address that a part listens on, and is reached at. */
  String address(String part);

  /** The command that runs a part's process there; empty for none. */
  List<String> prefix(String part);
}
