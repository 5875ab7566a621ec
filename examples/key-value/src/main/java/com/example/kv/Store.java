package com.example.kv;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.client.Session;
import org.thetisdb.client.engine.EngineMetadata;
import org.thetisdb.client.engine.FragmentClient;

/**
 * The store as a program uses it: keys, not partitions. The metadata has the first letter of each
 * partition but the first, so that a key's partition is found by its own first letter.
 */
public final class Store {
  private final FragmentClient engine;

  /** The store that a session reaches. */
  public Store(Session session) {
    this.engine = new FragmentClient(session, "KeyValue");
  }

  /** What stands at a key; null for nothing. */
  public String get(String key) {
    Minitransaction wanted = new Minitransaction();
    wanted.reads().put(key, null);
    return run(wanted).get(key);
  }

  /** Puts several values at once, or none. */
  public void put(Map<String, String> values) {
    Minitransaction wanted = new Minitransaction();
    wanted.writes().putAll(values);
    run(wanted);
  }

  /**
   * Runs a minitransaction over all partitions that it needs.
   *
   * @return what was read
   * @throws org.thetisdb.client.AbortedException if a value is not the one that was compared
   */
  public Map<String, String> run(Minitransaction wanted) {
    Map<String, String> found = new TreeMap<>();
    engine
        .execute(known -> fragments(wanted, known))
        .values()
        .forEach(answer -> found.putAll(Minitransaction.decode(answer).reads()));
    return found;
  }

  private static Map<Long, byte[]> fragments(Minitransaction wanted, EngineMetadata known) {
    String borders = new String(known.content(), StandardCharsets.UTF_8).strip();
    Map<Long, Minitransaction> parts = new TreeMap<>();
    wanted.compares().forEach((key, value) -> part(parts, borders, key).compares().put(key, value));
    wanted.reads().forEach((key, value) -> part(parts, borders, key).reads().put(key, value));
    wanted.writes().forEach((key, value) -> part(parts, borders, key).writes().put(key, value));
    Map<Long, byte[]> fragments = new TreeMap<>();
    parts.forEach((partition, part) -> fragments.put(partition, part.encode()));
    return fragments;
  }

  private static Minitransaction part(
      Map<Long, Minitransaction> parts, String borders, String key) {
    long partition = 0;
    while (partition < borders.length() && key.charAt(0) >= borders.charAt((int) partition)) {
      partition++;
    }
    return parts.computeIfAbsent(partition, number -> new Minitransaction());
  }
}
