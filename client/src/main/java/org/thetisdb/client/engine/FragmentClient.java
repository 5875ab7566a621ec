package org.thetisdb.client.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.Session;
import org.thetisdb.core.error.ErrorCode;

/**
 * Runs fragments at the partitions of a storage engine that {@code thetis admin engine} has made.
 * Each method is one transaction of one round: it happens at all partitions that it names, or at
 * none. What becomes of it is said as for {@linkplain Session#call a call}.
 *
 * <pre>{@code
 * FragmentClient store = new FragmentClient(client.session(), "KeyValue");
 * byte[] answer = store.execute(3, get("b"));
 * store.execute(known -> Map.of(3L, put("b", "1"), known.partitions() - 1, put("z", "2")));
 * }</pre>
 *
 * <p>For one thread at a time, as its session.
 */
public final class FragmentClient {
  /** So often fragments are made anew when the metadata has changed below them. */
  private static final int MOST_TRIES = 16;

  /** What is told as version when no version matters. */
  private static final long ANY = -1;

  private final Session session;
  private final String engine;
  private EngineMetadata known;

  /**
   * A client of an engine.
   *
   * @param session of the caller, who closes it
   * @param engine its name: the simple name of its class
   */
  public FragmentClient(Session session, String engine) {
    this.session = session;
    this.engine = engine;
  }

  /**
   * Runs a fragment at one partition, whatever the metadata says by now.
   *
   * @param partition its number
   * @param fragment what the engine takes
   * @return what it answers
   */
  public byte[] execute(long partition, byte[] fragment) {
    return (byte[]) session.call(engine, partition, fragment, ANY);
  }

  /**
   * The same without waiting.
   *
   * @param partition its number
   * @param fragment what the engine takes
   * @return ends with what it answers; as {@link Session#callAsync} has it
   */
  public CompletableFuture<byte[]> executeAsync(long partition, byte[] fragment) {
    return session.callAsync(engine, partition, fragment, ANY).thenApply(byte[].class::cast);
  }

  /**
   * Runs a fragment at each of several partitions, whatever the metadata says by now.
   *
   * @param fragments by numbers of partitions
   * @return what each answers, in the same order
   */
  public Map<Long, byte[]> execute(Map<Long, byte[]> fragments) {
    return run(fragments, ANY);
  }

  /**
   * Runs fragments that were made for the present metadata. If these change meanwhile, the
   * fragments are made anew.
   *
   * @param maker makes them; may be called several times
   * @return what each partition answers
   * @throws AbortedException also if the metadata changed sixteen times
   */
  public Map<Long, byte[]> execute(Function<EngineMetadata, Map<Long, byte[]>> maker) {
    for (int tries = 1; ; tries++) {
      EngineMetadata present = known == null ? metadata() : known;
      try {
        return run(maker.apply(present), present.version());
      } catch (AbortedException e) {
        if (e.code() != ErrorCode.ENGINE_METADATA || tries == MOST_TRIES) {
          throw e;
        }
        known = null;
      }
    }
  }

  private Map<Long, byte[]> run(Map<Long, byte[]> fragments, long version) {
    Map<Long, byte[]> answers = new LinkedHashMap<>();
    if (fragments.size() == 1) {
      Map.Entry<Long, byte[]> only = fragments.entrySet().iterator().next();
      Object answer = session.call(engine, only.getKey(), only.getValue(), version);
      answers.put(only.getKey(), (byte[]) answer);
      return answers;
    }
    List<Long> partitions = new ArrayList<>(fragments.keySet());
    List<byte[]> each = new ArrayList<>(fragments.values());
    List<?> got = (List<?>) session.call(engine + "_round", partitions, each, version);
    for (int i = 0; i < partitions.size(); i++) {
      answers.put(partitions.get(i), (byte[]) got.get(i));
    }
    return answers;
  }

  /**
   * Reads the metadata; later fragments are made for it.
   *
   * @return what is in force
   * @throws IllegalStateException if the engine has no partitions yet
   */
  public EngineMetadata metadata() {
    known =
        present()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Engine "
                            + engine
                            + " has no partitions yet: ./thetis admin engine "
                            + engine
                            + " --partitions N"));
    return known;
  }

  /**
   * Reads the metadata of an engine that may have none.
   *
   * @return what is in force; empty if the engine has no partitions yet
   */
  public Optional<EngineMetadata> present() {
    List<?> read = (List<?>) session.call(engine + "_metadata");
    return read.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EngineMetadata((Long) read.get(0), (Long) read.get(1), (byte[]) read.get(2)));
  }

  /**
   * Makes partitions, or changes the metadata. Fragments that were made for the metadata before are
   * refused from then on.
   *
   * @param partitions how many there are afterwards, not fewer than now
   * @param content of the metadata, up to 1 MiB
   * @return what is in force now
   * @throws AbortedException ENGINE_METADATA if somebody else changed them at the same time
   */
  public EngineMetadata change(long partitions, byte[] content) {
    long version = present().map(EngineMetadata::version).orElse(0L);
    long now = (Long) session.call(engine + "_change", partitions, version, content);
    known = new EngineMetadata(now, partitions, content);
    return known;
  }
}
