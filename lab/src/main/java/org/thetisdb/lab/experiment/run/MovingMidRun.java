package org.thetisdb.lab.experiment.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.lab.experiment.Reconfiguration;
import org.thetisdb.lab.experiment.Reconfiguration.RangeMove;
import org.thetisdb.lab.simulated.SimulatedCluster;

/**
 * Moves ranges at a second of a simulated run, by one way, and looks when all of them are there.
 * For one thread.
 */
final class MovingMidRun {
  private static final long LOOK_US = 20_000;
  private static final long PATIENCE_US = 60_000_000;
  private static final long SLICE_US = 10_000;

  private final SimulatedCluster cluster;
  private final String way;
  private final Reconfiguration wanted;
  private final Deque<RangeMove> toBegin;
  private long startsUs;
  private long beganUs = -1;
  private long endedUs = -1;
  private long failed;

  /** Nothing has begun. */
  MovingMidRun(SimulatedCluster cluster, String way, Reconfiguration wanted) {
    this.cluster = cluster;
    this.way = way;
    this.wanted = wanted;
    this.toBegin = new ArrayDeque<>(wanted.moves());
  }

  /**
   * Before the run: some ranges move, and some tables are everywhere, where sites hold a part of
   * the rows.
   */
  void prepare(int sites, Map<String, String> settings) {
    wanted.before().forEach(this::gather);
    String wantedFull = settings.getOrDefault(BasicSettings.REPLICAS_FULL_SITES.name(), "0");
    int full = wantedFull.equals("none") ? 0 : Integer.parseInt(wantedFull);
    for (String table : wanted.everywhere()) {
      for (int site = full + 1; full > 0 && site <= sites; site++) {
        add(table, site);
      }
    }
  }

  private void add(String table, int site) {
    await(
        "no replica of " + table + " at site " + site,
        answer -> cluster.client().changeReplicas(ChangeReplicas.ADD, table, site, answer));
  }

  private void gather(RangeMove move) {
    String late = move.range() + " does not come to site " + move.to();
    await(
        late,
        answer ->
            cluster
                .client()
                .migrate(
                    id -> Migrate.begin(id, move.range(), 0, move.to(), Migrate.ANY_WAY, false),
                    answer));
    long endUs = cluster.nowUs() + PATIENCE_US;
    while (isUnderWay(await(late, answer -> cluster.client().migrate(Migrate::list, answer)))) {
      if (cluster.nowUs() >= endUs) {
        throw new ThetisException(ErrorCode.INTERNAL, late);
      }
      cluster.runForUs(SLICE_US);
    }
  }

  private String await(String late, Consumer<CallCallback> request) {
    CallOutcome[] answer = new CallOutcome[1];
    request.accept(outcome -> answer[0] = outcome);
    long endUs = cluster.nowUs() + PATIENCE_US;
    while (answer[0] == null && cluster.nowUs() < endUs) {
      cluster.runForUs(SLICE_US);
    }
    if (answer[0] == null) {
      throw new ThetisException(ErrorCode.INTERNAL, late);
    }
    return String.valueOf(answer[0].resultOrThrow());
  }

  private static boolean isUnderWay(String all) {
    return all.contains("\"state\":\"running\"")
        || all.contains("\"state\":\"copying\"")
        || all.contains("\"state\":\"cancelling\"");
  }

  /** The run begins now, and ranges move later in it. */
  void beginIn(long delayUs) {
    startsUs = cluster.nowUs();
    if (!wanted.moves().isEmpty()) {
      cluster.later(
          delayUs,
          () -> {
            beganUs = cluster.nowUs();
            next();
          });
    }
  }

  private void next() {
    RangeMove move = toBegin.peek();
    if (move == null) {
      cluster.later(LOOK_US, this::look);
      return;
    }
    cluster
        .client()
        .migrate(id -> Migrate.begin(id, move.range(), 0, move.to(), way, false), this::onBegun);
  }

  private void onBegun(CallOutcome outcome) {
    boolean isBusy =
        outcome.code() == ErrorCode.MIGRATION_REFUSED && outcome.message().contains("ask again");
    if (!isBusy) {
      outcome.resultOrThrow();
      toBegin.remove();
    }
    next();
  }

  private void look() {
    cluster.client().migrate(Migrate::list, this::onListed);
  }

  private void onListed(CallOutcome outcome) {
    String all = (String) outcome.resultOrThrow();
    if (isUnderWay(all)) {
      cluster.later(LOOK_US, this::look);
    } else {
      endedUs = cluster.nowUs();
      boolean isDone =
          !all.contains("\"state\":\"failed\"") && !all.contains("\"state\":\"cancelled\"");
      failed = isDone ? 0 : 1;
    }
  }

  /** When it began and how long it took; empty if nothing was to move. */
  Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    if (beganUs >= 0) {
      figures.put("began_us", beganUs - startsUs);
      figures.put("took_us", endedUs < 0 ? -1 : endedUs - beganUs);
      figures.put("failed", failed);
    }
    return figures;
  }
}
