package com.example.kv;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.dtxn.testing.EngineTester;

/** The engine alone. */
class KeyValueTest {
  private static byte[] put(String key, String value) {
    Minitransaction wanted = new Minitransaction();
    wanted.writes().put(key, value);
    wanted.reads().put(key, null);
    return wanted.encode();
  }

  private static byte[] get(String key) {
    Minitransaction wanted = new Minitransaction();
    wanted.reads().put(key, null);
    return wanted.encode();
  }

  private static byte[] swap(String key, String from, String to) {
    Minitransaction wanted = new Minitransaction();
    wanted.compares().put(key, from);
    wanted.writes().put(key, to);
    return wanted.encode();
  }

  @Test
  void itKeepsToTheContract() {
    new EngineTester(KeyValue::new)
        .check(
            List.of(
                put("a", "1"),
                put("b", "2"),
                get("a"),
                swap("a", "1", "3"),
                swap("a", "1", "4"),
                put("b", null),
                swap("b", null, "5"),
                get("b")));
  }
}
