package com.example.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.engine.FragmentClient;
import org.thetisdb.embedded.ThetisExtension;

/** The store on a real cluster, uploaded as the build has compiled it. */
@Tag("cluster")
class KeyValueClusterTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  @BeforeAll
  static void upload() throws Exception {
    Path classes =
        Path.of(KeyValue.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    db.cluster().upload("store", classes);
  }

  @Test
  void valuesOfSeveralPartitionsChangeTogether() {
    try (ThetisClient client = db.cluster().connect()) {
      FragmentClient engine = new FragmentClient(client.session(), "KeyValue");
      engine.change(3, "hp".getBytes());
      Store store = new Store(client.session());
      store.put(Map.of("apple", "5", "pear", "7", "quince", "9"));
      assertEquals("7", store.get("pear"));
      assertNull(store.get("melon"));

      Minitransaction swap = new Minitransaction();
      swap.compares().put("apple", "5");
      swap.compares().put("quince", "8");
      swap.writes().put("apple", "6");
      assertThrows(AbortedException.class, () -> store.run(swap));
      assertEquals("5", store.get("apple"));

      engine.change(4, "hpt".getBytes()); // the store reads it again by itself
      store.put(Map.of("tomato", "1"));
      assertEquals("1", store.get("tomato"));
    }
  }
}
